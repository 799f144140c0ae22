import FootingBytes

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension ZipRecord {
    /// The entry that the record describes.
    func entry(
        _ directory: ByteView,
        _ encoding: ArchiveOptions.NameEncoding,
        _ origin: ZipOrigin
    ) -> ArchiveEntry {
        var entry = ArchiveEntry(path(directory, encoding), kind: kind(directory))
        entry.size = size
        entry.compressedSize = compressedSize
        entry.checksum = checksum
        entry.isEncrypted = isEncrypted
        if isUnix, attributes >> 16 != 0 { entry.permissions = UInt16(attributes >> 16 & 0o7777) }
        if let date = date(directory) {
            entry.modificationDate = date
        } else {
            entry.dosDate = dosDate
        }
        if !comment.isEmpty { entry.comment = Data(directory.array(comment)) }
        entry.origin = origin
        return entry
    }

    private func kind(_ directory: ByteView) -> ArchiveEntry.Kind {
        if isNamedAsFolder(directory) { return .folder }
        if isUnix {
            switch attributes >> 28 {
            case 0: break
            case 0o01: return .pipe
            case 0o02, 0o06: return .device
            case 0o04: return .folder
            case 0o10: return .file
            case 0o12: return .symbolicLink
            default: return .other
            }
        }
        return attributes & 0x10 != 0 ? .folder : .file
    }

    /// The date of an extra field, in seconds since 1970 or in units of 100 ns since 1601.
    private func date(_ directory: ByteView) -> Date? {
        if let field = directory.extraField(0x5455, in: extra), field.count >= 5,
            directory[field.lowerBound] & 1 != 0
        {
            let seconds = directory.integer(at: field.lowerBound + 1, as: Int32.self)
            return Date(timeIntervalSince1970: Double(seconds))
        }
        guard let field = directory.extraField(0x000A, in: extra),
            let times = directory.extraField(0x0001, in: field.dropFirst(4)), times.count >= 8
        else { return nil }
        let units = directory.integer(at: times.lowerBound, as: UInt64.self)
        return units == 0 ? nil : Date(timeIntervalSince1970: Double(units) / 1e7 - 11_644_473_600)
    }
}
