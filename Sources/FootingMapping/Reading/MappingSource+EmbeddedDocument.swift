import FootingBytes

extension MappingSource {
    /// Parses this string as a JSON document, and calls `body` with its value.
    ///
    /// - Returns: The reason if the string can't be parsed, or `nil`.
    func withEmbeddedDocument(
        _ body: (borrowing MappingSource) -> Void
    ) -> MappingRefusal? {
        var text: String
        switch String.converted(from: self) {
        case .refused(let refusal): return refusal
        case let conversion: text = conversion.value ?? ""
        }
        let offset = byteOffset
        return text.withUTF8 { buffer in
            let bytes = unsafe ByteView(buffer)
            do throws(JSONFault) {
                try JSONTape.scan(bytes, maximumCount: options.limits.elements).withDocument(
                    over: bytes
                ) { document in
                    with {
                        ($0.document, $0.enclosingOffset) = (document, offset)
                    } _: { source in
                        body(MappingSource(token: 0, source.standing, in: source.context))
                    }
                }
                return nil
            } catch {
                return switch error.reason {
                case .depth: MappingRefusal(MappingOptions.Limit.depth)
                case .size: MappingRefusal(MappingOptions.Limit.stringBytes)
                default: MappingRefusal(MappingIssue.Code.invalidFormat)
                }
            }
        }
    }
}
