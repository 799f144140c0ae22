import FootingBytes
import Foundation
import XCTest

@testable import FootingHTML

/// The tests of tree construction of html5lib, in the folder that `FOOTING_HTML5LIB` names.
final class TreeConformanceTests: XCTestCase {
    func testTreesAreTheExpectedOnes() throws {
        var (runs, fragments, failures) = (0, 0, 0)
        var exceptions: [String: Int] = [:]
        for file in try HTML5Lib.files(in: "tree-construction", "dat") {
            let tests = TreeTest.tests(of: try String(contentsOf: file, encoding: .utf8))
            XCTAssertFalse(tests.isEmpty, file.lastPathComponent)
            for (number, test) in tests.enumerated() {
                if let exception = test.exception {
                    exceptions[exception, default: 0] += 1
                    continue
                }
                for scripting in test.scriptingModes {
                    runs += 1
                    if test.context != nil { fragments += 1 }
                    var options = HTMLOptions.standard
                    options.isScriptingEnabled = scripting
                    let document =
                        try test.context.map {
                            try HTMLDocument(fragment: test.input, in: $0, options: options)
                        } ?? HTMLDocument(test.input, options: options)
                    let result = document.tree.dump()
                    guard result != test.expected else { continue }
                    failures += 1
                    guard failures < 30 else { continue }
                    XCTFail(
                        """
                        \(file.lastPathComponent) \(number), scripting \(scripting), \
                        context \(test.context ?? "none")
                        \(test.input)
                        got
                        \(result)
                        not
                        \(test.expected)
                        """
                    )
                }
            }
        }
        XCTAssertEqual(failures, 0)
        print(
            """
            html5lib trees: \(runs) runs (\(fragments) of fragments), \(failures) failed, \
            exceptions \(exceptions)
            """
        )
    }
}

/// One test of tree construction.
struct TreeTest {
    let input: String
    let context: String?
    let scriptingModes: [Bool]
    let expected: String

    static func tests(of text: String) -> [TreeTest] {
        var tests: [TreeTest] = []
        var sections: [String: [Substring]] = [:]
        var section = ""
        let finish = {
            guard sections["#data"] != nil else { return }
            tests.append(TreeTest(sections))
            sections = [:]
        }
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line == "#data" { finish() }
            let names = [
                "#data", "#errors", "#new-errors", "#document-fragment", "#script-on",
                "#script-off", "#document",
            ]
            if names.contains(String(line)) {
                section = String(line)
                sections[section] = []
            } else {
                sections[section, default: []].append(line)
            }
        }
        finish()
        return tests
    }

    private init(_ sections: [String: [Substring]]) {
        input = (sections["#data"] ?? []).joined(separator: "\n")
        context = sections["#document-fragment"]?.first.map(String.init)
        scriptingModes =
            sections["#script-on"] != nil
            ? [true] : sections["#script-off"] != nil ? [false] : [false, true]
        var lines = sections["#document"] ?? []
        while lines.last?.isEmpty ?? false { lines.removeLast() }
        expected = lines.joined(separator: "\n")
    }

    /// The reason for which the tree of today's standard differs from the test, or `nil`.
    var exception: String? {
        if input.contains("selectedcontent") { return "selectedcontent is cloned" }
        var rest = input[...]
        while let range = rest.range(of: "<?") {
            rest = rest[range.upperBound...]
            guard let next = rest.unicodeScalars.first else { return "instructions" }
            if next == "_" || next.isASCII && next.properties.isAlphabetic {
                return "instructions"
            }
        }
        return nil
    }
}

extension Tree {
    /// The tree in the format of html5lib.
    func dump() -> String {
        var lines: [String] = []
        let top: NodeID = isFragment ? root : 0
        var node = next(after: top, in: top)
        while node != noNode {
            var depth = 0
            var parent = self[node].parent
            while parent != top {
                depth += self[parent].isHTML(.template) ? 2 : 1
                parent = self[parent].parent
            }
            let indent = "| " + String(repeating: "  ", count: depth)
            lines.append(indent + line(of: self[node]))
            if self[node].isElement {
                lines += attributeLines(of: self[node]).map { "\(indent)  \($0)" }
                if self[node].isHTML(.template) { lines.append("\(indent)  content") }
            }
            node = next(after: node, in: top)
        }
        return lines.joined(separator: "\n")
    }

    /// The node after another in tree order, also in a template.
    private func next(after node: NodeID, in scope: NodeID) -> NodeID {
        let child = self[node].firstChild
        return child != noNode ? child : nextSkippingChildren(of: node, in: scope)
    }

    private func line(of node: Node) -> String {
        let attribute = { (name: Name) in self.value(of: name, in: node).map { self.string($0) } }
        switch node.kind {
        case .text:
            return "\"\(string(node.run))\""
        case .comment:
            return "<!-- \(string(node.run)) -->"
        case .instruction:
            return "<?\(attribute(.target) ?? "") \(attribute(.data) ?? "")>"
        case .doctype:
            let (publicID, systemID) = (attribute(.public) ?? "", attribute(.system) ?? "")
            let hasIDs = !publicID.isEmpty || !systemID.isEmpty
            let ids = hasIDs ? " \"\(publicID)\" \"\(systemID)\"" : ""
            return "<!DOCTYPE \(attribute(.name) ?? "")\(ids)>"
        case .element, .document:
            let prefix = ["", "svg ", "math "][Int(node.namespace.rawValue)]
            return "<\(prefix)\(names.string(node.nameID))>"
        }
    }

    private func attributeLines(of node: Node) -> [String] {
        attributes[node.attributes].map { attribute in
            var name = names.string(attribute.nameID)
            let foreign = [
                "xlink:actuate", "xlink:arcrole", "xlink:href", "xlink:role", "xlink:show",
                "xlink:title", "xlink:type", "xml:lang", "xml:space", "xmlns:xlink",
            ]
            if node.namespace != .html, foreign.contains(name) {
                name = name.replacing(":", with: " ")
            } else if node.namespace != .html, name == "xmlns" {
                name = "xmlns xmlns"
            }
            return (name, string(attribute.value))
        }
        .sorted { first, second in first.0.utf8.lexicographicallyPrecedes(second.0.utf8) }
        .map { "\($0)=\"\($1)\"" }
    }
}
