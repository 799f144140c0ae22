import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The file that a download creates or replaces, without symbolic links at the end of its path, and
/// the names beside it.
struct Destination {
    let folder: Folder
    let name: SystemPath
    /// The part of the download.
    let partName: SystemPath
    /// The file that stores the record of the part if the volume has no attributes.
    let recordName: SystemPath

    static let partSuffix = ".footing-part"
    /// Linux's limit on symbolic links in a path.
    private static let maximumLinks = 40

    init(_ file: URL) throws(DownloadError) {
        var path: SystemPath
        do throws(FileURLProblem) {
            path = try SystemPath(url: file.absoluteString)
        } catch {
            throw DownloadError(.invalidPath, error.reason)
        }
        guard !path.isRefused else {
            throw DownloadError(.invalidPath, "the path is empty or has a NUL; pass another")
        }
        var start = Folder.working
        for _ in 0...Self.maximumLinks {
            let (parent, name) = path.folderAndName
            let folder = try check(Folder(parent, in: start, followingSymlinks: true))
            let status = try Self.status(of: name, in: folder, followingSymlinks: false)
            switch status?.kind {
            case .symbolicLink:
                // The system refuses to follow some links, such as those of others in `/tmp`.
                _ = try Self.status(of: name, in: folder, followingSymlinks: true)
                path = SystemPath(try check(folder.target(ofLink: name)))
                start = folder
            case nil, .file:
                self.init(name, in: folder)
                return
            case .folder, .other:
                throw DownloadError(.invalidPath, "this is not a regular file")
            }
        }
        throw DownloadError(.invalidPath, "the path has too many symbolic links")
    }

    private init(_ name: SystemPath, in folder: Folder) {
        self.folder = folder
        self.name = name
        let recordSuffix = "\(Self.partSuffix).record"
        var bytes = name.bytes
        if bytes.count + recordSuffix.utf8.count > 255 {
            let digest = Digest(String(decoding: bytes, as: UTF8.self)).shortText
            // No character of UTF-8 begins with such a byte.
            var count = 200
            while count > 0, bytes[count] & 0xC0 == 0x80 { count -= 1 }
            bytes = Array(bytes[..<count]) + digest.utf8
        }
        partName = SystemPath(bytes + Self.partSuffix.utf8)
        recordName = SystemPath(bytes + recordSuffix.utf8)
    }

    /// The status of the file, or `nil` if it does not exist.
    func status() throws(DownloadError) -> FileStatus? {
        try Self.status(of: name, in: folder, followingSymlinks: false)
    }

    func hasPart() throws(DownloadError) -> Bool {
        try Self.status(of: partName, in: folder, followingSymlinks: false) != nil
    }

    private static func status(
        of name: SystemPath,
        in folder: Folder,
        followingSymlinks: Bool
    ) throws(DownloadError) -> FileStatus? {
        do throws(ErrorNumber) {
            return try FileStatus(of: name, in: folder, followingSymlinks: followingSymlinks)
        } catch {
            guard error == .noSuchFile else { throw DownloadError(error) }
            return nil
        }
    }
}
