import Foundation

/// Whether tests do all the work that is asked of them, rather than some of it: the run with
/// `FOOTING_STRESS=1`.
package let isUnderStress = ProcessInfo.processInfo.environment["FOOTING_STRESS"] == "1"

/// The number of times a test repeats something: `count` in a usual run, and under stress
/// `stressCount`, or thirty times `count` if there is none.
package func rounds(_ count: Int, underStress stressCount: Int? = nil) -> Int {
    isUnderStress ? stressCount ?? count * 30 : count
}
