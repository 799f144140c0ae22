@testable import FootingArchives
import FootingBytes
import Foundation

/// A zip archive that is written field by field, so that each can be wrong.
struct ZipSample {
    var entries: [Entry] = []
    /// Bytes before the first entry, not counted by the offsets.
    var prefix = Data()
    /// Bytes between the last entry and the directory.
    var gap = Data()
    var comment = Data()
    /// Bytes after the comment.
    var suffix = Data()
    var isLarge = false
    /// The fields of the end record that differ from the real ones.
    var end: [EndField: Int] = [:]

    enum EndField { case disk, directoryDisk, diskEntries, entries, size, offset, commentLength }

    struct Entry {
        var name: [UInt8]
        var contents = Data()
        var method = 0
        var flags = 0
        var host = 3
        var attributes = 0o100644 << 16
        var dosDate = 0x5A21_6000
        var extra: [UInt8] = []
        var localExtra: [UInt8] = []
        var comment: [UInt8] = []
        var descriptor: [UInt8] = []
        /// Bytes before the local header.
        var gap = Data()
        /// The data; the contents as the method encodes them if `nil`.
        var data: Data?
        /// The fields of the directory and the local header that differ from the real ones.
        var central: [Field: Int] = [:]
        var local: [Field: Int] = [:]
        var localName: [UInt8]?
        /// Whether the directory has no record of the entry.
        var isHidden = false

        enum Field { case flags, method, checksum, compressedSize, size, disk, offset, signature }

        init(_ name: String, _ contents: String = "") {
            self.name = Array(name.utf8)
            self.contents = Data(contents.utf8)
        }

        init(_ name: [UInt8]) { self.name = name }

        /// An entry with a method of 8.
        static func deflated(_ name: String, _ contents: Data) -> Entry {
            var entry = Entry(name)
            entry.contents = contents
            entry.method = 8
            return entry
        }

        func with<Value>(_ path: WritableKeyPath<Entry, Value>, _ value: Value) -> Entry {
            var copy = self
            copy[keyPath: path] = value
            return copy
        }

        var encoded: Data {
            data ?? (method == 8 ? contents.compressed(as: .deflate) : contents)
        }

        func field(_ field: Field, _ other: [Field: Int], _ real: Int) -> Int {
            other[field] ?? real
        }
    }

    init(_ entries: [Entry] = []) { self.entries = entries }

    func with<Value>(_ path: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var copy = self
        copy[keyPath: path] = value
        return copy
    }

    static func checksum(_ data: Data) -> Int {
        var sum = CRC32()
        unsafe data.withUnsafeBytes { unsafe sum.update(ByteView($0)) }
        return Int(sum.value)
    }

    static func number(_ value: Int, _ count: Int) -> Data {
        Data((0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) })
    }

    var data: Data {
        var data = Array(prefix)
        var directory: [UInt8] = []
        for entry in entries {
            data += entry.gap
            let offset = data.count - prefix.count
            let encoded = entry.encoded
            let checksum = Self.checksum(entry.contents)
            let name = entry.localName ?? entry.name
            let hasDescriptor = (entry.local[.flags] ?? entry.flags) & 8 != 0
            data.put((entry.local[.signature] ?? 0x0403_4B50, 4), (20, 2))
            data.put((entry.local[.flags] ?? entry.flags, 2))
            data.put((entry.local[.method] ?? entry.method, 2), (entry.dosDate, 4))
            data.put((entry.local[.checksum] ?? (hasDescriptor ? 0 : checksum), 4))
            let sizes = hasDescriptor ? (0, 0) : (encoded.count, entry.contents.count)
            data.put((entry.local[.compressedSize] ?? sizes.0, 4))
            data.put((entry.local[.size] ?? sizes.1, 4))
            data.put((name.count, 2), (entry.localExtra.count, 2))
            data += name + entry.localExtra
            data += encoded + entry.descriptor
            guard !entry.isHidden else { continue }
            directory.put((entry.central[.signature] ?? 0x0201_4B50, 4), (20, 1))
            directory.put((entry.host, 1), (20, 2))
            directory.put((entry.central[.flags] ?? entry.flags, 2))
            directory.put((entry.central[.method] ?? entry.method, 2), (entry.dosDate, 4))
            directory.put((entry.central[.checksum] ?? checksum, 4))
            directory.put((entry.central[.compressedSize] ?? encoded.count, 4))
            directory.put((entry.central[.size] ?? entry.contents.count, 4))
            directory.put((entry.name.count, 2), (entry.extra.count, 2))
            directory.put((entry.comment.count, 2), (entry.central[.disk] ?? 0, 2))
            directory.put((0, 2), (entry.attributes, 4))
            directory.put((entry.central[.offset] ?? offset, 4))
            directory += entry.name + entry.extra + entry.comment
        }
        data += gap
        let offset = data.count - prefix.count
        data += directory
        let count = end[.entries] ?? entries.count { !$0.isHidden }
        if isLarge {
            let record = data.count - prefix.count
            data.put((0x0606_4B50, 4), (44, 8), (45, 2), (45, 2), (0, 8), (count, 8), (count, 8))
            data.put((end[.size] ?? directory.count, 8), (end[.offset] ?? offset, 8))
            data.put((0x0706_4B50, 4), (0, 4), (record, 8), (1, 4))
        }
        data.put((0x0605_4B50, 4), (end[.disk] ?? 0, 2), (end[.directoryDisk] ?? 0, 2))
        data.put((isLarge ? 0xFFFF : end[.diskEntries] ?? count, 2))
        data.put((isLarge ? 0xFFFF : count, 2))
        data.put((isLarge ? 0xFFFF_FFFF : end[.size] ?? directory.count, 4))
        data.put((isLarge ? 0xFFFF_FFFF : end[.offset] ?? offset, 4))
        data.put((end[.commentLength] ?? comment.count, 2))
        return Data(data) + comment + suffix
    }
}

extension [UInt8] {
    /// Appends numbers, each in a number of bytes.
    fileprivate mutating func put(_ numbers: (value: Int, byteCount: Int)...) {
        for number in numbers {
            for index in 0..<number.byteCount {
                append(UInt8(truncatingIfNeeded: number.value >> (8 * index)))
            }
        }
    }
}
