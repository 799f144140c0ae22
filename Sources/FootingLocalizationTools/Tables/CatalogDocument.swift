import FootingBytes
import FootingLocalization
import FootingLocalizationMembers

/// A catalog that was read and printed again.
struct CatalogDocument {
    let sourceLanguage: LanguageTag
    let layout: CatalogLayout
    /// The bytes of the file or, after a change of the layout, those that replace them.
    let printed: [UInt8]
    /// The braces of the object with the entries.
    let entriesRange: Range<Int>
    /// The ranges of names and values in the printed bytes.
    private(set) var entries: [(key: String?, name: Range<Int>, value: Range<Int>, line: Int)] = []

    static let maximumSize = 64 << 20
    static let maximumEntries = 1_000_000

    /// The fault of a layout that can't be kept, in which case the layout is that of Xcode.
    private(set) var layoutFault: TableFault?

    init(_ bytes: [UInt8]) throws(TableFault) {
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            return Result { () throws(TableFault) in try Self(view) }
        }
        self = try result.get()
    }

    private init(_ bytes: ByteView) throws(TableFault) {
        let tape: JSONTape
        do {
            tape = try JSONTape.scan(bytes)
        } catch {
            var lines = LineCounter()
            let line = lines.line(at: error.offset, in: bytes)
            switch error.reason {
            case .depth, .size:
                let message = "The catalog is nested too deep: simplify it."
                throw TableFault(.limitExceeded, line: line, message)
            default:
                let message = "The catalog isn't valid JSON: correct it."
                throw TableFault(.invalidCatalog, line: line, message)
            }
        }
        let result = tape.withDocument(over: bytes) { document in
            Result { () throws(TableFault) in try Self(document) }
        }
        self = try result.get()
    }

    private init(_ document: JSONDocument) throws(TableFault) {
        var strings: Int?
        var source: LanguageTag?
        for (name, value) in document.members(of: 0) {
            let text = document[value].kind == .string ? document.text(of: document[value]) : nil
            switch name {
            case "strings": strings = document[value].kind == .object ? value : nil
            case "sourceLanguage": source = text.flatMap { LanguageTag($0) }
            case "version":
                guard text == "1" || text?.hasPrefix("1.") == true else {
                    let message = "The catalog's version is none that begins with 1: use Xcode."
                    throw TableFault(.invalidCatalog, message)
                }
            default: break
            }
        }
        guard let strings, let source else {
            let message = "The catalog has no strings or no source language: add them."
            throw TableFault(.invalidCatalog, message)
        }
        guard document.elementCount(of: strings) <= 2 * Self.maximumEntries else {
            let message = "The catalog has more than a million strings: split it."
            throw TableFault(.limitExceeded, message)
        }
        sourceLanguage = source
        let bytes = document.bytes
        var fault: Int? = 0
        if let own = CatalogLayout(of: document) {
            let printer = CatalogPrinter(document, own, entriesIndex: strings, limit: bytes.count)
            fault = Self.difference(of: printer.output, from: bytes)
            if fault == nil {
                layout = own
                (printed, entriesRange) = (printer.output, printer.entriesRange)
                addEntries(printer.entries, document, strings)
                return
            }
        }
        var lines = LineCounter()
        layoutFault = TableFault(
            .layoutNotReproducible,
            line: lines.line(at: fault ?? 0, in: bytes),
            "The catalog's layout can't be kept in an edit: rewrite the catalog with --reformat, "
                + "or in Xcode."
        )
        layout = .xcode
        let printer = CatalogPrinter(
            document,
            layout,
            entriesIndex: strings,
            limit: Self.maximumSize
        )
        guard !printer.isOverLimit else {
            let message = "The catalog would be larger than 64 MiB: split it."
            throw TableFault(.limitExceeded, message)
        }
        (printed, entriesRange) = (printer.output, printer.entriesRange)
        addEntries(printer.entries, document, strings)
    }

    private mutating func addEntries(
        _ ranges: [(name: Range<Int>, value: Range<Int>)],
        _ document: JSONDocument,
        _ strings: Int
    ) {
        entries.reserveCapacity(ranges.count)
        var lines = LineCounter()
        var index = strings + 1
        for (name, value) in ranges {
            let token = document[index]
            let line = lines.line(at: Int(token.start), in: document.bytes)
            entries.append((document.text(of: token), name, value, line))
            index = document.index(after: index + 1)
        }
    }

    /// The first index at which bytes differ from those of a file.
    private static func difference(of printed: [UInt8], from bytes: ByteView) -> Int? {
        if printed.count == bytes.count {
            let isSame = unsafe bytes.withBytes { unsafe printed.elementsEqual($0) }
            if isSame { return nil }
        }
        let count = min(printed.count, bytes.count)
        return (0..<count).first { printed[$0] != bytes[$0] } ?? count
    }
}
