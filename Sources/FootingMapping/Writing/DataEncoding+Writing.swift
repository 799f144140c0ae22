import Foundation
import FootingFormats

extension DataEncoding {
    /// The bytes as a string in this encoding.
    func write(_ data: Data) -> String {
        switch kind {
        case .base64, .unpaddedBase64: return data.base64EncodedString()
        case .base64URL:
            let digits = data.base64EncodedString().utf8.compactMap { digit -> UInt8? in
                switch digit {
                case UInt8(ascii: "+"): UInt8(ascii: "-")
                case UInt8(ascii: "/"): UInt8(ascii: "_")
                case UInt8(ascii: "="): nil
                default: digit
                }
            }
            return String(decoding: digits, as: UTF8.self)
        case .mimeBase64:
            return data.base64EncodedString(options: [
                .lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed,
            ])
        case .hexadecimal:
            return Hexadecimal.text(of: data)
        }
    }
}
