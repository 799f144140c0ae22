import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A file that is written under a temporary name, and gets its own name when it is complete.
///
/// Without its own name, it is removed with the last reference.
final class NewFile {
    private let folder: Folder
    private let name: SystemPath
    private let temporaryName = SystemPath.temporaryName()
    /// The open file, until it is closed.
    private var file: Descriptor?
    private var isTemporary = false
    /// The size of the file, if a hole is its end.
    private var sizeWithHole: Int?

    /// Creates the temporary file in a folder, with permissions that the process's mask reduces.
    init(_ name: SystemPath, in folder: Folder, mode: FileMode = .standard) throws(ErrorNumber) {
        self.folder = folder
        self.name = name
        file = try folder.create(temporaryName, mode: mode)
        isTemporary = true
    }

    /// Creates the temporary file beside a file's URL.
    convenience init(_ url: URL) throws(ArchiveError) {
        let (folder, name) = try SystemPath(ofFileAt: url).folderAndName
        do throws(ErrorNumber) {
            try self.init(name, in: Folder(folder, followingSymlinks: true))
        } catch {
            throw ArchiveError(error, url: url)
        }
    }

    deinit {
        if isTemporary { try? folder.remove(temporaryName) }
    }

    /// The identities of this file and of the file that it may replace.
    var identities: Set<FileIdentity> {
        Set([temporaryName, name].compactMap { try? folder.identity(of: $0) })
    }

    func write(_ data: Data) throws(ArchiveError) {
        sizeWithHole = nil
        let error = unsafe data.withUnsafeBytes { unsafe file?.write($0) ?? nil }
        if let error { throw ArchiveError(error) }
    }

    /// Replaces bytes that were written before.
    func write(_ data: Data, at offset: Int) throws(ArchiveError) {
        let error = unsafe data.withUnsafeBytes {
            unsafe file?.write($0, at: offset) ?? nil
        }
        if let error { throw ArchiveError(error) }
    }

    /// Leaves a hole, whose bytes are zeros.
    func skip(_ count: Int) throws(ArchiveError) {
        do throws(ErrorNumber) {
            sizeWithHole = try file?.skip(count)
        } catch {
            throw ArchiveError(error)
        }
    }

    /// Sets the permissions and the modification time, and closes the file.
    func close(
        mode: FileMode? = nil,
        modified: (seconds: Int64, nanoseconds: Int64)? = nil
    ) throws(ErrorNumber) {
        if let sizeWithHole { try file?.resize(to: sizeWithHole) }
        if let mode { try file?.chmod(mode) }
        if let modified { try file?.setModified(modified) }
        try file.take()?.close()
    }

    /// Gives the closed file its name; EEXIST if it is taken and not to be replaced.
    func rename(replacing: Bool) throws(ErrorNumber) {
        try folder.rename(temporaryName, to: name, replacing: replacing)
        isTemporary = false
    }

    /// Closes the file, and gives it its name.
    func place(_ mode: ArchiveOptions.WriteMode) throws(ArchiveError) {
        do throws(ErrorNumber) {
            if mode == .replaceOnly { _ = try folder.identity(of: name) }
            try close()
            try rename(replacing: mode != .createOnly)
        } catch {
            switch error {
            case .exists, .isAFolder: throw ArchiveError(.alreadyExists, "the name already exists")
            case .noSuchFile where mode == .replaceOnly:
                throw ArchiveError(.notFound, "there is no file to be replaced")
            default: throw ArchiveError(error)
            }
        }
    }
}

@available(*, unavailable, message: "A file is written by one owner at a time.")
extension NewFile: @unchecked Sendable {}
