import FootingBytes
import Foundation

@testable import FootingHTML

/// A document of simple, well-formed markup.
func page(_ html: String, url: String? = nil) -> HTMLDocument {
    var builder = Builder(html.contains("<html") ? html : html.contains("<body") ? "<html><head></head>\(html)</html>" : "<html><head></head><body>\(html)</body></html>")
    return builder.document(url: url.flatMap { URL(string: $0) })
}

private struct Builder {
    var nodes: [Node] = [Node(.document)]
    var attributes: [Attribute] = []
    var names = NameTable.known
    var side: [UInt8] = []
    let bytes: [UInt8]
    var index = 0
    var open: [NodeID] = [0]

    init(_ html: String) { bytes = Array(html.utf8) }

    mutating func run(_ text: String) -> Run {
        let start = side.count
        side += text.utf8
        return Run(aside: start..<side.count)
    }
    mutating func intern(_ name: String) -> NameID {
        var name = name
        return name.withUTF8 { unsafe names.intern(ByteView($0)) }
    }
    mutating func append(_ node: Node) -> NodeID {
        var node = node
        let id = NodeID(nodes.count), parent = open[open.count - 1]
        node.parent = parent
        node.previous = nodes[Int(parent)].lastChild
        if node.previous != noNode { nodes[Int(node.previous)].next = id } else { nodes[Int(parent)].firstChild = id }
        nodes[Int(parent)].lastChild = id
        nodes.append(node)
        return id
    }
    mutating func until(_ end: String) -> String {
        let end = Array(end.utf8)
        let start = index
        while index < bytes.count, !bytes[index...].starts(with: end) { index += 1 }
        return String(decoding: bytes[start..<index], as: UTF8.self)
    }
    func unescaped(_ s: String) -> String {
        s.replacingOccurrences(of: "&lt;", with: "<").replacingOccurrences(of: "&gt;", with: ">")
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&nbsp;", with: "\u{A0}").replacingOccurrences(of: "&amp;", with: "&")
    }
    mutating func document(url: URL?) -> HTMLDocument {
        while index < bytes.count {
            if bytes[index...].starts(with: "<!--".utf8) {
                index += 4
                let text = until("-->")
                index += 3
                _ = append(Node(.comment, run: run(text)))
            } else if bytes[index...].starts(with: "<!".utf8) {
                _ = until(">"); index += 1
                let start = attributes.count
                attributes.append(Attribute(nameID: Name.name.id, value: run("html")))
                _ = append(Node(.doctype, run: Run(start..<attributes.count)))
            } else if bytes[index...].starts(with: "</".utf8) {
                _ = until(">"); index += 1
                open.removeLast()
            } else if bytes[index] == 0x3C {
                index += 1
                let tag = until(">"); index += 1
                startTag(tag)
            } else {
                let text = unescaped(until("<"))
                _ = append(Node(.text, run: run(text)))
            }
        }
        let tree = Tree(nodes: nodes, attributes: attributes, names: names, source: [], side: side, isQuirks: false, isFragment: false)
        let report = IssueLog(.standard).report(rest: .empty)
        return HTMLDocument(content: DocumentContent(tree, url: url, report: report, scriptingEnabled: false))
    }
    mutating func startTag(_ tag: String) {
        let name = String(tag.prefix { $0 != " " && $0 != "\n" })
        var rest = tag.dropFirst(name.count)
        let foreign = name == "svg" || nodes[Int(open[open.count - 1])].namespace == .svg && nodes[Int(open[open.count - 1])].name != .foreignObject
        let start = attributes.count
        while let c = rest.first {
            if c == " " || c == "\n" { rest.removeFirst(); continue }
            let key = rest.prefix { $0 != "=" && $0 != " " }
            rest = rest.dropFirst(key.count)
            var value = ""
            if rest.first == "=" {
                rest.removeFirst()
                if let q = rest.first, q == "\"" || q == "'" {
                    rest.removeFirst()
                    value = String(rest.prefix { $0 != q })
                    rest = rest.dropFirst(value.count + 1)
                } else {
                    value = String(rest.prefix { $0 != " " })
                    rest = rest.dropFirst(value.count)
                }
            }
            let id = intern(String(key))
            attributes.append(Attribute(nameID: id, value: run(unescaped(value))))
        }
        let id = append(Node(intern(name), foreign ? .svg : .html, attributes: start..<attributes.count))
        if Name(id: intern(name)).isVoid { return }
        open.append(id)
        if ["script", "style", "textarea", "title"].contains(name), !foreign {
            let text = until("</\(name)")
            if !text.isEmpty { _ = append(Node(.text, run: run(text))) }
        }
    }
}
