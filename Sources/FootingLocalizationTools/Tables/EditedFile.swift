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

    /// The size that a store reads.
    static let maximumSize = 64 << 20

    init(path: String) throws(LocalizationToolsError) {
        self.path = path
        let systemPath = SystemPath(path.utf8)
        let size: Int64
        do {
            size = try FileStatus(of: systemPath, followingSymlinks: true).size
        } catch {
            let message = "The file couldn't be read (\(error.message)): check its path."
            throw LocalizationToolsError(error, file: path, message)
        }
        guard size <= Self.maximumSize else {
            let message = "The file is larger than 64 MiB: split it."
            throw LocalizationToolsError(.limitExceeded, file: path, message)
        }
        guard let bytes = LocalizationStore.contents(ofFileAt: path) else {
            let message = "The file couldn't be read: check its kind and its permissions."
            throw LocalizationToolsError(.unreadable, file: path, message)
        }
        original = bytes
    }

    var isChanged: Bool { content.map { $0 != original } ?? false }
}
