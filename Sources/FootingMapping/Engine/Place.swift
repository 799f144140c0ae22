/// The address of a root or a property, or nowhere: then values are converted but not stored.
// Safe, because only the initializers of `Field` and the engine make a place, and they know the
// type of its value: the engine passes the address of a root, and adds an offset that the standard
// library gave for that property. A place is only passed down the call stack, so it does not
// outlive the call that lends it.
@safe
@frozen
@usableFromInline
struct Place {
    @usableFromInline
    let address: UnsafeMutableRawPointer?

    @inlinable
    init(_ address: UnsafeMutableRawPointer?) {
        unsafe self.address = address
    }

    static var nowhere: Place { unsafe Place(nil) }

    @inlinable
    var isNowhere: Bool { unsafe address == nil }

    /// Calls `body` with the place of a value.
    @inlinable
    @inline(__always)
    static func with<Value, Result, Failure>(
        _ value: inout Value,
        _ body: (Place) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeMutablePointer(to: &value) { pointer throws(Failure) in
            try unsafe body(Place(UnsafeMutableRawPointer(pointer)))
        }
    }

    /// Calls `body` with the value at this place, unless this is nowhere.
    @inlinable
    @inline(__always)
    func modify<Value>(_: Value.Type, _ body: (inout Value) -> Void) {
        guard let address = unsafe address else { return }
        unsafe body(&address.assumingMemoryBound(to: Value.self).pointee)
    }

    /// The value at this place, or `nil` if this is nowhere.
    @inlinable
    func value<Value>(as _: Value.Type) -> Value? {
        unsafe address?.assumingMemoryBound(to: Value.self).pointee
    }

    @usableFromInline
    func advanced(by offset: Int) -> Place { unsafe Place(address.map { unsafe $0 + offset }) }
}

@available(*, unavailable, message: "A place is lent to one call on one thread.")
extension Place: @unchecked Sendable {}
