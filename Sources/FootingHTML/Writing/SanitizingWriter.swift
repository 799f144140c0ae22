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
    /// The treatment of elements of a name, and of their attributes by the identifiers of names.
    private struct Rule {
        let treatment: HTMLSanitizer.Treatment
        var checks: [NameID: HTMLSanitizer.Check] = [:]
    }

    private let policy: HTMLSanitizer
    private let tree: Tree
    private var rules: [NameID: Rule] = [:]
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
        let content = HTMLDocument(fragment: html, options: options).content
        var writer = SanitizingWriter(policy, content.tree)
        writer.writeContent()
        let isChanged = writer.isChanged || !content.report.isClean
        return (String(decoding: writer.output, as: UTF8.self), isChanged)
    }

    private init(_ policy: HTMLSanitizer, _ tree: Tree) {
        self.policy = policy
        self.tree = tree
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
        if let rule = rules[record.nameID] { return rule.treatment }
        let treatment = policy.treatment(of: tree.names.string(record.nameID))
        rules[record.nameID] = Rule(treatment: treatment)
        return treatment
    }

    private mutating func check(of name: NameID, on element: NameID) -> HTMLSanitizer.Check {
        if let check = rules[element]?.checks[name] { return check }
        let check = policy.check(of: tree.names.string(name), on: tree.names.string(element))
        rules[element]?.checks[name] = check
        return check
    }

    private mutating func writeStartTag(_ record: Node) {
        output.append(UInt8(ascii: "<"))
        writeName(record.nameID)
        for index in record.attributes {
            let attribute = tree.attributes[index]
            let check = check(of: attribute.nameID, on: record.nameID)
            let value = check == .refused ? nil : checked(attribute.value, check)
            guard let value else {
                // The policy has a `rel` of its own.
                isChanged = isChanged || attribute.nameID != Name.rel.id
                continue
            }
            writeName(attribute.nameID, after: " ")
            write(value: value)
            let isLink = record.name == .a || record.name == .area
            if isLink, attribute.nameID == Name.href.id, let relations = policy.linkRelations {
                writeName(Name.rel.id, after: " ")
                write(value: relations)
            }
        }
        output.append(UInt8(ascii: ">"))
        if record.name == .pre { lineFeedDropped = output.count }
    }

    /// The value of an attribute as it is written, or `nil` if it is not allowed.
    private func checked(_ run: Run, _ check: HTMLSanitizer.Check) -> String? {
        let value = tree.string(run)
        switch check {
        case .refused:
            return nil
        case .plain:
            return value
        case .id:
            return policy.idPrefix.map { $0 + value }
        case .target:
            return value.lowercasedASCII == "_blank" ? "_blank" : nil
        case .url:
            let url = URL.strippedURL(value)
            let isAllowed =
                URL.scheme(of: url).map(policy.schemes.contains) ?? policy.allowsRelativeURLs
            return isAllowed ? String(decoding: url, as: UTF8.self) : nil
        }
    }

    private mutating func writeName(_ id: NameID, after prefix: String = "") {
        let tree = tree
        output += prefix.utf8
        tree.names.withBytes(of: id) { output.append($0) }
    }

    private mutating func write(value: String) {
        output += "=\"".utf8
        output.append(value, escaping: .attribute)
        output.append(UInt8(ascii: "\""))
    }
}
