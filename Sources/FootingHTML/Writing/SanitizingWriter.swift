import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Writes the elements and attributes of a policy, and all texts with references.
///
/// Each `<` of the output begins a tag that this type wrote, and a value ends only at its quotation
/// mark. So the next reader finds the same tags, whatever tree it builds of them.
struct SanitizingWriter: ~Copyable {
    /// The treatment of elements of a name, and of each known attribute on them.
    private struct Rule {
        let treatment: HTMLSanitizer.Treatment
        var checks: [HTMLSanitizer.Check] = []
    }

    private let policy: HTMLSanitizer
    private let tree: Tree
    /// The attributes that the policy allows on any element, and the source has.
    private let knownAttributes: [NameID]
    /// The rules of elements by the identifiers of their names.
    private var rules: [Rule?]
    private var output: [UInt8] = []
    private var isChanged = false
    /// The end of a start tag behind which readers drop a line feed.
    private var lineFeedDropped = -1

    static func write(
        _ html: some StringProtocol,
        _ policy: HTMLSanitizer
    ) -> (html: String, isChanged: Bool) {
        var options = HTMLOptions.untrusted
        options.limits = policy.limits
        var reader = DocumentReader(stringWith: options)
        reader.builder.beginFragment(in: .html, "body")
        reader.readAll(html.utf8)
        let leavesOut = reader.builder.tokenizer.leavesOut
        let content = reader.content(url: nil)
        var writer = SanitizingWriter(policy, content.tree)
        writer.writeContent()
        let isChanged = writer.isChanged || leavesOut || !content.report.isClean
        return (String(decoding: writer.output, as: UTF8.self), isChanged)
    }

    private init(_ policy: HTMLSanitizer, _ tree: Tree) {
        self.policy = policy
        self.tree = tree
        knownAttributes = policy.attributeNames.compactMap(tree.names.id)
        rules = Array(repeating: nil, count: tree.names.count)
        output.reserveCapacity(tree.source.count)
    }

    private mutating func writeContent() {
        let root = tree.root
        guard root != noNode else { return }
        var node = tree[root].firstChild
        while node != noNode {
            if enter(node), tree[node].firstChild != noNode {
                node = tree[node].firstChild
                continue
            }
            while true {
                leave(node)
                if tree[node].next != noNode { break }
                node = tree[node].parent
                guard node != root, node != noNode else { return }
            }
            node = tree[node].next
        }
    }

    /// Writes the start of a node, and returns whether its content follows.
    private mutating func enter(_ node: NodeID) -> Bool {
        let record = tree[node]
        switch record.kind {
        case .text:
            let tree = tree
            tree.withBytes(of: record.run) { bytes in
                if output.count == lineFeedDropped, bytes.has(0), bytes[0] == 0x0A {
                    output.append(0x0A)
                }
                output.append(bytes, escaping: .attribute)
            }
            return false
        case .element:
            switch treatment(of: record) {
            case .kept:
                writeStartTag(record)
                return !record.name.isVoid
            case .unwrapped:
                isChanged = true
                return true
            case .dropped:
                isChanged = true
                return false
            }
        case .document, .comment, .instruction, .doctype:
            isChanged = true
            return false
        }
    }

    private mutating func leave(_ node: NodeID) {
        let record = tree[node]
        guard record.isElement, treatment(of: record) == .kept, !record.name.isVoid else { return }
        output += "</".utf8
        writeName(record.nameID)
        output.append(UInt8(ascii: ">"))
    }

    private mutating func treatment(of record: Node) -> HTMLSanitizer.Treatment {
        // SVG and MathML are never allowed, so all content of their elements is dropped.
        guard record.namespace == .html else { return .dropped }
        if let rule = rules[Int(record.nameID)] { return rule.treatment }
        let name = tree.names.string(record.nameID)
        var rule = Rule(treatment: policy.treatment(of: name))
        if rule.treatment == .kept {
            rule.checks = knownAttributes.map {
                policy.check(of: tree.names.string($0), on: name)
            }
        }
        rules[Int(record.nameID)] = rule
        return rule.treatment
    }

    private func check(of attribute: NameID, on element: NameID) -> HTMLSanitizer.Check {
        guard let index = knownAttributes.firstIndex(of: attribute) else { return .refused }
        return rules[Int(element)]?.checks[index] ?? .refused
    }

    private mutating func writeStartTag(_ record: Node) {
        output.append(UInt8(ascii: "<"))
        writeName(record.nameID)
        let isLink = record.name == .a || record.name == .area
        var (relations, hasRelations): (Run?, Bool) = (nil, false)
        defer {
            if let relations, !(hasRelations && areInPolicy(relations)) { isChanged = true }
        }
        for index in record.attributes {
            let attribute = tree.attributes[index]
            if attribute.nameID == Name.rel.id { relations = attribute.value }
            guard writeAttribute(attribute, check(of: attribute.nameID, on: record.nameID)) else {
                if attribute.nameID != Name.rel.id { isChanged = true }
                continue
            }
            if isLink, attribute.nameID == Name.href.id, let relations = policy.linkRelations {
                hasRelations = true
                writeName(of: Name.rel.id)
                output.append(relations, escaping: .attribute)
                output.append(UInt8(ascii: "\""))
            }
        }
        output.append(UInt8(ascii: ">"))
        if record.name == .pre { lineFeedDropped = output.count }
    }

    /// Whether the policy's value of `rel` has all words of another.
    private func areInPolicy(_ relations: Run) -> Bool {
        let words = tree.withBytes(of: relations) { $0.text.lowercasedASCII }
            .split(whereSeparator: \.isWhitespace)
        let allowed = (policy.linkRelations ?? "").split(whereSeparator: \.isWhitespace)
        return words.allSatisfy(allowed.contains)
    }

    /// Writes an attribute, unless its value is not allowed.
    private mutating func writeAttribute(
        _ attribute: Attribute,
        _ check: HTMLSanitizer.Check
    ) -> Bool {
        let tree = tree
        return tree.withBytes(of: attribute.value) { value in
            switch check {
            case .refused:
                return false
            case .plain:
                writeName(of: attribute.nameID)
                output.append(value, escaping: .attribute)
            case .id:
                isChanged = true
                writeName(of: attribute.nameID)
                output.append(policy.idPrefix ?? "", escaping: .attribute)
                output.append(value, escaping: .attribute)
            case .target:
                guard value.text.lowercasedASCII == "_blank" else { return false }
                writeName(of: attribute.nameID)
                output += "_blank".utf8
            case .url:
                guard (0..<value.count).contains(where: { value[$0] <= 0x20 }) else {
                    guard isAllowed(url: value) else { return false }
                    writeName(of: attribute.nameID)
                    output.append(value, escaping: .attribute)
                    break
                }
                let stripped = URL.strippedURL(value.text)
                return unsafe stripped.withUnsafeBytes { bytes in
                    let url = unsafe ByteView(bytes)
                    guard isAllowed(url: url) else { return false }
                    writeName(of: attribute.nameID)
                    output.append(url, escaping: .attribute)
                    output.append(UInt8(ascii: "\""))
                    return true
                }
            }
            output.append(UInt8(ascii: "\""))
            return true
        }
    }

    /// Whether the scheme of a URL is allowed, or a URL without one is.
    private func isAllowed(url: ByteView) -> Bool {
        var end = 0
        while url.has(end), isSchemeByte(url[end]) { end += 1 }
        let isScheme = end > 0 && Tokenizer.isLetter(url[0]) && url.has(":", at: end)
        guard isScheme else { return policy.allowsRelativeURLs }
        return policy.schemes.contains(url.slice(from: 0, count: end).text.lowercasedASCII)
    }

    private mutating func writeName(of attribute: NameID) {
        output.append(UInt8(ascii: " "))
        writeName(attribute)
        output += "=\"".utf8
    }

    private mutating func writeName(_ id: NameID) {
        let tree = tree
        tree.names.withBytes(of: id) { output.append($0) }
    }
}

private func isSchemeByte(_ byte: UInt8) -> Bool {
    Tokenizer.isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "+")
        || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
}
