import Foundation
import FootingBytes
import FootingFormats

/// Whether a list can be passed to `PropertyListDecoder`.
func isSoundPropertyList(_ bytes: Data) -> Bool {
    let isBinary = unsafe bytes.withUnsafeBytes { unsafe PropertyList.isBinary(ByteView($0)) }
    guard isBinary, let json = json(ofPropertyList: bytes) else { return false }
    return JSONShape.isSound(json.span)
        && withDocument(json) { document in
            (0..<document.count).allSatisfy { !document.hasRepeatedKeys($0) }
        } == true
}

/// Converts a property list in binary or XML format to JSON, or returns `nil` for another one.
///
/// The decoder allocates an object of some 32 bytes for each object of a binary list.
func json(ofPropertyList bytes: Data) -> [UInt8]? {
    unsafe bytes.withUnsafeBytes { bytes in
        try? unsafe PropertyList.json(
            of: ByteView(bytes),
            isConverted: false,
            maximumDepth: JSONShape.maximumDepth,
            maximumContent: 64 * bytes.count
        )
    }
}

func withDocument<Result>(_ json: [UInt8], _ body: (JSONDocument) -> Result) -> Result? {
    unsafe json.withUnsafeBufferPointer { buffer in
        let view = unsafe ByteView(buffer)
        return try? JSONTape.scan(view).withDocument(over: view, body)
    }
}

extension JSONDocument {
    /// Whether two keys of an object are one for the decoder, which are those that are canonically
    /// equivalent.
    fileprivate func hasRepeatedKeys(_ index: Int) -> Bool {
        guard self[index].kind == .object else { return false }
        var keys: Set<String> = []
        var key = index + 1
        while key < self[index].extent {
            guard let text = text(of: self[key]), keys.insert(text).inserted else { return true }
            key = self.index(after: key + 1)
        }
        return false
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
