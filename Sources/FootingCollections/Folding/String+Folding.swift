extension String {
    /// Calls a closure with the folded bytes of the string.
    func withFoldedBytes<Result>(_ body: (inout FoldedBytes) -> Result) -> Result {
        var string = self
        return string.withUTF8 { utf8 in
            var bytes = unsafe FoldedBytes(utf8)
            return body(&bytes)
        }
    }

    /// Appends the folded bytes of the string.
    ///
    /// The buffer grows geometrically: reserving memory for each string would be quadratic.
    func appendFolded(to buffer: inout [UInt8]) {
        withFoldedBytes { buffer.append(contentsOf: IteratorSequence($0)) }
    }
}
