import Foundation
import FootingBytes
import FootingPropertyLists

/// Reads a property list in any of its formats that is a string or an array of strings, or returns
/// `nil` for another one, or one with a string that is slow to compare.
///
/// The decoder is not used, because it reads some strings as null.
func strings(in bytes: Data, isArray: Bool) -> [String]? {
    let isText = unsafe bytes.withUnsafeBytes { bytes in
        let bytes = unsafe ByteView(bytes)
        return !PropertyList.isBinary(bytes) && !PropertyList.isXML(bytes)
    }
    let list =
        isText
        ? unsafe bytes.withUnsafeBytes { unsafe OpenStepScanner.strings(in: ByteView($0)) }
        : DecoderInput.withDocument(inPropertyList: bytes) { $0.strings } ?? nil
    guard let list, list.isArray == isArray, !list.texts.contains(where: \.isSlowToCompare) else {
        return nil
    }
    return list.texts
}

extension JSONDocument {
    /// The string, or the strings of the array, that the document consists of.
    fileprivate var strings: (texts: [String], isArray: Bool)? {
        let isArray = self[0].kind == .array
        var texts: [String] = []
        for index in (isArray ? 1 : 0)..<count {
            guard self[index].kind == .string, let text = text(of: self[index]) else { return nil }
            texts.append(text)
        }
        return (texts, isArray)
    }
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

/// Writes a value as a binary property list.
func propertyList(of value: some Encodable) -> Data? {
    let encoder = PropertyListEncoder()
    encoder.outputFormat = .binary
    if let bytes = try? encoder.encode(value) { return bytes }
    // The encoder refuses a root that is not a container, so it writes an array of one element, and
    // the element becomes the root. The list begins with the array (its kind, and a reference to
    // the element) and ends with the reference to the root.
    guard var bytes = try? encoder.encode([value]), bytes.count > 42, bytes[8] == 0xA1 else {
        return nil
    }
    let size = Int(bytes[bytes.count - 25])
    guard 1...8 ~= size, bytes.count > 42 + size else { return nil }
    let end = bytes.count - 8
    bytes.replaceSubrange((end - size)..<end, with: Data(bytes[9..<(9 + size)]))
    return bytes
}
