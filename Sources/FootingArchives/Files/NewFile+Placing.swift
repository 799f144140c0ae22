import FootingFiles

extension NewFile {
    /// Gives the closed file its name, or returns the code of the issue if the existing file must
    /// stay.
    ///
    /// `refusal` returns that code, or `nil` to replace the file. It may be asked again after a
    /// race with another program.
    func place(
        _ mode: ArchiveOptions.WriteMode,
        _ refusal: (FileIdentity) throws -> ArchiveError.Code?
    ) throws -> ArchiveError.Code? {
        if mode != .replaceOnly, try rename(replacing: false) { return nil }
        let old: FileIdentity
        do {
            old = try folder.identity(of: name)
        } catch ErrorNumber.noSuchFile {
            // Another program has removed the old file.
            return mode == .replaceOnly ? .notFound : try place(mode, refusal)
        }
        if let code = try refusal(old) { return code }
        do {
            _ = try rename(replacing: true)
            return nil
        } catch ErrorNumber.isAFolder {
            return .alreadyExists
        }
    }
}
