import FootingBytes

/// A reference to the context of the values of one call, object or field.
// Safe, because only `lend` makes a reference, and its context outlives its closure. Every type
// that stores a reference is itself lent, except `DecodingCall`, which drops it when its call ends.
@safe
struct ContextReference {
    fileprivate let pointer: UnsafePointer<SourceContext>

    /// The context; only what is read of it is copied.
    var pointee: SourceContext {
        @inline(__always)
        _read { yield unsafe pointer.pointee }
    }
    var options: MappingOptions {
        @inline(__always)
        _read { yield unsafe pointer.pointee.options }
    }
}

extension SourceContext {
    /// Calls `body` with a reference to this context.
    @inline(__always)
    func lend<Result>(_ body: (ContextReference) -> Result) -> Result {
        unsafe withUnsafePointer(to: self) { unsafe body(ContextReference(pointer: $0)) }
    }
}
