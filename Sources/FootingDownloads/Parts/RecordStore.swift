import CFooting
import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The place of a record in JSON: an attribute of an open file, or a file beside it if the volume
/// refuses the attribute.
struct RecordStore: Sendable {
    /// A name that every platform permits, as `ExtendedAttributeName.portable`.
    let attribute: String
    let maximumSize: Int
    /// `nil` if there is no record without an attribute.
    var beside: (folder: Folder, name: SystemPath)?

    /// Reads the record; `nil` without a record of this type.
    func read<Record: Decodable>(_ type: Record.Type, of file: borrowing Descriptor) -> Record? {
        let json = readAttribute(of: file) ?? readBeside()
        return json.flatMap { try? JSONDecoder().decode(type, from: Data($0)) }
    }

    /// Stores a record; `syncing` waits until one beside the file is on the storage device.
    func write(
        _ record: some Encodable,
        to file: borrowing Descriptor,
        syncing: Bool = false
    ) throws(ErrorNumber) {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        // Strings and integers can always be encoded.
        let json = (try? encoder.encode(record)).map(Array.init) ?? []
        let result = unsafe footing_setxattr(file.attributes, attribute, json, json.count, 0)
        guard result < 0 else { return }
        let error = ErrorNumber(Int32(truncatingIfNeeded: -result))
        guard error.isOfRefusedAttribute, let (folder, name) = beside else { throw error }
        let new = try NewFile(name, in: folder, mode: .private)
        if let error = unsafe json.withUnsafeBytes({ unsafe new.write($0) }) { throw error }
        if syncing { try new.sync() }
        try new.close()
        _ = try new.rename(replacing: true)
        // An older record would be found first.
        _ = unsafe footing_removexattr(file.attributes, attribute)
        if syncing { try folder.syncNames() }
    }

    func remove(from file: borrowing Descriptor) {
        _ = unsafe footing_removexattr(file.attributes, attribute)
        if let (folder, name) = beside { try? folder.remove(name) }
    }

    private func readAttribute(of file: borrowing Descriptor) -> [UInt8]? {
        let value = unsafe [UInt8](unsafeUninitializedCapacity: maximumSize) { memory, count in
            count = unsafe footing_getxattr(
                file.attributes,
                attribute,
                memory.baseAddress,
                maximumSize
            )
            count = max(0, count)
        }
        return value.isEmpty ? nil : value
    }

    private func readBeside() -> [UInt8]? {
        guard let (folder, name) = beside, let file = try? folder.openForAttributes(name),
            let status = try? FileStatus(ofDescriptor: file.number), status.kind == .file,
            status.owner == currentUser, status.size <= maximumSize
        else { return nil }
        return try? file.read(maximumSize, at: 0)
    }
}

extension Folder {
    /// Waits until the names are flushed to the storage device, unless the folder can't be read.
    func syncNames() throws(ErrorNumber) {
        do throws(ErrorNumber) {
            try openForReading().syncNames()
        } catch {
            guard error == .accessDenied else { throw error }
        }
    }
}

extension Descriptor {
    /// Reads up to `count` bytes at an offset, fewer at the end.
    func read(_ count: Int, at offset: Int) throws(DownloadError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let result = unsafe bytes.withUnsafeMutableBytes { unsafe read(into: $0, at: offset) }
        bytes.removeLast(count - (try check(result.get())))
        return bytes
    }

    fileprivate var attributes: footing_xattr_file {
        unsafe footing_xattr_file(path: nil, descriptor: number, follow: false)
    }
}
