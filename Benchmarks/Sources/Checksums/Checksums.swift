/// The package's checksums, compiled again here: they are no part of a product.
public enum Checksums: Sendable {
    /// Returns the CRC-32 of some bytes.
    public static func crc32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = CRC32()
        unsafe checksum.update(ByteView(bytes))
        return checksum.value
    }

    /// Returns the Adler-32 of some bytes.
    public static func adler32(_ bytes: UnsafeRawBufferPointer) -> UInt32 {
        var checksum = Adler32()
        unsafe checksum.update(ByteView(bytes))
        return checksum.value
    }
}
