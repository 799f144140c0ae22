import FootingFiles

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension NewFile {
    /// Creates a temporary file beside a file's URL.
    convenience init(_ url: URL) throws(ArchiveError) {
        let (folder, name) = try SystemPath(ofFileAt: url).folderAndName
        do throws(ErrorNumber) {
            try self.init(name, in: Folder(folder, followingSymlinks: true), mode: .standard)
        } catch {
            throw ArchiveError(error).located(in: url)
        }
    }

    func write(_ data: Data, at offset: Int? = nil) throws(ErrorNumber) {
        let error = unsafe data.withUnsafeBytes { unsafe write($0, at: offset) }
        if let error { throw error }
    }

    /// Gives the closed file its name, or returns the code of an issue.
    ///
    /// A file of the name that `isOurs` recognizes is never replaced.
    func place(
        _ mode: ArchiveOptions.WriteMode,
        _ isOurs: (FileIdentity) -> Bool = { _ in false }
    ) throws(ErrorNumber) -> ArchiveError.Code? {
        do throws(ErrorNumber) {
            guard mode == .replaceOnly else {
                try rename(replacing: false)
                return nil
            }
        } catch {
            guard error == .exists else { throw error }
        }
        do throws(ErrorNumber) {
            guard try !isOurs(folder.identity(of: name)) else { return .collidingPaths }
            guard mode != .createOnly else { return .alreadyExists }
            try rename(replacing: true)
            return nil
        } catch {
            switch error {
            case .noSuchFile where mode == .replaceOnly: return .notFound
            // Another program has removed the old file.
            case .noSuchFile: return try place(mode, isOurs)
            case .isAFolder: return .alreadyExists
            default: throw error
            }
        }
    }
}
