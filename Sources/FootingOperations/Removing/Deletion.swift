import FootingFiles
import Foundation

/// The deletion of entries with their contents.
///
/// Each nested folder uses a file descriptor and stack space, so a folder at the greatest depth is
/// moved up to the topmost folder, and deleted from there.
struct Deletion {
    private static let maxDepth = 64
    private static let maxRemainingCount = 100

    /// The number of times that a folder may still be emptied again, because another program has
    /// put entries into it meanwhile.
    private var repetitionsLeft = 100
    /// Called when a folder has been emptied; used by tests.
    var didEmptyFolder: () -> Void = {}

    private var remaining: [OperationError] = []
    private var remainingCount = 0
    /// The folder at depth 0, and the new names of the folders that were moved to it.
    private var top: Folder?
    private var moved: [SystemPath] = []

    /// Deletes an entry with its contents, unless the job is cancelled.
    ///
    /// - Returns: Whether nothing of the entry remains.
    @discardableResult
    mutating func delete(_ name: SystemPath, in parent: Folder, depth: Int = 0) -> Bool {
        if FutureQueue.isCurrentJobCancelled { return false }
        var obstacle: OperationError?
        do throws(OperationError) {
            let folder = try check(
                parent.path(of: name),
                Folder(name, in: parent, followingSymlinks: false)
            )
            if depth == 0 { top = folder }
            if depth == Self.maxDepth, let top {
                let newName = HiddenName.make()
                _ = try check(parent.path(of: name), parent.rename(name, to: newName, in: top))
                moved.append(newName)
                return true
            }
            var names = try check(folder.path, folder.names())
            var isEmpty = true
            while let name = names.popLast() ?? (depth == 0 ? moved.popLast() : nil) {
                if !delete(name, in: folder, depth: depth + 1) { isEmpty = false }
            }
            if !isEmpty { return false }
            didEmptyFolder()
        } catch {
            // The entry is not a folder, or is one that can only be deleted if it is empty.
            obstacle = error
        }
        do throws(OperationError) {
            let isFolder = obstacle?.errno != ENOTDIR && obstacle?.errno != ELOOP
            try check(parent.path(of: name), parent.remove(name, isFolder: isFolder))
            return true
        } catch {
            // Another process has deleted the entry.
            if error.errno == ENOENT { return true }
            if error.errno == ENOTEMPTY, obstacle == nil, repetitionsLeft > 0 {
                repetitionsLeft -= 1
                return delete(name, in: parent, depth: depth)
            }
            remainingCount += 1
            if remaining.count < Self.maxRemainingCount {
                remaining.append(error.errno == ENOTEMPTY ? obstacle ?? error : error)
            }
            return false
        }
    }

    /// Throws an error about `path` if entries remain.
    func finish(_ path: SystemPath) throws(OperationError) {
        guard let errno = remaining.first?.errno else { return }
        throw OperationError(
            errno: errno,
            path: path.bytes,
            remaining: remaining,
            count: remainingCount
        )
    }
}
