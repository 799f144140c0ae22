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
    private let temporaryName: SystemPath
    /// The open file, until it is placed.
    private var temporary: TemporaryFile?
    private var isPlaced = false

    /// Creates the temporary file in a folder, with permissions that the process's mask reduces.
    init(_ name: SystemPath, in folder: Folder, mode: FileMode = .standard) throws(ErrorNumber) {
        self.folder = folder
        self.name = name
        let temporary = try TemporaryFile(in: folder, mode: mode)
        temporaryName = temporary.name
        self.temporary = consume temporary
    }

    /// Creates the temporary file beside a file's URL.
    convenience init(_ url: URL) throws(ArchiveError) {
        guard let path = try? SystemPath(url: url.absoluteString), !path.isRefused else {
            throw ArchiveError(.noSuchFile, "the URL is not that of a file on this machine")
                .located(in: url)
        }
        let (folder, name) = path.folderAndName
        do throws(ErrorNumber) {
            try self.init(name, in: Folder(folder, followingSymlinks: true))
        } catch {
            throw ArchiveError(error, url: url)
        }
    }

    deinit {
        if !isPlaced { try? folder.remove(temporaryName) }
    }

    func write(_ data: Data) throws(ArchiveError) {
        let error = unsafe data.withUnsafeBytes { unsafe temporary?.file.write($0) ?? nil }
        if let error { throw ArchiveError(error) }
    }

    /// Replaces bytes that were written before.
    func write(_ data: Data, at offset: Int) throws(ArchiveError) {
        let error = unsafe data.withUnsafeBytes {
            unsafe temporary?.file.write($0, at: offset) ?? nil
        }
        if let error { throw ArchiveError(error) }
    }

    /// Closes the file, and gives it its name.
    func place(_ mode: ArchiveOptions.WriteMode) throws(ArchiveError) {
        do throws(ErrorNumber) {
            if mode == .replaceOnly { _ = try folder.identity(of: name) }
            try temporary.take()?.close()
            try folder.rename(temporaryName, to: name, replacing: mode != .createOnly)
            isPlaced = true
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
