import FootingFiles
import FootingLocalization

/// A file with its new content.
struct EditedFile: Sendable {
    let path: String
    /// The content as it was read; `nil` for a file that doesn't exist.
    var original: [UInt8]?
    /// The new content; `nil` if it is the same.
    var content: [UInt8]?

    /// Whether a file is replaced that wasn't read.
    private(set) var replacesAny = false

    /// A file that doesn't exist, or that is replaced unread.
    init(newFileAt path: String, replacing replacesAny: Bool = false) {
        (self.path, self.replacesAny) = (path, replacesAny)
    }

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
}
