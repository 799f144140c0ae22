import FootingFiles
import FootingLocalization

/// Files that are written together: each under a temporary name, and then all under their own.
struct FileBatch {
    private var files: [(edited: EditedFile, new: NewFile)] = []
    /// The paths of the files that are replaced, without links.
    private var targets: Set<[UInt8]> = []
    /// The folders that were made for new languages.
    private var folders: [SystemPath] = []
    private var written: [String] = []

    /// Writes the changed files, unless one of them was changed after it was read.
    static func write(_ files: [EditedFile]) throws(LocalizationToolsError) {
        var batch = FileBatch()
        do throws(LocalizationToolsError) {
            for file in files where file.isChanged { try batch.prepare(file) }
            for file in batch.files { try checkOriginal(of: file.edited) }
            for file in batch.files {
                try rename(file.new, file.edited)
                batch.written.append(file.edited.path)
            }
        } catch {
            let paths = batch.written.joined(separator: ", ")
            let rest =
                paths.isEmpty
                ? "; no table was written." : ". These were written before: \(paths)."
            batch.removeFolders()
            throw LocalizationToolsError(
                error.code,
                file: error.file,
                errno: error.errno,
                error.message + rest
            )
        }
    }

    private mutating func prepare(_ file: EditedFile) throws(LocalizationToolsError) {
        guard file.content.map({ $0.count <= EditedFile.maximumSize }) != false else {
            let message = "The file would be larger than 64 MiB: split it"
            throw LocalizationToolsError(.limitExceeded, file: file.path, message)
        }
        do throws(ErrorNumber) {
            let target = try Self.target(of: file)
            if target.map({ targets.insert($0).inserted }) != false {
                return files.append((file, try write(file, target)))
            }
        } catch {
            throw .notWritten(file, error)
        }
        let message = "The file is also that of another table: remove a link to it"
        throw LocalizationToolsError(.notWritten, file: file.path, message)
    }

    /// The path of the file that is replaced, without links.
    private static func target(of file: EditedFile) throws(ErrorNumber) -> [UInt8]? {
        let path = SystemPath(file.path.utf8)
        if file.original == nil {
            let status = try? FileStatus(of: path, followingSymlinks: true)
            guard file.replacesAny, status != nil else { return nil }
        }
        return try path.resolved()
    }

    /// Writes the content under a temporary name beside the file, or beside a link's target.
    private mutating func write(
        _ file: EditedFile,
        _ target: [UInt8]?
    ) throws(ErrorNumber) -> NewFile {
        let path = SystemPath(target ?? Array(file.path.utf8))
        let (folderPath, name) = path.folderAndName
        var mode: FileMode?
        if target != nil {
            mode = try FileStatus(of: path, followingSymlinks: false).mode
            guard mode?.isReadOnly == false else { throw .accessDenied }
        } else {
            // The folder of a new language.
            let (parent, folder) = folderPath.folderAndName
            let isNew = try Folder(parent, followingSymlinks: true)
                .makeFolder(folder, mode: .standardFolder)
            if isNew { folders.append(folderPath) }
        }
        let folder = try Folder(folderPath, followingSymlinks: true)
        let new = try NewFile(name, in: folder, mode: mode == nil ? .standard : .private)
        let error = unsafe (file.content ?? []).withUnsafeBytes { unsafe new.write($0) }
        if let error { throw error }
        try new.close(mode: mode)
        return new
    }

    private static func checkOriginal(of file: EditedFile) throws(LocalizationToolsError) {
        guard let original = file.original else { return }
        guard LocalizationStore.contents(ofFileAt: file.path) == original else {
            throw .changed(file)
        }
    }

    private static func rename(
        _ new: NewFile,
        _ file: EditedFile
    ) throws(LocalizationToolsError) {
        let isRenamed: Bool
        do throws(ErrorNumber) {
            isRenamed = try new.rename(replacing: file.original != nil || file.replacesAny)
        } catch {
            throw .notWritten(file, error)
        }
        guard isRenamed else { throw .changed(file) }
    }

    /// Removes the files under temporary names, and the new folders that are empty then.
    private mutating func removeFolders() {
        files = []
        for path in folders {
            let (parent, name) = path.folderAndName
            let folder = try? Folder(parent, followingSymlinks: true)
            try? folder?.remove(name, isFolder: true)
        }
    }
}

extension LocalizationToolsError {
    fileprivate static func notWritten(_ file: EditedFile, _ error: ErrorNumber) -> Self {
        let message =
            "The file couldn't be written (\(error.message)): check the folder, its permissions "
            + "and the space"
        return Self(error, file: file.path, message)
    }

    fileprivate static func changed(_ file: EditedFile) -> Self {
        let message = "The file was changed or made by another program: read the table again"
        return Self(.notWritten, file: file.path, message)
    }
}

extension FileMode {
    fileprivate var isReadOnly: Bool { rawValue & 0o222 == 0 }
}
