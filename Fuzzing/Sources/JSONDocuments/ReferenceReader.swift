@testable import FootingBytes

/// A slow, recursive reader of JSON, written after the grammar of RFC 8259.
struct ReferenceReader {
    private struct Refused: Error {}

    private let bytes: [UInt8]
    private var index = 0
    private var depth = 0
    private var tokens: [Token] = []

    /// The tokens of a document, or `nil` for other bytes.
    static func tokens(of bytes: [UInt8]) -> [Token]? {
        guard String(validating: bytes, as: UTF8.self) != nil else { return nil }
        var reader = ReferenceReader(bytes)
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { reader.index = 3 }
        do {
            try reader.readValue()
            reader.skipSpace()
            return reader.index == bytes.count ? reader.tokens : nil
        } catch {
            return nil
        }
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private var next: Unicode.Scalar? {
        index < bytes.count ? Unicode.Scalar(bytes[index]) : nil
    }

    private mutating func skipSpace() {
        while let next, " \t\n\r".unicodeScalars.contains(next) { index += 1 }
    }

    private mutating func take(_ scalar: Unicode.Scalar) -> Bool {
        guard next == scalar else { return false }
        index += 1
        return true
    }

    private mutating func require(_ scalar: Unicode.Scalar) throws {
        guard take(scalar) else { throw Refused() }
    }

    private mutating func readValue() throws {
        skipSpace()
        switch next {
        case "{": try readContainer(.object, "}")
        case "[": try readContainer(.array, "]")
        case "\"": try readString()
        case "t": try readWord("true", .true)
        case "f": try readWord("false", .false)
        case "n": try readWord("null", .null)
        default: try readNumber()
        }
    }

    private mutating func readContainer(_ kind: JSONToken.Kind, _ end: Unicode.Scalar) throws {
        depth += 1
        guard depth <= 512 else { throw Refused() }
        let own = tokens.count
        tokens.append(Token(kind: kind, start: index, extent: 0))
        index += 1
        skipSpace()
        if !take(end) {
            repeat {
                if kind == .object {
                    skipSpace()
                    try readString()
                    skipSpace()
                    try require(":")
                }
                try readValue()
                skipSpace()
            } while take(",")
            try require(end)
        }
        tokens[own].extent = tokens.count
        depth -= 1
    }

    private mutating func readWord(_ word: String, _ kind: JSONToken.Kind) throws {
        let start = index
        for scalar in word.unicodeScalars { try require(scalar) }
        tokens.append(Token(kind: kind, start: start, extent: index - start))
    }

    private mutating func readNumber() throws {
        let start = index
        _ = take("-")
        if !take("0") { try readDigits() }
        if take(".") { try readDigits() }
        if take("e") || take("E") {
            if !take("+") { _ = take("-") }
            try readDigits()
        }
        tokens.append(Token(kind: .number, start: start, extent: index - start))
    }

    private mutating func readDigits() throws {
        guard let next, "0"..."9" ~= next else { throw Refused() }
        while let next = self.next, "0"..."9" ~= next { index += 1 }
    }

    /// Reads a string as UTF-16, because surrogates may be unpaired.
    private mutating func readString() throws {
        try require("\"")
        let start = index
        var units: [UInt16] = []
        while !take("\"") {
            let plain = bytes[index...].prefix { $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }
            units += String(decoding: plain, as: UTF8.self).utf16
            index += plain.count
            if next == "\"" { continue }
            try require("\\")
            units.append(try readEscape())
        }
        let text = String(validating: units, as: UTF16.self)
        let token = Token(kind: .string, start: start, extent: index - 1 - start, text: text)
        tokens.append(token)
    }

    private mutating func readEscape() throws -> UInt16 {
        guard let escape = next else { throw Refused() }
        index += 1
        switch escape {
        case "\"", "\\", "/": return UInt16(escape.value)
        case "b": return 0x08
        case "f": return 0x0C
        case "n": return 0x0A
        case "r": return 0x0D
        case "t": return 0x09
        case "u":
            var unit: UInt16 = 0
            for _ in 0..<4 {
                guard let digit = next, digit.properties.isASCIIHexDigit else { throw Refused() }
                unit = unit << 4 | UInt16(Character(digit).hexDigitValue ?? 0)
                index += 1
            }
            return unit
        default: throw Refused()
        }
    }
}
