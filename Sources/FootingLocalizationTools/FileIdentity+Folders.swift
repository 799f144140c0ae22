package import FootingFiles

extension FileIdentity {
    /// Reads the identity of a folder, following links; `nil` if there is no folder at the path.
    package init?(ofFolderAt path: String) {
        let path = SystemPath(path.utf8)
        guard let status = try? FileStatus(of: path, followingSymlinks: true),
            status.kind == .folder
        else { return nil }
        self = status.identity
    }
}
