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

    /// The depth of an entry.
    static let entryDepth = 2

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

/// Prints a document, and remembers where its entries are.
struct CatalogPrinter {
    private let layout: CatalogLayout
    private let document: JSONDocument
    /// The number of bytes after which printing stops.
    private let limit: Int
    private(set) var output: [UInt8] = []
    /// The object with the entries, in the document.
    private let entriesIndex: Int?
    /// The names and the values of the entries in the output.
    private(set) var entries: [(name: Range<Int>, value: Range<Int>)] = []
    /// The braces of the object with the entries in the output.
    private(set) var entriesRange = 0..<0
    private var lineBreaks: [[UInt8]]

    /// Whether the output is incomplete.
    var isOverLimit: Bool { output.count > limit }

    /// Prints a whole document, whose entries are in the object with an index, up to a limit.
    init(_ document: JSONDocument, _ layout: CatalogLayout, entriesIndex: Int, limit: Int) {
        self.init(document, layout, entriesIndex, limit: limit)
        if layout.hasMark { output += [0xEF, 0xBB, 0xBF] }
        print(0, depth: 0)
        if layout.hasFinalLineEnd { output += layout.lineEnd }
    }

    /// Prints the value of an entry.
    init(entry document: JSONDocument, _ layout: CatalogLayout) {
        self.init(document, layout, nil, limit: .max)
        print(0, depth: CatalogLayout.entryDepth)
    }

    private init(
        _ document: JSONDocument,
        _ layout: CatalogLayout,
        _ entriesIndex: Int?,
        limit: Int
    ) {
        (self.document, self.layout, self.entriesIndex) = (document, layout, entriesIndex)
        self.limit = limit
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
        let start = output.count
        output.append(UInt8(ascii: isObject ? "{" : "["))
        var next = index + 1
        if next == token.extent, layout.splitsEmptyObjects {
            output += layout.lineEnd
            appendLineBreak(depth)
        }
        while next < token.extent, !isOverLimit {
            if next > index + 1 { output.append(UInt8(ascii: ",")) }
            appendLineBreak(depth + 1)
            let nameStart = output.count
            if isObject {
                print(next, depth: depth)
                next += 1
                output += layout.colon
            }
            let valueStart = output.count
            print(next, depth: depth + 1)
            if index == entriesIndex {
                let name = nameStart..<(valueStart - layout.colon.count)
                entries.append((name, valueStart..<output.count))
            }
            next = document.index(after: next)
        }
        if token.extent > index + 1 { appendLineBreak(depth) }
        output.append(UInt8(ascii: isObject ? "}" : "]"))
        if index == entriesIndex { entriesRange = start..<output.count }
    }

    private mutating func appendLineBreak(_ depth: Int) {
        while lineBreaks.count <= depth { lineBreaks.append(layout.lineBreak(lineBreaks.count)) }
        output += lineBreaks[depth]
    }

    private mutating func appendContent(of token: JSONToken) {
        unsafe document.content(of: token).withBytes { unsafe output += $0 }
    }
}
