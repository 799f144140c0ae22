import FootingLocalizationMembers

/// The blanks of a string catalog.
struct CatalogLayout: Hashable, Sendable {
    /// Between a name and its value.
    var colon: [UInt8] = Array(" : ".utf8)
    /// Before the names of the root's members.
    var indentation: [UInt8] = Array("  ".utf8)
    var lineEnd: [UInt8] = [0x0A]
    /// Whether an empty line is between the braces of an empty object, and the brackets of an empty
    /// array.
    var splitsEmptyObjects = true
    var hasMark = false
    var hasFinalLineEnd = false

    /// The layout that Xcode writes.
    static let xcode = CatalogLayout()

    /// Deep documents get longer with the square of their depth.
    private static let maximumIndentation = 16

    private init() {}

    /// The layouts that a document may have by its first lines; none if it has another one.
    static func candidates(of root: JSONNode, _ bytes: [UInt8]) -> [CatalogLayout] {
        guard let name = root.members.first?.rawName,
            let brace = bytes.firstIndex(of: UInt8(ascii: "{"))
        else { return [] }
        var layout = CatalogLayout()
        layout.hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
        layout.hasFinalLineEnd = bytes.last == 0x0A
        if bytes[brace + 1] == 0x0D { layout.lineEnd = [0x0D, 0x0A] }
        let start = brace + 1 + layout.lineEnd.count
        guard 1...maximumIndentation ~= name.startIndex - 1 - start else { return [] }
        layout.indentation = Array(bytes[start..<(name.startIndex - 1)])
        guard layout.indentation.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return [] }
        let hasSpace = bytes[name.endIndex + 1] == 0x20
        if !hasSpace { layout.colon = Array(": ".utf8) }
        return [hasSpace, !hasSpace].map { splitsEmptyObjects in
            layout.splitsEmptyObjects = splitsEmptyObjects
            return layout
        }
    }

    func lineBreak(_ depth: Int) -> [UInt8] {
        var text = lineEnd
        for _ in 0..<depth { text += indentation }
        return text
    }
}

/// Prints a catalog in a layout.
struct CatalogPrinter {
    private let layout: CatalogLayout
    private var output: [UInt8] = []
    private var lineBreaks: [[UInt8]] = []
    /// The number of bytes after which printing stops.
    private let limit: Int

    static func text(of root: JSONNode, _ layout: CatalogLayout, limit: Int) -> [UInt8] {
        var printer = CatalogPrinter(layout: layout, limit: limit)
        if layout.hasMark { printer.output += [0xEF, 0xBB, 0xBF] }
        printer.print(root, depth: 0)
        return printer.output + (layout.hasFinalLineEnd ? layout.lineEnd : [])
    }

    private init(layout: CatalogLayout, limit: Int) { (self.layout, self.limit) = (layout, limit) }

    private mutating func print(_ node: JSONNode, depth: Int) {
        switch node {
        case .scalar(let bytes): output += bytes
        case .array(let values):
            output.append(UInt8(ascii: "["))
            for (index, value) in values.enumerated() where output.count <= limit {
                beginElement(index, depth + 1)
                print(value, depth: depth + 1)
            }
            end("]", isEmpty: values.isEmpty, depth)
        case .object(let members):
            output.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() where output.count <= limit {
                beginElement(index, depth + 1)
                output.append(0x22)
                output += member.rawName
                output.append(0x22)
                output += layout.colon
                print(member.value, depth: depth + 1)
            }
            end("}", isEmpty: members.isEmpty, depth)
        }
    }

    private mutating func beginElement(_ index: Int, _ depth: Int) {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        appendLineBreak(depth)
    }

    private mutating func end(_ bracket: Unicode.Scalar, isEmpty: Bool, _ depth: Int) {
        if isEmpty, layout.splitsEmptyObjects { output += layout.lineEnd }
        if !isEmpty || layout.splitsEmptyObjects { appendLineBreak(depth) }
        output.append(UInt8(ascii: bracket))
    }

    private mutating func appendLineBreak(_ depth: Int) {
        while lineBreaks.count <= depth { lineBreaks.append(layout.lineBreak(lineBreaks.count)) }
        output += lineBreaks[depth]
    }
}
