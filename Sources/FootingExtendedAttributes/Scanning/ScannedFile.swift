/// A file that a scan has found, or a folder that it could not read.
///
/// Not generic, and small, because an entry is copied several times on its way to the user.
@usableFromInline
struct ScannedFile: Sendable {
    let path: SystemPath
    @usableFromInline let kind: ExtendedAttributes.FileKind
    /// How many folders below the beginning of the scan it is.
    @usableFromInline let depth: Int
    /// The error.
    private(set) var failure: Failure?

    /// Keeps an error, which is large and rare, apart.
    final class Failure: Sendable {
        let error: ExtendedAttributeError

        init(_ error: ExtendedAttributeError) {
            self.error = error
        }
    }

    init(_ path: SystemPath, _ kind: ExtendedAttributes.FileKind, depth: Int) {
        self.path = path
        self.kind = kind
        self.depth = depth
    }

    /// The attributes of the file itself, even if it is a link.
    @usableFromInline
    var attributes: ExtendedAttributes {
        ExtendedAttributes(ofItselfAt: path)
    }

    /// Throws what went wrong.
    @usableFromInline
    func check() throws(ExtendedAttributeError) {
        if let failure { throw failure.error }
    }

    /// Returns the file with what went wrong.
    func failing(_ error: ExtendedAttributeError) -> Self {
        var file = self
        file.failure = Failure(error)
        return file
    }

    /// Returns the folder that can't be read, with the reason.
    func unreadable(_ number: Int32) -> Self {
        failing(ExtendedAttributeError(number, .scan, name: nil, path: path.bytes))
    }

    /// Whether this stands for the folder's content, not for the folder.
    @usableFromInline
    var isUnreadable: Bool { failure?.error.operation == .scan }
}

extension ExtendedAttributes {
    /// Creates a view of the file at `path`, or of the link there.
    fileprivate init(ofItselfAt path: SystemPath) {
        calls = FileCalls(target: .path(path, followsSymlinks: false))
    }
}
