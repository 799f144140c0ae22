import FootingHTML

/// The promises of sanitized fragments, for any bytes after one that chooses a policy.
///
/// The output is read without the package's tokenizer: each `<` must begin a tag as it is written.
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct HTMLSanitizerPromises {
    private let html: String
    private let sanitizer: HTMLSanitizer
    private let idPrefix: String?

    init(_ bytes: [UInt8]) {
        let choice = bytes.first ?? 0
        let presets: [HTMLSanitizer] = [.strict, .standard, .lenient, .lenient]
        var sanitizer = presets[Int(choice & 3)]
        idPrefix = choice & 4 == 0 ? nil : "user-"
        sanitizer.idPrefix = idPrefix
        self.sanitizer = sanitizer
        html = String(decoding: bytes.dropFirst(), as: UTF8.self)
    }

    func check() {
        let output = sanitizer.sanitized(html)
        check(output)
        check(sanitizer.sanitized(output))
        _ = sanitizer.changes(html)
        expect(sanitizer.sanitized(html) == output, "another output the second time")
    }

    private func check(_ output: String) {
        var open: [String] = []
        var rest = Array(output.utf8)[...]
        while let byte = rest.first {
            switch byte {
            case UInt8(ascii: "<"): readTag(&rest, &open)
            case UInt8(ascii: "&"): readReference(&rest)
            default:
                expect(byte != UInt8(ascii: ">") && byte != UInt8(ascii: "\""), "an unescaped byte")
                expect(byte != 0, "a NUL")
                rest.removeFirst()
            }
        }
        expect(open.isEmpty, "open elements: \(open)")
    }

    private func readTag(_ rest: inout ArraySlice<UInt8>, _ open: inout [String]) {
        rest.removeFirst()
        let isEnd = rest.first == UInt8(ascii: "/")
        if isEnd { rest.removeFirst() }
        let name = readName(&rest)
        expect(!name.isEmpty && !Self.neverAllowed.contains(name), "an element \(name)")
        while rest.first == UInt8(ascii: " ") {
            rest.removeFirst()
            let attribute = readName(&rest)
            guard !isEnd, rest.starts(with: Array("=\"".utf8)) else {
                return fail("an attribute without quotes", &rest)
            }
            rest = rest.dropFirst(2)
            var value: [UInt8] = []
            while let byte = rest.first, byte != UInt8(ascii: "\"") {
                expect(byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">"), "an open bracket")
                if byte == UInt8(ascii: "&") {
                    value += readReference(&rest)
                } else {
                    value.append(rest.removeFirst())
                }
            }
            guard !rest.isEmpty else { return fail("a value without an end", &rest) }
            rest.removeFirst()
            check(attribute, String(decoding: value, as: UTF8.self), of: name)
        }
        guard rest.first == UInt8(ascii: ">") else { return fail("a tag without an end", &rest) }
        rest.removeFirst()
        if isEnd {
            expect(open.popLast() == name, "the end of another element: \(name)")
        } else if !Self.void.contains(name) {
            open.append(name)
        }
    }

    private func fail(_ reason: String, _ rest: inout ArraySlice<UInt8>) {
        expect(false, reason)
        rest = []
    }

    private func readName(_ rest: inout ArraySlice<UInt8>) -> String {
        let name = rest.prefix { $0 &- 0x61 < 26 || $0 &- 0x30 < 10 || $0 == UInt8(ascii: "-") }
        rest = rest.dropFirst(name.count)
        return String(decoding: name, as: UTF8.self)
    }

    /// Reads one of the references that are written, and returns its text.
    @discardableResult
    private func readReference(_ rest: inout ArraySlice<UInt8>) -> [UInt8] {
        for (name, text) in Self.references where rest.starts(with: Array(name.utf8)) {
            rest = rest.dropFirst(name.utf8.count)
            return Array(text.utf8)
        }
        fail("an ampersand", &rest)
        return []
    }

    private func check(_ name: String, _ value: String, of element: String) {
        let isUnsafe =
            name.isEmpty || name.hasPrefix("on") || name.hasPrefix("form")
            || ["style", "srcdoc", "srcset", "is", "xmlns"].contains(name)
        expect(!isUnsafe, "an attribute \(name)")
        switch name {
        case "href", "src", "cite", "action", "poster", "background", "longdesc":
            let scheme = value.prefix { $0 != ":" && $0 != "/" && $0 != "?" && $0 != "#" }
            let isScheme =
                scheme.first.map { $0.isASCII && $0.isLetter } ?? false
                && scheme.allSatisfy {
                    $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0))
                }
            let hasScheme = isScheme && value.dropFirst(scheme.count).first == ":"
            let schemes = ["http", "https", "mailto", "tel"]
            expect(!hasScheme || schemes.contains(scheme.lowercased()), "a scheme: \(value)")
            let hasControls = value.unicodeScalars.contains { [9, 10, 13].contains($0.value) }
            expect(!hasControls, "control characters in a URL: \(value)")
        case "id", "name", "for":
            expect(idPrefix.map { value.hasPrefix($0) } ?? false, "an id: \(value)")
        case "target": expect(value == "_blank", "a target: \(value)")
        case "rel": expect(element == "a", "rel of \(element)")
        default: break
        }
    }

    private static let void = ["area", "br", "col", "hr", "img", "input", "source", "track", "wbr"]
    private static let references = [
        "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": "\"", "&nbsp;": "\u{A0}",
    ]
    private static let neverAllowed = [
        "script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript",
        "plaintext", "template", "svg", "math", "object", "embed", "applet", "base", "meta", "link",
        "frame", "frameset", "html", "head", "body", "select", "option", "listing",
    ]
}
