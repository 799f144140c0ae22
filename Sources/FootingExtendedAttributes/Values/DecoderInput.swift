import FootingBytes
import FootingPropertyLists
import Foundation

/// Checks of bytes for faults that Foundation's decoders do not detect: deep nesting, strings with
/// too many combining marks, trailing commas, and keys that occur twice.
enum DecoderInput {
    /// The depth to which arrays and dictionaries may be nested.
    ///
    /// Decoding takes about 2 KiB of stack for each level, and a thread may have only 512 KiB.
    static let maximumDepth = 64

    static func isSoundJSON(_ bytes: Data) -> Bool {
        unsafe bytes.withUnsafeBytes { bytes in
            let view = unsafe ByteView(bytes)
            return !view.hasMark && withDocument(in: view) { !$0.hasSlowStrings } == true
        }
    }

    static func isSoundPropertyList(_ bytes: Data) -> Bool {
        let isBinary = unsafe bytes.withUnsafeBytes { unsafe PropertyList.isBinary(ByteView($0)) }
        return isBinary
            && withDocument(inPropertyList: bytes) { document in
                (0..<document.count).allSatisfy { !document.hasRepeatedKeys($0) }
            } == true
    }

    /// Converts a property list in binary or XML format to JSON, and calls `body` with it; returns
    /// `nil` for another list.
    ///
    /// The decoder allocates an object of some 32 bytes for each object of a binary list.
    static func withDocument<Result>(
        inPropertyList bytes: Data,
        _ body: (JSONDocument) -> Result
    ) -> Result? {
        let json = unsafe bytes.withUnsafeBytes { bytes in
            try? unsafe PropertyList.json(
                of: ByteView(bytes),
                isConverted: false,
                maximumDepth: maximumDepth,
                maximumContent: 64 * bytes.count,
                maximumMarks: String.combiningMarksLimit
            )
        }
        guard let json else { return nil }
        return unsafe json.withUnsafeBufferPointer { withDocument(in: unsafe ByteView($0), body) }
    }

    private static func withDocument<Result>(
        in json: ByteView,
        _ body: (JSONDocument) -> Result
    ) -> Result? {
        try? JSONTape.scan(json, maximumDepth: maximumDepth).withDocument(over: json, body)
    }
}

extension JSONDocument {
    /// Whether a key or a string is slow to compare; the decoders refuse an unpaired surrogate.
    fileprivate var hasSlowStrings: Bool {
        (0..<count).contains { index in
            let token = self[index]
            // Shorter strings have too few marks.
            guard token.kind == .string, token.extent > 2 * String.combiningMarksLimit else {
                return false
            }
            return text(of: token)?.isSlowToCompare != false
        }
    }

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
