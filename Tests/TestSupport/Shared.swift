import Foundation

/// A value that threads of a test share.
// Unchecked: all access to the value is inside the lock. `NSLock`, because the thread sanitizer
// does not see how `Mutex` waits.
package final class Shared<Value>: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Value

    package init(_ value: Value) { stored = value }

    package var value: Value {
        get { change { $0 } }
        set {
            // The old value is released after the lock: its deinit may come back here.
            let old = change { stored in
                defer { stored = newValue }
                return stored
            }
            withExtendedLifetime(old) {}
        }
    }

    /// Calls `body` with the value, which no other thread sees meanwhile.
    @discardableResult
    package func change<Result>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&stored)
    }
}

extension Shared where Value: ExpressibleByNilLiteral {
    /// A place for something that is known only later.
    package convenience init() { self.init(nil) }
}
