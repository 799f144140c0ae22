import FootingBytes

/// A page or fragment of HTML as a browser reads it.
public struct HTMLDocument: Sendable {
    let content: DocumentContent
}

extension TreeBuilder {
    /// Prepares reading a fragment in an element, such as `td` or `svg desc`.
    mutating func beginFragment(in context: String) {
        let words = context.split(separator: " ", maxSplits: 1).map { $0.lowercased() }
        let namespace: Namespace =
            switch words.count == 2 ? words[0] : "" {
            case "svg": .svg
            case "math": .math
            default: .html
            }
        var name = words.last ?? "body"
        let id = name.withUTF8 { unsafe tokenizer.names.intern(ByteView($0)) }
        beginFragment(
            in: namespace == .svg ? NameTable.adjustedElement(id) : id,
            namespace
        )
    }
