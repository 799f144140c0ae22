import FootingBytes
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
        let isRead = !encodings.isEmpty || options.readsStandardFormats
        return source.formatted(isRead: isRead) { text in
            guard text.count <= options.limits.stringBytes else {
                return .refused(MappingRefusal(.stringBytes))
            }
            let data =
                encodings.isEmpty
                ? DataEncoding.base64.read(text)
                : encodings.lazy.compactMap { $0.read(text) }.first
            return data.map { .converted($0) } ?? .failed(.invalidFormat)
        }
    }
}

extension DataEncoding {
    fileprivate func read(_ text: ByteView) -> Data? {
        let bytes: [UInt8]? =
            switch kind {
            case .base64:
                Base64.bytes(of: text)
            case .unpaddedBase64:
                Base64.bytes(of: text, needsPadding: false)
            case .base64URL:
                Base64.bytes(of: text, needsPadding: false, last: ("-", "_"))
            case .mimeBase64:
                unsafe (0..<text.count).map { text[$0] }.filter { $0 != 0x0A && $0 != 0x0D }
                    .withUnsafeBytes { Base64.bytes(of: unsafe ByteView($0)) }
            case .hexadecimal:
                Hexadecimal.bytes(of: text)
            }
        return bytes.map { Data($0) }
    }
}
