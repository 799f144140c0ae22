import FootingBytes

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

    /// Finds the layout of a document by its first lines and its first empty object or array.
    init?(of document: JSONDocument) {
        let bytes = document.bytes
        hasMark = bytes.hasMark
        hasFinalLineEnd = bytes.has(bytes.count - 1) && bytes[bytes.count - 1] == 0x0A
        guard document[0].kind == .object, document[0].extent > 2 else { return nil }
        let key = Int(document[1].start)
        let brace = Int(document[0].start) + 1
        let end = key + document[1].extent + 1
        guard bytes.has(brace), brace < key else { return nil }
        lineEnd = bytes[brace] == 0x0D ? [0x0D, 0x0A] : [0x0A]
        let hasSpace = bytes.has(end) && bytes[end] == 0x20
        colon = Array((hasSpace ? " : " : ": ").utf8)
        let start = brace + lineEnd.count
        guard 1...Self.maximumIndentation ~= key - 1 - start else { return nil }
        indentation = (start..<(key - 1)).map { bytes[$0] }
        guard indentation.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else { return nil }
        splitsEmptyObjects = hasSpace
        for index in 0..<document.count where document[index].isContainer {
            guard document[index].extent == index + 1 else { continue }
            let next = Int(document[index].start) + 1
            splitsEmptyObjects = bytes.has(next) && bytes[next] < 0x20
            break
        }
    }

    func lineBreak(_ depth: Int) -> [UInt8] {
        var text = lineEnd
        for _ in 0..<depth { text += indentation }
        return text
    }
}

/// Prints a document in a layout.
struct CatalogPrinter {
    private let layout: CatalogLayout
    private let document: JSONDocument
    private var output: [UInt8] = []
    private var lineBreaks: [[UInt8]]
    /// The number of bytes after which printing stops.
    private let limit: Int

    static func text(of document: JSONDocument, _ layout: CatalogLayout, limit: Int) -> [UInt8] {
        var printer = CatalogPrinter(document, layout, limit: limit)
        if layout.hasMark { printer.output += [0xEF, 0xBB, 0xBF] }
        printer.print(0, depth: 0)
        return printer.output + (layout.hasFinalLineEnd ? layout.lineEnd : [])
    }

    private init(_ document: JSONDocument, _ layout: CatalogLayout, limit: Int) {
        (self.document, self.layout, self.limit) = (document, layout, limit)
        lineBreaks = (0..<16).map(layout.lineBreak)
        output.reserveCapacity(document.bytes.count + 8)
    }

    // The scanner limits the depth.
    private mutating func print(_ index: Int, depth: Int) {
        let token = document[index]
        switch token.kind {
        case .object, .array: printElements(of: index, depth: depth)
        case .string:
            output.append(0x22)
            appendContent(of: token)
            output.append(0x22)
        default: appendContent(of: token)
        }
    }

    private mutating func printElements(of index: Int, depth: Int) {
        let token = document[index]
        let isObject = token.kind == .object
        output.append(UInt8(ascii: isObject ? "{" : "["))
        var next = index + 1
        if next == token.extent, layout.splitsEmptyObjects {
            output += layout.lineEnd
            appendLineBreak(depth)
        }
        while next < token.extent, output.count <= limit {
            if next > index + 1 { output.append(UInt8(ascii: ",")) }
            appendLineBreak(depth + 1)
            if isObject {
                print(next, depth: depth)
                next += 1
                output += layout.colon
            }
            print(next, depth: depth + 1)
            next = document.index(after: next)
        }
        if token.extent > index + 1 { appendLineBreak(depth) }
        output.append(UInt8(ascii: isObject ? "}" : "]"))
    }

    private mutating func appendLineBreak(_ depth: Int) {
        while lineBreaks.count <= depth { lineBreaks.append(layout.lineBreak(lineBreaks.count)) }
        output += lineBreaks[depth]
    }

    private mutating func appendContent(of token: JSONToken) {
        unsafe document.content(of: token).withBytes { unsafe output += $0 }
    }
}
