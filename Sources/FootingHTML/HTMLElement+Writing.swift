extension HTMLElement {
    /// The element as HTML, in the standard's serialization.
    ///
    /// - Complexity: O(*n*) in the element's content.
    public var html: String { HTMLWriter.html(of: self, withTags: true) }

    /// The content of the element as HTML, in the standard's serialization.
    ///
    /// - Complexity: O(*n*) in the element's content.
    public var innerHTML: String { HTMLWriter.html(of: self, withTags: false) }

    /// Writes the element as HTML with changes; the element itself stays as it is.
    ///
    /// - Parameter change: A closure that is called with each element, parents first, also in
    ///   templates. The result is not safe against injection: ``HTMLSanitizer`` is.
    /// - Returns: The changed HTML.
    /// - Throws: The error that `change` throws.
    /// - Complexity: O(*n*) in the element's content.
    public func html<Failure>(
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) -> String {
        try HTMLWriter.html(of: self, withTags: true, change)
    }
}

extension HTMLDocument {
    /// Writes the document as HTML with changes; the document itself stays as it is.
    ///
    /// - Parameter change: A closure that is called with each element, parents first, also in
    ///   templates. The result is not safe against injection: ``HTMLSanitizer`` is.
    /// - Returns: The changed HTML.
    /// - Throws: The error that `change` throws.
    /// - Complexity: O(*n*) in the number of nodes.
    public func html<Failure>(
        _ change: (inout HTMLEdit) throws(Failure) -> Void
    ) throws(Failure) -> String {
        try whole.html(change)
    }
}
