import Foundation
import FootingBytes
import FootingPropertyLists

/// Reads a property list in any of its formats that is a string or an array of strings.
///
/// The decoder is not used, because it reads some strings as null.
func strings(in bytes: Data) -> (texts: [String], isArray: Bool)? {
    let isText = unsafe bytes.withUnsafeBytes { bytes in
        let bytes = unsafe ByteView(bytes)
        return !PropertyList.isBinary(bytes) && !PropertyList.isXML(bytes)
    }
    if isText {
        return unsafe bytes.withUnsafeBytes { unsafe OpenStepScanner.strings(in: ByteView($0)) }
    }
    return DecoderInput.withDocument(inPropertyList: bytes) { document in
        let isArray = document[0].kind == .array
        var texts: [String] = []
        for index in (isArray ? 1 : 0)..<document.count {
            guard document[index].kind == .string, let text = document.text(of: document[index])
            else { return nil }
            texts.append(text)
        }
        return (texts, isArray)
    } ?? nil
}

extension OpenStepScanner {
    /// Reads a property list in OpenStep's text format that is a string or an array of strings.
    ///
    /// - Returns: `nil` for any other text, and for one that isn't UTF-8, has a faulty escape, or
    ///   has a NUL and may be in UTF-16.
    static func strings(in bytes: ByteView) -> (texts: [String], isArray: Bool)? {
        guard bytes.index(of: 0, from: 0) == bytes.count else { return nil }
        var scanner = OpenStepScanner(bytes)
        var texts: [String] = []
        scanner.skipBlank()
        let isArray = scanner.byte == UInt8(ascii: "(")
        if isArray {
            guard let elements = scanner.readElements() else { return nil }
            texts = elements
        } else {
            guard let text = scanner.readText() else { return nil }
            texts = [scanner.string(of: text)]
        }
        scanner.skipBlank()
        guard scanner.byte == nil, scanner.openComment == nil, scanner.faults.isEmpty else {
            return nil
        }
        return (texts, isArray)
    }

    /// Reads an array of strings, or returns `nil` for another one; a comma may end it.
    private mutating func readElements() -> [String]? {
        var elements: [String] = []
        repeat {
            position &+= 1
            skipBlank()
            if byte == UInt8(ascii: ")") { break }
            guard let text = readText() else { return nil }
            elements.append(string(of: text))
            skipBlank()
        } while byte == UInt8(ascii: ",")
        guard byte == UInt8(ascii: ")") else { return nil }
        position &+= 1
        return elements
    }
}
