import FootingBytes

/// The local header of an entry, which precedes the data and repeats what the directory says.
enum ZipLocalHeader: Sendable {
    static let fixedSize = 30

    /// The number of bytes of the header that begins so, with its name and extra fields.
    static func count(in start: ByteView) -> Int {
        guard start.count >= fixedSize else { return fixedSize }
        return fixedSize + Int(start.integer(at: 26, as: UInt16.self))
            + Int(start.integer(at: 28, as: UInt16.self))
    }

    /// Compares a header with the record of the directory, and returns a code and a reason if they
    /// differ.
    static func difference(
        _ header: ByteView,
        _ record: ZipRecord,
        _ directory: ByteView
    ) -> (code: ArchiveError.Code, reason: String)? {
        let count = count(in: header)
        guard header.count >= count, header.integer(at: 0, as: UInt32.self) == 0x0403_4B50 else {
            return (.malformed, "there is no local header here")
        }
        func short(_ position: Int) -> UInt16 { header.integer(at: position, as: UInt16.self) }
        func long(_ position: Int) -> UInt32 { header.integer(at: position, as: UInt32.self) }
        func other(_ field: String) -> (ArchiveError.Code, String) {
            (.headersDisagree, "the local header has \(field) than the directory")
        }
        let name = fixedSize..<fixedSize + Int(short(26))
        guard name.count == record.name.count,
            zip(name, record.name).allSatisfy({ header[$0] == directory[$1] })
        else { return other("another name") }
        guard short(8) == record.method else { return other("another method") }
        guard (short(6) ^ record.flags) & 0x0809 == 0 else { return other("other flags") }
        guard !record.hasDescriptor else { return nil }
        guard long(14) == record.checksum else { return other("another checksum") }
        var (size, compressedSize) = (Int(long(22)), Int(long(18)))
        var large = ZipLargeField(header, name.upperBound..<count)
        large.fill(&size)
        large.fill(&compressedSize)
        guard size == record.size, compressedSize == record.compressedSize else {
            return other("other sizes")
        }
        return nil
    }
}
