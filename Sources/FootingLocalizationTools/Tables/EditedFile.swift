import FootingFiles
import FootingLocalization

/// A file with its new content.
struct EditedFile: Sendable {
    let path: String
    /// The content as it was read; `nil` for a file that doesn't exist.
    var original: [UInt8]?
    /// The new content; `nil` if it is the same.
    var content: [UInt8]?

    /// A file that doesn't exist.
    init(newFileAt path: String) { self.path = path }

    /// Reads a file up to the size that a store reads.
    init(path: String) throws(TableFault) {
        self.path = path
        let systemPath = SystemPath(path.utf8)
        let size: Int64
        do {
            size = try FileStatus(of: systemPath, followingSymlinks: true).size
        } catch {
            let message = "The file couldn't be read (\(error.message)): check its path."
            throw TableFault(.unreadable, message)
        }
        guard size <= CatalogDocument.maximumSize else {
            throw TableFault(.limitExceeded, "The file is larger than 64 MiB: split it.")
        }
        guard let bytes = LocalizationStore.contents(ofFileAt: path) else {
            throw TableFault(.unreadable, "The file couldn't be read: check its permissions.")
        }
        original = bytes
    }

    var isChanged: Bool { content.map { $0 != original } ?? false }

    /// Writes the changed files: each under a temporary name, and then all under their own.
    static func write(_ files: [EditedFile]) throws(LocalizationToolsError) {
        var prepared: [(path: String, file: NewFile)] = []
        var written: [String] = []
        var path = ""
        do throws(ErrorNumber) {
            for file in files where file.isChanged {
                path = file.path
                prepared.append((path, try file.prepare()))
            }
            for file in prepared {
                path = file.path
                _ = try file.file.rename(replacing: true)
                written.append(path)
            }
        } catch {
            var message =
                "The file couldn't be written (\(error.message)): check the folder, its "
                + "permissions and the space"
            message += written.isEmpty ? "; no table has changed." : "."
            if !written.isEmpty {
                message += " These were written before: \(written.joined(separator: ", "))."
            }
            throw LocalizationToolsError(.notWritten, file: path, message)
        }
    }

    /// Writes the content under a temporary name beside the file, or beside a link's target.
    private func prepare() throws(ErrorNumber) -> NewFile {
        var systemPath = SystemPath(path.utf8)
        var mode: FileMode?
        if original != nil {
            systemPath = SystemPath(try systemPath.resolved())
            mode = try FileStatus(of: systemPath, followingSymlinks: false).mode
        }
        let (folderPath, name) = systemPath.folderAndName
        if original == nil {
            // The folder of a new language.
            let (parent, folder) = folderPath.folderAndName
            _ = try Folder(parent, followingSymlinks: true)
                .makeFolder(folder, mode: .standardFolder)
        }
        let folder = try Folder(folderPath, followingSymlinks: true)
        let file = try NewFile(name, in: folder, mode: mode == nil ? .standard : .private)
        let error = unsafe (content ?? []).withUnsafeBytes { unsafe file.write($0) }
        if let error { throw error }
        try file.close(mode: mode)
        return file
    }
}
