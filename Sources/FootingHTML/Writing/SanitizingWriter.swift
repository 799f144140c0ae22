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
    private var writer: MarkupWriter
    private var isChanged = false

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
        writer.write()
        let isChanged = writer.isChanged || leavesOut || !content.report.isClean
        return (writer.writer.string, isChanged)
    }

    private init(_ policy: HTMLSanitizer, _ tree: Tree) {
        self.policy = policy
        self.tree = tree
        knownAttributes = policy.attributeNames.compactMap(tree.names.id)
        rules = Array(repeating: nil, count: tree.names.count)
        writer = MarkupWriter(tree, capacity: tree.source.count)
    }

    private mutating func write() {
        let tree = tree
        for child in tree.children(of: tree.root) {
            tree.walk(child) { _, record in
                enter(record)
            } leave: { _, record in
                if treatment(of: record) == .kept { writer.writeEndTag(record) }
            }
        }
    }

    /// Writes the start of a node, and returns whether its content follows.
    private mutating func enter(_ record: Node) -> Bool {
        switch record.kind {
        case .text:
            tree.withBytes(of: record.run) { writer.writeText($0, escaping: .attribute) }
            return false
        case .element:
            let treatment = treatment(of: record)
            if treatment == .kept { writeStartTag(record) } else { isChanged = true }
            return treatment == .unwrapped || treatment == .kept && !record.name.isIn(.void)
        case .document, .comment, .instruction, .doctype:
            isChanged = true
            return false
        }
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
        writer.beginTag(record)
        let isLink = record.name == .a || record.name == .area
        var (relations, hasRelations): (Run?, Bool) = (nil, false)
        for attribute in tree.attributes[record.attributes] {
            if attribute.nameID == Name.rel.id { relations = attribute.value }
            guard write(attribute, check(of: attribute.nameID, on: record.nameID)) else {
                if attribute.nameID != Name.rel.id { isChanged = true }
                continue
            }
            if isLink, attribute.nameID == Name.href.id, let relations = policy.linkRelations {
                hasRelations = true
                writer.writeAttribute("rel", relations)
            }
        }
        if let relations, !(hasRelations && areInPolicy(relations)) { isChanged = true }
        writer.endTag(record)
    }

    /// Whether the policy's value of `rel` has all words of another.
    private func areInPolicy(_ relations: Run) -> Bool {
        let allowed = policy.linkRelations?.words ?? []
        return tree.string(relations).lowercasedASCII.words.allSatisfy(allowed.contains)
    }

    /// Writes an attribute, unless its value is not allowed.
    private mutating func write(_ attribute: Attribute, _ check: HTMLSanitizer.Check) -> Bool {
        let tree = tree
        return tree.withBytes(of: attribute.value) { value in
            var other: String?
            switch check {
            case .refused:
                return false
            case .plain:
                break
            case .id:
                isChanged = true
                other = (policy.idPrefix ?? "") + value.text
            case .target:
                guard value.text.lowercasedASCII == "_blank" else { return false }
                other = "_blank"
            case .url:
                if (0..<value.count).contains(where: { value[$0] <= 0x20 }) {
                    other = String(decoding: URL.strippedURL(value.text), as: UTF8.self)
                }
                let scheme = other?.utf8.withView { URL.scheme(of: $0) } ?? URL.scheme(of: value)
                guard policy.allows(scheme: scheme) else { return false }
            }
            if let other {
                other.utf8.withView { writer.writeAttribute(attribute.nameID, $0) }
            } else {
                writer.writeAttribute(attribute.nameID, value)
            }
            return true
        }
    }
}
