import Foundation

@testable import FootingHTML

/// The promises of documents for any bytes, of which the first two choose options and a split.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct HTMLDocumentPromises {
    private static let contentTypes: [String?] = [
        nil, "text/html; charset=utf-8", "windows-1251", "utf-16le", "shift_jis", "gb18030",
        "iso-2022-jp", "x-user-defined",
    ]
    private static let contexts = [
        "body", "table", "tr", "select", "svg desc", "math mi", "template", "title",
    ]
    private static let url = URL(string: "http://example.org/a/b?c#d")

    private let bytes: [UInt8]
    private var options: HTMLOptions
    private let contentType: String?
    private let context: String?
    private let pieceSize: Int

    init(_ input: [UInt8]) {
        let choice = input.first ?? 0
        options = choice & 1 == 0 ? .standard : .untrusted
        options.reportsSyntax = choice & 2 != 0
        options.isScriptingEnabled = choice & 4 != 0
        if choice & 8 != 0 {
            options.limits.inputBytes = 2_000
            options.limits.depth = 12
            options.limits.attributes = 3
            options.limits.tokenBytes = 100
            options.limits.nodes = 100
        }
        contentType = Self.contentTypes[Int(choice >> 4 & 7)]
        let second = input.dropFirst().first ?? 0
        context = choice & 0x80 == 0 ? nil : Self.contexts[Int(second & 7)]
        pieceSize = 1 + Int(second) * Int(second) / 16
        bytes = Array(input.dropFirst(2))
    }

    func check() {
        if let context {
            let text = String(decoding: bytes, as: UTF8.self)
            do throws(HTMLError) {
                check(
                    try HTMLDocument(fragment: text, in: context, url: Self.url, options: options)
                )
            } catch {
                expect(false, "\(error)")
            }
            return
        }
        let whole = HTMLDocument(bytes, contentType: contentType, url: Self.url, options: options)
        check(whole)
        expect(whole.head != nil, "no head")
        expect(whole.body != nil, "no body")
        var parser = HTMLDocument.Parser(
            contentType: contentType,
            url: Self.url,
            options: options
        )
        var wasComplete = false
        for start in stride(from: 0, to: bytes.count, by: pieceSize) {
            parser.append(bytes[start..<min(start + pieceSize, bytes.count)])
            expect(parser.isHeadComplete || !wasComplete, "the head opens again")
            wasComplete = parser.isHeadComplete
        }
        let pushed = parser.finish()
        // Bytes that are gone can't be read again in the encoding that a late `meta` declares.
        let isInConflict = pushed.report.issues.contains { $0.code == .encodingConflict }
        guard !isInConflict, pushed.report.issueCount <= options.limits.issues else { return }
        expect(pushed.html == whole.html, "another document in pieces of \(pieceSize)")
        expect(pushed.report == whole.report, "another report in pieces: \(pushed.report.issues)")
        expect(pushed.isQuirks == whole.isQuirks, "another mode in pieces")
        expect(pushed.tree.nodes.count == whole.tree.nodes.count, "other nodes in pieces")
    }

    private func check(_ document: HTMLDocument) {
        checkTree(document.tree)
        checkEvents(document)
        expect(document.report.issues.count <= options.limits.issues, "too many issues")
        for issue in document.report.issues {
            expect(0...document.tree.source.count ~= issue.offset, "an issue outside: \(issue)")
            expect(issue.line > 0 && issue.column > 0, "an issue without a location: \(issue)")
        }
        for table in document.select("table") {
            let cells = table.cells
            expect(cells.allSatisfy { $0.count == cells[0].count }, "rows of unequal length")
        }
        let text = document.text
        expect(text.utf8.first != 0x0A && text.utf8.last != 0x0A, "a line break outside the text")
        expect(!text.contains("\0"), "a NUL in the text")
        _ = (document.title, document.language, document.elementsByID, document.baseURL)
        _ = (document.metadata, document.links)
        _ = document.html { edit in if edit.element.name == "p" { edit.unwrap() } }
    }

    private func checkTree(_ tree: Tree) {
        let nodes = tree.nodes
        expect(nodes.count <= tree.source.count + 2_000, "\(nodes.count) nodes")
        expect(nodes.count <= options.limits.nodes + 8, "\(nodes.count) nodes above the limit")
        expect(isUTF8(tree.source[...]), "the source is not UTF-8")
        var (node, depth, visited): (NodeID, Int, Int) = (0, 0, 0)
        while true {
            visited += 1
            guard visited <= nodes.count else { return expect(false, "a node is visited twice") }
            expect(depth <= options.limits.depth + 3, "\(depth) levels")
            let record = tree[node]
            check(record, node, in: tree)
            if record.firstChild != noNode {
                node = record.firstChild
                depth += 1
                continue
            }
            while tree[node].next == noNode {
                guard tree[node].parent != noNode else { return }
                node = tree[node].parent
                depth -= 1
            }
            node = tree[node].next
        }
    }

    private func check(_ record: Node, _ node: NodeID, in tree: Tree) {
        let (first, last) = (record.firstChild, record.lastChild)
        expect((first == noNode) == (last == noNode), "one end of children")
        if first != noNode {
            expect(tree[first].parent == node, "another parent of the first child")
            expect(tree[first].previous == noNode, "a child before the first")
            expect(tree[last].parent == node, "another parent of the last child")
            expect(tree[last].next == noNode, "a child behind the last")
        }
        if record.next != noNode {
            expect(tree[record.next].previous == node, "siblings differ")
            expect(tree[record.next].parent == record.parent, "siblings of two parents")
        }
        switch record.kind {
        case .text:
            expect(record.run.count > 0, "an empty text")
            checkText(record.run, in: tree)
        case .comment: checkText(record.run, in: tree)
        case .element, .instruction, .doctype:
            let ids = record.attributes.map { tree.attributes[$0].nameID }
            expect(Set(ids).count == ids.count, "an attribute twice")
            for index in record.attributes { checkText(tree.attributes[index].value, in: tree) }
        case .document: expect(node == 0, "a second document")
        }
    }

    private func checkText(_ run: Run, in tree: Tree) {
        let buffer = run.isAside ? tree.side : tree.source
        let bytes = buffer[run.offset..<run.offset + Int(run.count)]
        expect(isUTF8(bytes), "a text is not UTF-8")
        expect(!bytes.contains(0x0D) || run.isAside, "a carriage return in the source")
    }

    private func isUTF8(_ bytes: ArraySlice<UInt8>) -> Bool {
        String(validating: bytes, as: UTF8.self) != nil
    }

    private func checkEvents(_ document: HTMLDocument) {
        var open: [HTMLElement] = []
        var started: [HTMLElement] = []
        for event in document.events {
            switch event {
            case .start(let element):
                let parent = element.parent
                expect(open.isEmpty || parent == open.last, "the start of another's child")
                open.append(element)
                started.append(element)
            case .end(let element): expect(open.popLast() == element, "the end of another element")
            case .text, .other: break
            }
        }
        expect(open.isEmpty, "elements without an end")
        expect(document.select("*") == started, "other elements selected than started")
    }
}
