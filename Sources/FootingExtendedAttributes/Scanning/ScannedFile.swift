import FootingFiles

/// A file in a scan, or a folder that the scan could not read.
///
/// Not generic, and small, because entries are copied several times.
@usableFromInline
struct ScannedFile: Sendable {
    let path: SystemPath
    @usableFromInline let kind: ExtendedAttributes.FileKind
    /// The depth below the first entry of the scan.
    @usableFromInline let depth: Int
    /// The error of the file, if any.
    var failure: Failure?

    /// A box for an error, which is large and rare.
    final class Failure: Sendable {
        let error: ExtendedAttributeError

        init(_ error: ExtendedAttributeError) {
            self.error = error
        }
    }

    /// The attributes of the file itself, even if it is a link.
    @usableFromInline
    var attributes: ExtendedAttributes { ExtendedAttributes(path, followingSymlinks: false) }

    /// Throws the error of the file, if any.
    @usableFromInline
    func check() throws(ExtendedAttributeError) {
        if let failure { throw failure.error }
    }

    /// Returns the file with an error.
    func failing(_ error: ExtendedAttributeError) -> Self {
        var file = self
        file.failure = Failure(error)
        return file
    }

    /// Returns the file as a folder that can't be read, with the error.
    func unreadable(_ number: Int32) -> Self {
        failing(ExtendedAttributeError(number, .scan, name: nil, path: path.bytes))
    }

    /// Whether this represents the unreadable content of a folder, not the folder itself.
    @usableFromInline
    var isUnreadable: Bool { failure?.error.operation == .scan }
}
