/// The encoding of a text file, with its byte order mark.
struct TextEncoding: Sendable {
    private enum Unit: Sendable {
        case utf8, utf16(isBigEndian: Bool)
    }

    private let unit: Unit
    private let mark: [UInt8]

    static let utf8 = TextEncoding(unit: .utf8, mark: [])

    private init(unit: Unit, mark: [UInt8]) { (self.unit, self.mark) = (unit, mark) }

    /// Finds the encoding by the mark or, without one, by the zeros of ASCII characters.
    init(of bytes: [UInt8]) {
        let big = TextEncoding(unit: .utf16(isBigEndian: true), mark: [0xFE, 0xFF])
        let little = TextEncoding(unit: .utf16(isBigEndian: false), mark: [0xFF, 0xFE])
        if bytes.starts(with: big.mark) {
            self = big
        } else if bytes.starts(with: little.mark) {
            self = little
        } else if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            self.init(unit: .utf8, mark: [0xEF, 0xBB, 0xBF])
        } else if bytes.count > 1, bytes[0] == 0 || bytes[1] == 0 {
            self.init(unit: .utf16(isBigEndian: bytes[0] == 0), mark: [])
        } else {
            self = .utf8
        }
    }

    /// The text in UTF-8 without the mark; `nil` if encoding it again wouldn't give the bytes.
    func decode(_ bytes: [UInt8]) -> [UInt8]? {
        let content = bytes.dropFirst(mark.count)
        switch unit {
        case .utf8:
            return String(validating: content, as: UTF8.self) == nil ? nil : Array(content)
        case .utf16(let isBigEndian):
            guard content.count.isMultiple(of: 2) else { return nil }
            let units = stride(from: content.startIndex, to: content.endIndex, by: 2).map { index in
                let (first, second) = (UInt16(content[index]), UInt16(content[index + 1]))
                return isBigEndian ? first << 8 | second : second << 8 | first
            }
            return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
        }
    }

    /// The bytes of a text in UTF-8, with the mark.
    func encode(_ text: [UInt8]) -> [UInt8] {
        guard case .utf16(let isBigEndian) = unit else { return mark + text }
        let units = String(decoding: text, as: UTF8.self).utf16
        return mark
            + units.flatMap { unit -> [UInt8] in
                let (high, low) = (UInt8(unit >> 8), UInt8(truncatingIfNeeded: unit))
                return isBigEndian ? [high, low] : [low, high]
            }
    }
}
