extension MappingConversion {
    /// The value, if there is one.
    @inlinable
    var value: Value? {
        switch self {
        case .exact(let value), .converted(let value), .rounded(let value): value
        case .failed: nil
        }
    }
}

/// What the rules of a field have to say about a value that they refuse.
extension MappingSource {
    /// Returns `code`, and has the issue say why.
    ///
    /// What the conversion had tried in vain, before it found the value, is no reason.
    @usableFromInline
    func refusing(_ code: MappingIssue.Code, because explanation: String?) -> MappingIssue.Code {
        unsafe run.pointee.forgetFailedObject()
        unsafe run.pointee.explanation = explanation
        return code
    }

    /// Returns the code of a rule or transform that has thrown, and has the issue name that and the
    /// type of `error`.
    ///
    /// Its text stays out: it may quote the value.
    @usableFromInline
    func refusing(for error: any Error, by thrower: String) -> MappingIssue.Code {
        // Where a type is private or local, its full name has an address in place of a scope.
        let scopes = String(reflecting: type(of: error)).split(separator: ".")
            .filter { !$0.hasPrefix("(unknown context at ") }
        return refusing(
            .rejected,
            because: "the \(thrower) threw \(scopes.joined(separator: "."))"
        )
    }
}
