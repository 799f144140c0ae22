#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The encoding of a text file, with its byte order mark.
struct TextEncoding: Sendable {
    private let encoding: String.Encoding
    private let mark: [UInt8]

    static let utf8 = TextEncoding(of: [])

    /// Finds the encoding by the mark or, without one, by the zeros of ASCII characters.
    init(of bytes: [UInt8]) {
        let marks: [(mark: [UInt8], encoding: String.Encoding)] = [
            ([0xFE, 0xFF], .utf16BigEndian), ([0xFF, 0xFE], .utf16LittleEndian),
            ([0xEF, 0xBB, 0xBF], .utf8),
        ]
        let start = bytes.prefix(2)
        let zero = start.count == 2 ? start.firstIndex(of: 0) : nil
        let other = zero.map { $0 == 0 ? String.Encoding.utf16BigEndian : .utf16LittleEndian }
        (mark, encoding) =
            marks.first { bytes.starts(with: $0.mark) } ?? (mark: [], encoding: other ?? .utf8)
    }

    /// The text in UTF-8 without the mark; `nil` if encoding it again wouldn't give the bytes.
    func decode(_ bytes: [UInt8]) -> [UInt8]? {
        let content = bytes.dropFirst(mark.count)
        guard encoding != .utf8 else {
            return String(validating: content, as: UTF8.self) == nil ? nil : Array(content)
        }
        let text = String(bytes: content, encoding: encoding).map { Array($0.utf8) }
        return text.map(encode) == bytes ? text : nil
    }

    /// The bytes of a text in UTF-8, with the mark.
    func encode(_ text: [UInt8]) -> [UInt8] {
        guard encoding != .utf8 else { return mark + text }
        return mark + (String(decoding: text, as: UTF8.self).data(using: encoding) ?? Data())
    }
}
