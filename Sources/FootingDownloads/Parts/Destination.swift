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
        var path = try SystemPath(of: file)
        var start = Folder.working
        for _ in 0...Self.maximumLinks {
            let (parent, name) = path.folderAndName
            let folder = try check(Folder(parent, in: start, followingSymlinks: true))
            switch try folder.status(of: name)?.kind {
            case .symbolicLink:
                // The system refuses to follow some links, such as those of others in `/tmp`.
                _ = try folder.status(of: name, followingSymlinks: true)
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
}

extension SystemPath {
    /// The path of a file URL.
    init(of url: URL) throws(DownloadError) {
        do throws(FileURLProblem) {
            self = try SystemPath(url: url.absoluteString)
        } catch {
            throw DownloadError(.invalidPath, error.reason)
        }
        guard !isRefused else {
            throw DownloadError(.invalidPath, "the path is empty or has a NUL; pass another")
        }
    }
}

extension Folder {
    /// The status of a file, or `nil` if it does not exist.
    func status(
        of name: SystemPath,
        followingSymlinks: Bool = false
    ) throws(DownloadError) -> FileStatus? {
        do throws(ErrorNumber) {
            return try FileStatus(of: name, in: self, followingSymlinks: followingSymlinks)
        } catch {
            guard error == .noSuchFile else { throw DownloadError(error) }
            return nil
        }
    }
}
