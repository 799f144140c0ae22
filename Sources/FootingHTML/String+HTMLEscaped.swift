extension String {
    /// The string as HTML text or as an attribute's value in quotation marks, with references for
    /// `&`, `<`, `>`, `"` and `'`.
    ///
    /// - Complexity: O(*n*) in the length of the string.
    public var htmlEscaped: String {
        var output: [UInt8] = []
        output.reserveCapacity(utf8.count)
        output.append(self, escaping: .markup)
        return String(decoding: output, as: UTF8.self)
    }
}
