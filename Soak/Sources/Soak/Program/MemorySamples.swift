import Foundation

/// The resident memory of the process, once a second.
///
/// It is flat if the least of the last quarter is at most 2 % above the least of the first quarter.
/// Quarters are those of the time after the first minute, in which caches, pools of threads and the
/// arenas of the allocator fill. The least is compared since each sample also has what the steps of
/// that moment need. A run of less than two minutes is not judged.
struct MemorySamples {
    private static let warmUp = 60

    /// By how many percent the memory may grow.
    private let limit: Double
    private var samples: [(second: Int, kilobytes: Int)] = []

    init(limit: Double) {
        self.limit = limit
    }

    var last: String { "\(samples.last?.kilobytes ?? 0) KiB" }

    mutating func take(at second: Int) {
        guard let kilobytes = Self.residentKilobytes() else { return }
        samples.append((second, kilobytes))
    }

    /// Prints the least and the median of each quarter.
    ///
    /// - Returns: `false` if the memory grew.
    func judge() -> Bool {
        let warm = samples.filter { $0.second > Self.warmUp }.map(\.kilobytes)
        guard warm.count >= 60 else {
            print("memory: \(last), not judged in a run of less than two minutes")
            return true
        }
        let quarters = (0..<4).map {
            warm[warm.count * $0 / 4..<warm.count * ($0 + 1) / 4].sorted()
        }
        for (index, quarter) in quarters.enumerated() {
            print(
                "memory, quarter \(index + 1): least \(quarter[0]) KiB, median \(quarter[quarter.count / 2]) KiB"
            )
        }
        let growth = 100 * (Double(quarters[3][0]) / Double(quarters[0][0]) - 1)
        let text = String(format: "%+.2f %%", growth)
        guard limit > 0 else {
            print("memory: \(text), not judged")
            return true
        }
        let isFlat = growth <= limit
        print("memory: \(text), \(isFlat ? "flat" : "NOT flat") within \(limit) %")
        return isFlat
    }

    /// Reads the line `VmRSS:    81234 kB`.
    private static func residentKilobytes() -> Int? {
        guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
            let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmRSS:") })
        else { return nil }
        return line.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
