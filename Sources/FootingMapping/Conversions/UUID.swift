import FootingBytes
import FootingFormats
public import Foundation

extension UUID: MappingConvertible {
    /// Converts a UUID, or a string of 32 hexadecimal digits with hyphens, in either case.
    ///
    /// Other formats require ``MappingOptions/acceptsOtherUUIDFormats``: the same in braces or
    /// after `urn:uuid:` (RFC 9562), and the digits without hyphens.
    public static func converted(from source: borrowing MappingSource) -> MappingConversion<UUID> {
        source.formatted(isRead: source.options.readsStandardFormats) { text in
            if let uuid = UUIDText.bytes(of: text) { return .converted(UUID(uuid: uuid)) }
            guard source.options.acceptsOtherUUIDFormats, let uuid = text.otherUUID else {
                return .failed(.invalidFormat)
            }
            return .converted(UUID(uuid: uuid))
        }
    }
}

extension ByteView {
    /// The UUID in one of the formats other than the standard one.
    fileprivate var otherUUID: UUIDText.Bytes? {
        let length = UUIDText.length
        if count == length &+ 2, self[0] == UInt8(ascii: "{"),
            self[count &- 1] == UInt8(ascii: "}")
        {
            return UUIDText.bytes(of: slice(from: 1, count: length))
        }
        let prefix = "urn:uuid:"
        let start = prefix.utf8.count
        if count == length &+ start, slice(from: 0, count: start).word(atMost: start) == prefix {
            return UUIDText.bytes(of: slice(from: start, count: length))
        }
        return UUIDText.bytesWithoutHyphens(of: self)
    }
}
