/// The address of a root or a property, or none: then values are converted but not stored.
// Safe, because only the initializers of `Field` and the engine make a storage, and they know the
// type of its value: the engine passes the address of a root, and adds an offset that the standard
// library gave for that property. A storage is only passed down the call stack, so it does not
// outlive the call that lends it.
@safe
@frozen
@usableFromInline
struct Storage {
    @usableFromInline
    let address: UnsafeMutableRawPointer?

    @inlinable
    init(_ address: UnsafeMutableRawPointer?) {
        unsafe self.address = address
    }

    static var none: Storage { unsafe Storage(nil) }

    @inlinable
    var isNone: Bool { unsafe address == nil }

    /// Calls `body` with the storage of a value.
    @inlinable
    @inline(__always)
    static func with<Value, Result, Failure>(
        _ value: inout Value,
        _ body: (Storage) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafeMutablePointer(to: &value) { pointer throws(Failure) in
            try unsafe body(Storage(UnsafeMutableRawPointer(pointer)))
        }
    }

    /// Calls `body` with the stored value; does nothing without storage.
    @inlinable
    @inline(__always)
    func modify<Value>(_: Value.Type, _ body: (inout Value) -> Void) {
        guard let address = unsafe address else { return }
        unsafe body(&address.assumingMemoryBound(to: Value.self).pointee)
    }

    /// The stored value, or `nil` without storage.
    @inlinable
    func value<Value>(as _: Value.Type) -> Value? {
        unsafe address?.assumingMemoryBound(to: Value.self).pointee
    }

    @usableFromInline
    func advanced(by offset: Int) -> Storage { unsafe Storage(address.map { unsafe $0 + offset }) }
}

@available(*, unavailable, message: "A storage is lent to one call on one thread.")
extension Storage: @unchecked Sendable {}
