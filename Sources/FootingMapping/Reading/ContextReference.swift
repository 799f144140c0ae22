import FootingBytes

/// A reference to the context of the values of one call, object or field.
// Safe, because only `lend` makes a reference, and its context outlives its closure. Every type
// that stores a reference is itself lent, except `DecodingCall`, which drops it when its call ends.
@safe
struct ContextReference {
    fileprivate let pointer: UnsafePointer<SourceContext>

    /// Copies the whole context.
    ///
    /// Members that are read for each value have their own accessors.
    var context: SourceContext { unsafe pointer.pointee }
    @inline(__always)
    var options: MappingOptions { unsafe pointer.pointee.options }
    @inline(__always)
    var acceptsArrayOfOne: Bool { unsafe pointer.pointee.options.acceptsArrayOfOne }
    @inline(__always)
    var document: JSONDocument { unsafe pointer.pointee.document }
    @inline(__always)
    var findings: Findings { unsafe pointer.pointee.findings }
    @inline(__always)
    var hasFindings: Bool { unsafe !pointer.pointee.findings.isEmpty }
    @inline(__always)
    var settings: FieldSettings.Shared? { unsafe pointer.pointee.settings }
    @inline(__always)
    var hasSettings: Bool { unsafe pointer.pointee.settings != nil }
    @inline(__always)
    var isSensitive: Bool { unsafe pointer.pointee.isSensitive }
}

extension SourceContext {
    /// Calls `body` with a reference to this context.
    @inline(__always)
    func lend<Result>(_ body: (ContextReference) -> Result) -> Result {
        unsafe withUnsafePointer(to: self) { unsafe body(ContextReference(pointer: $0)) }
    }
}
