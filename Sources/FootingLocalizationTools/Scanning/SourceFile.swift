import FootingBytes

/// The tokens of a Swift file.
struct SourceFile {
    let path: String
    var tokens: [SourceToken] = []
    var literals: [SourceLiteral] = []
    /// The comments for translators, by the lines on which they end.
    var comments: [UInt32: String] = [:]
    /// The lines of strings and comments without an end.
    var syntaxLines: [UInt32] = []

    private init(path: String) { self.path = path }

    /// Reads the tokens; any bytes can be read.
    static func read(_ bytes: [UInt8], path: String) -> SourceFile {
        unsafe bytes.withUnsafeBufferPointer { buffer in
            SwiftLexer(unsafe ByteView(buffer), SourceFile(path: path)).read()
        }
    }

    /// A token; outside the file, a symbol without bytes.
    subscript(index: Int) -> SourceToken {
        index >= 0 && index < tokens.count ? tokens[index] : SourceToken()
    }

    /// Whether an opening parenthesis is that of a call.
    func isCall(at open: Int) -> Bool {
        self[open].isOpen("(") && self[open].value > 0 && !self[open].isFirst
    }

    /// The tokens between an opening token and its counterpart.
    ///
    /// An enclosed list counts as its opening token; an interpolation, which precedes its literal,
    /// isn't included.
    func elements(after open: Int) -> [SourceToken] {
        var elements: [SourceToken] = []
        var index = open + 1
        while index < Int(tokens[open].value) {
            let token = tokens[index]
            if !token.isOpen("\\") { elements.append(token) }
            index = 1 + (token.kind == .open ? max(index, Int(token.value)) : index)
        }
        return elements
    }
}
