import Foundation
import Synchronization

/// A value that several threads of a probe share.
final class Shared<Value: Sendable>: Sendable {
    private let state: Mutex<Value>

    init(_ value: Value) {
        state = Mutex(value)
    }

    var value: Value {
        get { state.withLock { $0 } }
        set { state.withLock { $0 = newValue } }
    }

    func update(_ change: @Sendable (inout Value) -> Void) {
        state.withLock { change(&$0) }
    }
}

/// Waits until `condition` holds, and says whether it did within `seconds`.
func waits(_ seconds: Double, until condition: () -> Bool) -> Bool {
    let deadline = ContinuousClock.now + .seconds(seconds)
    while !condition() {
        guard ContinuousClock.now < deadline else { return false }
        Thread.sleep(forTimeInterval: 0.002)
    }
    return true
}
