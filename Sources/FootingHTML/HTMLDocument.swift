import FootingBytes

/// A page or fragment of HTML as a browser reads it.
public struct HTMLDocument: Sendable {
    let tree: Tree
    /// The encoding, and the problems found.
    public let report: HTMLReport

    init(utf8 source: [UInt8], context: String? = nil, options: HTMLOptions) {
        var builder = TreeBuilder(options)
        if let context { builder.beginFragment(in: context) }
        report = unsafe source.withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            builder.read(bytes, isFinal: true)
            return builder.tokenizer.log.report(rest: bytes)
        }
        tree = builder.tree(source: source)
    }
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
}
