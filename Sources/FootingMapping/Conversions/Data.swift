import FootingFormats
public import Foundation

extension Data: MappingConvertible {
    /// Converts `Data`, or a string in base64 with padding or in an encoding of
    /// ``Field/bytes(_:)``.
    ///
    /// Nonzero bits after the last byte are refused (RFC 4648, section 3.5).
    ///
    /// - Complexity: O(*n*) in the length.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<Data> {
        let options = source.options
        var encodings = source.settings?.dataEncodings ?? []
        if encodings.isEmpty { encodings = options.dataEncodings }
        return source.withScalar { scalar in
            switch scalar {
            case .text(let bytes):
                guard !encodings.isEmpty || options.readsStandardFormats else {
                    return .failed(.typeMismatch)
                }
                guard bytes.count <= options.limits.stringBytes else {
                    return .refused(MappingRefusal(.bytes))
                }
                let data =
                    encodings.isEmpty
                    ? DataEncoding.base64.read(bytes)
                    : encodings.lazy.compactMap { $0.read(bytes) }.first
                return data.map { .converted($0) } ?? .failed(.invalidFormat)
            case .brokenText:
                let isText = !encodings.isEmpty || options.readsStandardFormats
                return .failed(isText ? .invalidFormat : .typeMismatch)
            case .null:
                return .failed(.null)
            case .bool, .integer, .double, .number:
                return .failed(.typeMismatch)
            case .other:
                guard case .data(let data) = source.native else {
                    return source.onlyElement { Self.converted(from: $0) }
                }
                return .exact(data)
            }
        }
    }
}

extension DataEncoding {
    fileprivate func read(_ text: ByteView) -> Data? {
        switch kind {
        case .base64:
            return Self.base64(text)
        case .unpaddedBase64:
            return Self.base64(text, needsPadding: false)
        case .base64URL:
            return Self.base64(text, needsPadding: false, last: ("-", "_"))
        case .mimeBase64:
            let digits = (0..<text.count).lazy.map { text[$0] }.filter { $0 != 0x0A && $0 != 0x0D }
            return unsafe Array(digits).withUnsafeBytes { Self.base64(unsafe ByteView($0)) }
        case .hexadecimal:
            return hexadecimal(text)
        }
    }

    /// Decodes base64 with `last` as the last two digits of its alphabet.
    private static func base64(
        _ text: ByteView,
        needsPadding: Bool = true,
        last: (Unicode.Scalar, Unicode.Scalar) = ("+", "/")
    ) -> Data? {
        var count = text.count
        while count > 0, text.count &- count < 2, text[count &- 1] == UInt8(ascii: "=") {
            count &-= 1
        }
        let rest = count & 3
        let padding = text.count &- count
        guard rest != 1, padding == (4 &- rest) & 3 || padding == 0 && !needsPadding else {
            return nil
        }
        let last = (UInt8(ascii: last.0), UInt8(ascii: last.1))
        var bytes: [UInt8] = []
        bytes.reserveCapacity(count / 4 &* 3 &+ 2)
        var bits: UInt32 = 0
        for index in 0..<count {
            guard let digit = base64Value(text[index], last) else { return nil }
            bits = bits << 6 | UInt32(digit)
            if index & 3 == 3 {
                bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
                bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
                bytes.append(UInt8(truncatingIfNeeded: bits))
            }
        }
        // Two digits have four bits more than one byte, and three have two bits more than two
        // bytes.
        switch rest {
        case 2:
            guard bits & 0xF == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
        case 3:
            guard bits & 0x3 == 0 else { return nil }
            bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
            bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
        default:
            break
        }
        return Data(bytes)
    }

    @inline(__always)
    private static func base64Value(_ byte: UInt8, _ last: (UInt8, UInt8)) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte &- UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte &- UInt8(ascii: "a") &+ 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0") &+ 52
        case last.0: 62
        case last.1: 63
        default: nil
        }
    }

    private func hexadecimal(_ text: ByteView) -> Data? {
        guard text.count & 1 == 0 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 2)
        for index in stride(from: 0, to: text.count, by: 2) {
            guard let high = hexadecimalValue(text[index]),
                let low = hexadecimalValue(text[index &+ 1])
            else { return nil }
            bytes.append(high << 4 | low)
        }
        return Data(bytes)
    }
}
