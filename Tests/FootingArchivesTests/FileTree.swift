import Foundation

#if canImport(Glibc)
import Glibc
#endif

/// The files below a folder, by their paths: kinds, permissions, contents, targets and dates.
enum FileTree {
    /// Describes every file, with its exact date and inode if asked.
    static func listing(of url: URL, exact: Bool = false) -> [String: String] {
        var listing: [String: String] = [:]
        let root = url.path
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        for path in paths {
            listing[path] = describe("\(root)/\(path)", exact)
        }
        if exact { listing["."] = describe(root, exact) }
        return listing
    }

    private static func describe(_ path: String, _ exact: Bool) -> String {
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { return "missing" }
        let mode = String(status.st_mode & 0o7777, radix: 8)
        var description: String
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            let contents = FileManager.default.contents(atPath: path) ?? Data()
            description = "file \(mode) " + String(decoding: contents.prefix(40), as: UTF8.self)
        case S_IFDIR: description = "folder \(mode)"
        case S_IFLNK:
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
            description = "link \(target ?? "?")"
        default: description = "other"
        }
        if exact {
            let time = status.st_mtim
            description += " \(time.tv_sec).\(time.tv_nsec) \(status.st_ino) \(status.st_nlink)"
        }
        return description
    }

    static func status(_ url: URL) -> stat {
        var status = stat()
        unsafe lstat(url.path, &status)
        return status
    }

    /// The path without links, if the file exists.
    static func resolved(_ url: URL) -> String? {
        guard let path = unsafe realpath(url.path, nil) else { return nil }
        defer { unsafe free(path) }
        return unsafe String(cString: path)
    }

    /// The date of the last modification, in seconds.
    static func date(_ url: URL) -> Int { Int(status(url).st_mtim.tv_sec) }

    /// The permissions, with the bits for set-user-ID and others.
    static func mode(_ url: URL) -> UInt32 { status(url).st_mode & 0o7777 }
}
