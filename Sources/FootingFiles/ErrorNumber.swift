import CFooting

/// The number of an error that the system reported: a value of `errno`.
///
/// Each product turns it into an error of its own.
package struct ErrorNumber: Error, Equatable, Sendable {
    package let value: Int32

    package init(_ value: Int32) {
        self.value = value
    }

    /// The system's sentence for the error.
    package var message: String {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { memory in
            // `memory` outlives the call. The call knows the size of `memory` and terminates its
            // output with a NUL; the string is a copy.
            guard let start = memory.baseAddress,
                unsafe footing_strerror(value, start, memory.count)
            else { return "unknown error" }
            return unsafe String(cString: start)
        }
    }
}

/// Returns the result of a C function, or throws it if it is a negated error number.
@discardableResult
func check(_ result: Int) throws(ErrorNumber) -> Int {
    guard result < 0 else { return result }
    throw ErrorNumber(Int32(truncatingIfNeeded: -result))
}
