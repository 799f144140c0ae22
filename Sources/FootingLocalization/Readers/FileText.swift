import FootingBytes
import FootingPropertyLists

/// The content of a file in UTF-8: text, or a property list.
struct FileText {
    let bytes: ByteView
    private let isConverted: Bool

    /// Calls `body` with the content of a file, and notes invalid characters.
    static func read(
        _ file: [UInt8],
        into builder: StringTableBuilder,
        _ body: (FileText) throws(FileFault) -> Void
    ) throws(FileFault) {
        let converted = unsafe file.withUnsafeBufferPointer { unsafe ConvertedText(ByteView($0)) }
        let bytes = converted?.bytes ?? file
        try unsafe bytes.withUnsafeBufferPointer { buffer throws(FileFault) in
            let bytes = unsafe ByteView(buffer)
            if let converted, let fault = converted.firstFault {
                var lines = LineCounter()
                builder.note(
                    .undecodableText,
                    line: lines.line(at: fault, in: bytes),
                    .usedRepaired,
                    "The file has " + String(converted.faultCount) + " places with invalid Unicode."
                )
            }
            try body(FileText(bytes: bytes, isConverted: converted != nil))
        }
    }

    var isPropertyList: Bool { PropertyList.isBinary(bytes) || PropertyList.isXML(bytes) }

    /// Calls `body` with the dictionary of a property list; a binary list has no lines.
    func withPropertyList(
        _ body: (_ document: JSONDocument, _ hasLines: Bool) -> Void
    ) throws(FileFault) {
        var fault: FileFault?
        do throws(JSONFault) {
            let json = try PropertyList.json(
                of: bytes,
                isConverted: isConverted,
                maximumDepth: StringsReader.maximumDepth,
                maximumContent: TableFile.maximumSize
            )
            try unsafe json.withUnsafeBufferPointer { buffer throws(JSONFault) in
                let view = unsafe ByteView(buffer)
                try JSONTape.scan(view).withDocument(over: view) { document in
                    if document[0].kind != .object {
                        fault = .noList
                    } else if document.elementCount(of: 0) > 2 * StringsReader.maximumEntries {
                        fault = .listTooLong
                    } else {
                        body(document, !PropertyList.isBinary(bytes))
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
}
