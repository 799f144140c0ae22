/// The number of an error that the system reported: a value of `errno`.
///
/// Each product turns it into an error of its own.
package struct ErrorNumber: Error, Equatable, Sendable {
    package let value: Int32

    package init(_ value: Int32) {
        self.value = value
    }
}

/// Returns false if a C function has returned EEXIST, and throws its other errors.
func checkThatNameIsFree(_ result: Int) throws(ErrorNumber) -> Bool {
    guard result != -Int(ErrorNumber.exists.value) else { return false }
    try check(result)
    return true
}

/// Returns the result of a C function, or throws it if it is a negated error number.
@discardableResult
func check(_ result: Int) throws(ErrorNumber) -> Int {
    guard result < 0 else { return result }
    throw ErrorNumber(Int32(truncatingIfNeeded: -result))
}
