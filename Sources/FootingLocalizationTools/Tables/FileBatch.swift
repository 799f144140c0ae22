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
        var path = ""
        do throws(TableFault) {
            for file in files where file.isChanged {
                path = file.path
                try batch.prepare(file)
            }
            for file in batch.files {
                path = file.edited.path
                try Self.checkOriginal(of: file.edited)
            }
            for file in batch.files {
                path = file.edited.path
                try Self.rename(file.new, file.edited)
                batch.written.append(path)
            }
        } catch {
            var message = error.message
            if batch.written.isEmpty {
                message += "; no table was written."
            } else {
                let paths = batch.written.joined(separator: ", ")
                message += ". These were written before: \(paths)."
            }
            batch.removeFolders()
            throw LocalizationToolsError(error.code, file: path, message)
        }
    }

    private mutating func prepare(_ file: EditedFile) throws(TableFault) {
        guard file.content.map({ $0.count <= CatalogDocument.maximumSize }) != false else {
            throw TableFault(.limitExceeded, "The file would be larger than 64 MiB: split it")
        }
        let target: [UInt8]?
        do throws(ErrorNumber) {
            target = try Self.target(of: file)
        } catch {
            throw TableFault(error)
        }
        if let target, !targets.insert(target).inserted {
            let message = "The file is also that of another table: remove a link to it"
            throw TableFault(.notWritten, message)
        }
        do throws(ErrorNumber) {
            files.append((file, try write(file, target)))
        } catch {
            throw TableFault(error)
        }
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

    private static func checkOriginal(of file: EditedFile) throws(TableFault) {
        guard let original = file.original else { return }
        guard LocalizationStore.contents(ofFileAt: file.path) == original else { throw .changed }
    }

    private static func rename(_ new: NewFile, _ file: EditedFile) throws(TableFault) {
        let isRenamed: Bool
        do throws(ErrorNumber) {
            isRenamed = try new.rename(replacing: file.original != nil || file.replacesAny)
        } catch {
            throw TableFault(error)
        }
        guard isRenamed else { throw .changed }
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

extension TableFault {
    fileprivate init(_ error: ErrorNumber) {
        let message =
            "The file couldn't be written (\(error.message)): check the folder, its permissions "
            + "and the space"
        self.init(.notWritten, message)
    }

    fileprivate static let changed = TableFault(
        .notWritten,
        "The file was changed or made by another program: read the table again"
    )
}

extension FileMode {
    fileprivate var isReadOnly: Bool { rawValue & 0o222 == 0 }
}
