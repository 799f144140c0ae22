import FootingFiles
public import Foundation

extension ExtendedAttributes {
    /// Stores the attributes of a dump of several files, which must be in `folder`.
    ///
    /// ```swift
    /// let report = try ExtendedAttributes.restore(from: texts.utf8, below: folder)
    /// ```
    ///
    /// Relative paths in the dump are relative to `folder`, not to the current folder. Symbolic
    /// links are followed, and a file outside `folder` is refused, so an untrusted dump can't
    /// change other files. Other processes must not move folders inside `folder` at the same time.
    /// `getfattr` writes absolute paths without the leading slash: for such a dump, pass the root
    /// folder.
    ///
    /// See ``restore(_:from:)`` for the format of a dump.
    ///
    /// - Parameters:
    ///   - selection: The attributes to store; others in the dump are ignored.
    ///   - dump: The dump's bytes, such as `Data`, or the `utf8` view of a string.
    ///   - folder: The folder that contains the files.
    /// - Returns: The attributes that were stored, of all files together, and an issue for each
    ///   attribute or file that failed.
    /// - Throws: ``ExtendedAttributeError`` if there is no such folder.
    /// - Complexity: O(*n*) in the size of the dump.
    public static func restore(
        _ selection: ExtendedAttributeSelection = .user,
        from dump: some Collection<UInt8>,
        below folder: URL
    ) throws(ExtendedAttributeError) -> ExtendedAttributeReport {
        let root = try resolve(SystemPath(folder))
        let reader = DumpReader(Array(dump))
        return restore(selection, from: reader, below: root) {
            path throws(ExtendedAttributeError) in
            let path = try Self.path(path, below: root)
            // The resolved path has no links, so a link there must have replaced the file since.
            return (Self(atPath: path, followingSymlinks: false), path)
        }
    }

    /// Returns the resolved path of a file, which must be in the folder at `root`.
    private static func path(
        _ path: [UInt8],
        below root: [UInt8]
    ) throws(ExtendedAttributeError) -> [UInt8] {
        let slash = UInt8(ascii: "/")
        let path = path.isEmpty || path.first == slash ? path : root + [slash] + path
        let resolved = try resolve(SystemPath(path))
        let start = root.last == slash ? root : root + [slash]
        guard resolved == root || resolved.starts(with: start) else {
            throw ExtendedAttributeError(.outsideFolder, .restore, name: nil, path: path)
        }
        return resolved
    }

    private static func resolve(_ path: SystemPath) throws(ExtendedAttributeError) -> [UInt8] {
        guard !path.isRefused else {
            throw ExtendedAttributeError(.invalidPath, .restore, name: nil, path: path.bytes)
        }
        do throws(ErrorNumber) {
            return try path.resolved()
        } catch {
            throw ExtendedAttributeError(error.value, .restore, name: nil, path: path.bytes)
        }
    }
}
