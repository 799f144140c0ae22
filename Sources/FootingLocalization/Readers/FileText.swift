import FootingBytes
import FootingPropertyLists

/// The content of a file in UTF-8: text, or a property list.
struct FileText: ~Copyable {
    private let bytes: [UInt8]
    private let isConverted: Bool

    /// Converts a file, and notes invalid characters.
    init(_ file: consuming [UInt8], _ builder: StringTableBuilder) {
        let converted = unsafe file.withUnsafeBufferPointer { unsafe ConvertedText(ByteView($0)) }
        isConverted = converted != nil
        guard let converted else {
            bytes = file
            return
        }
        bytes = converted.bytes
        guard let fault = converted.firstFault else { return }
        var lines = LineCounter()
        builder.note(
            .undecodableText,
            line: withView { lines.line(at: fault, in: $0) },
            .usedRepaired,
            "The file has " + String(converted.faultCount) + " places with invalid Unicode."
        )
    }

    var isPropertyList: Bool { withView { PropertyList.isBinary($0) || PropertyList.isXML($0) } }

    func withView<Result>(_ body: (ByteView) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { unsafe body(ByteView($0)) }
    }

    /// Calls `body` with the dictionary of a property list; a binary list has no lines.
    consuming func withPropertyList(
        _ body: (_ document: JSONDocument, _ hasLines: Bool) -> Void
    ) throws(FileFault) {
        let hasLines = withView { !PropertyList.isBinary($0) }
        var fault: FileFault?
        do throws(JSONFault) {
            let json = try json()
            // Frees the file's bytes before the strings are made.
            _ = consume self
            try unsafe json.withUnsafeBufferPointer { buffer throws(JSONFault) in
                let view = unsafe ByteView(buffer)
                try JSONTape.scan(view).withDocument(over: view) { document in
                    if document[0].kind != .object {
                        fault = .noList
                    } else if document.elementCount(of: 0) > 2 * StringsReader.maximumEntries {
                        fault = .listTooLong
                    } else {
                        body(document, hasLines)
                    }
                }
            }
        } catch {
            switch error.reason {
            case .depth, .size: throw .listTooLarge
            case .utf8: throw .listNotUTF8
            default: throw .noList
            }
        }
        if let fault { throw fault }
    }

    private func json() throws(JSONFault) -> [UInt8] {
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(JSONFault) in
            try PropertyList.json(
                of: unsafe ByteView(buffer),
                isConverted: isConverted,
                maximumDepth: StringsReader.maximumDepth,
                maximumContent: BundledTable.maximumSize
            )
        }
    }
}
