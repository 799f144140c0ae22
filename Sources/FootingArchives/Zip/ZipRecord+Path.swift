import FootingBytes

/// The bytes that CP437 has from 0x80 on, as UTF-8.
private let codePage437 = Array(
    ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘"
        + "┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars
)

extension ZipRecord {
    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")

    /// The range of the normalized path, if the name contains it as it is.
    ///
    /// This is true of nearly all names, which need no copy then.
    func plainPath(_ directory: ByteView) -> Range<Int>? {
        var isStart = true
        for index in name {
            let byte = directory[index]
            if byte >= 0x80, !isUTF8 { return nil }
            if byte == Self.backslash, isDOS { return nil }
            if isStart, byte == Self.slash, index > name.lowerBound { return nil }
            if isStart, byte == UInt8(ascii: "."),
                index + 1 == name.upperBound || directory[index + 1] == Self.slash
            {
                return nil
            }
            isStart = byte == Self.slash
        }
        guard isUTF8 || extra.isEmpty || directory.extraField(0x7075, in: extra) == nil else {
            return nil
        }
        return isStart && name.count > 1 ? name.dropLast() : name
    }

    /// The path, decoded and normalized.
    func path(_ directory: ByteView, _ encoding: ArchiveOptions.NameEncoding) -> ArchivePath {
        if let plain = plainPath(directory) {
            return ArchivePath(verbatim: directory.array(plain))
        }
        var bytes = decodedName(directory, encoding)
        if isDOS, !bytes.contains(Self.slash) {
            bytes = bytes.map { $0 == Self.backslash ? Self.slash : $0 }
        }
        return ArchivePath(bytes: bytes)
    }

    /// The hash of the path.
    func hash(_ directory: ByteView, _ encoding: ArchiveOptions.NameEncoding) -> UInt32 {
        if let plain = plainPath(directory) {
            return directory.slice(from: plain.lowerBound, count: plain.count).hash
        }
        return unsafe path(directory, encoding).bytes.withUnsafeBytes { unsafe ByteView($0).hash }
    }

    private func decodedName(
        _ directory: ByteView,
        _ encoding: ArchiveOptions.NameEncoding
    ) -> [UInt8] {
        let bytes = directory.array(name)
        guard !isUTF8 else { return bytes }
        if let field = directory.extraField(0x7075, in: extra), field.count >= 5,
            directory[field.lowerBound] == 1
        {
            var crc = CRC32()
            crc.update(directory.slice(from: name.lowerBound, count: name.count))
            if crc.value == directory.integer(at: field.lowerBound + 1, as: UInt32.self) {
                return directory.array(field.dropFirst(5))
            }
        }
        guard bytes.contains(where: { $0 >= 0x80 }), encoding == .codePage437,
            !isUnix || String(validating: bytes, as: UTF8.self) == nil
        else { return bytes }
        var decoded = String.UnicodeScalarView()
        for byte in bytes {
            decoded.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage437[Int(byte) - 0x80])
        }
        return Array(String(decoded).utf8)
    }

    /// Whether the name ends as those of folders do.
    func isNamedAsFolder(_ directory: ByteView) -> Bool {
        guard let last = name.last else { return false }
        if directory[last] == Self.slash { return true }
        return isDOS && directory[last] == Self.backslash
            && !name.contains { directory[$0] == Self.slash }
    }
}

extension ByteView {
    var hash: UInt32 {
        var hasher = Hasher()
        unsafe withBytes { unsafe hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        return UInt32(truncatingIfNeeded: hasher.finalize())
    }
}
