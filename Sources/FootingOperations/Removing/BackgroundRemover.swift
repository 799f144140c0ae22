import FootingFiles
import FootingLocks
public import Foundation

/// Frees the paths of files and folders immediately, and deletes the items in the background.
///
/// ```swift
/// let removal = try BackgroundRemover.shared.remove(folder)
/// ```
///
/// When `remove` returns, the path is free: the item has been renamed to a hidden name in the same
/// folder. A low-priority worker then deletes the items one after the other. It deletes symbolic
/// links, never their targets.
public final class BackgroundRemover: Sendable {
    /// The default remover, for programs that need no separate one.
    public static let shared = BackgroundRemover()

    /// A removal in progress.
    ///
    /// Releasing this value does not stop the removal.
    public struct Removal: Sendable {
        /// Settled when the item is deleted; fails with ``OperationError/Code/incomplete`` if
        /// entries remain.
        ///
        /// Cancelling the future stops the deletion, and leaves the rest under ``hiddenURL``.
        public let future: Future<Void, OperationError>
        /// The location of the item until it is deleted, or `nil` if it could not be renamed.
        ///
        /// An item that could not be renamed is deleted in place, as far as permissions allow. To
        /// try again after a failure or a cancellation, remove this URL.
        public var hiddenURL: URL? {
            hiddenPath.flatMap { URL(string: "file://" + percentEncoded($0.bytes)) }
        }
        // The URL is created on demand, since that takes longer than the rename.
        fileprivate let hiddenPath: SystemPath?
    }

    private struct WeakFolder {
        weak let folder: Folder?
    }

    let queue = FutureQueue(backgroundQueue: "background remover")
    private let folders = Lock<[WeakFolder]>([])

    /// Creates a remover with a separate worker.
    public init() {}

    /// Removes a file, a symbolic link, or a folder with its contents.
    ///
    /// The call takes as long as a rename, for a folder of any size. If the parent folder does not
    /// permit a rename, the item is deleted in place, also in the background; ``Removal/hiddenURL``
    /// is then `nil`. If another program puts entries into a folder meanwhile, the deletion is
    /// tried again, a limited number of times.
    ///
    /// - Parameter url: The URL of the item. A trailing slash has no effect: a symbolic link itself
    ///   is removed, not its target.
    /// - Returns: The removal, which you may ignore.
    /// - Throws: ``OperationError`` if there is no such item or the URL is invalid. Entries that
    ///   can't be deleted later make the removal's future fail.
    @discardableResult
    public func remove(_ url: URL) throws(OperationError) -> Removal {
        let (folder, name) = try SystemPath.folderAndName(of: url)
        let parent = try openFolder(at: folder)
        let hiddenName = HiddenName.make()
        var identity: FileIdentity?
        do throws(OperationError) {
            _ = try check(parent.path(of: name), parent.rename(name, to: hiddenName))
        } catch {
            // An overlay file system reports EXDEV for a folder of a lower layer.
            guard [EACCES, EPERM, EXDEV].contains(error.errno) else { throw error }
            identity = try check(parent.path(of: name), parent.identity(of: name))
        }
        let isRenamed = identity == nil
        let future = queue.submit { [identity] () throws(OperationError) in
            // Yields to the thread that called `remove`, whose core this worker may have taken when
            // it woke.
            sched_yield()
            // Another item may have replaced an item that was not renamed.
            if let identity, let now = try? parent.identity(of: name), now != identity { return }
            var deletion = Deletion()
            deletion.delete(isRenamed ? hiddenName : name, in: parent)
            try deletion.finish(parent.path(of: name))
        }
        return Removal(
            future: future,
            hiddenPath: isRenamed ? parent.path(of: hiddenName) : nil
        )
    }

    /// Returns a future that is settled when all removals and sweeps in progress are done.
    ///
    /// Wait for it before the program exits; otherwise unfinished items remain until a
    /// ``sweep(in:)``.
    public func drain() -> Future<Void, Never> {
        queue.drain()
    }

    /// Deletes hidden items that ended processes have left in a folder.
    ///
    /// Items of running processes are kept, including those of this process. Subfolders are not
    /// searched.
    ///
    /// - Parameter url: The URL of the folder.
    /// - Returns: The future of the number of deleted items. It fails if some items could not be
    ///   deleted.
    /// - Throws: ``OperationError`` if the folder can't be opened.
    @discardableResult
    public func sweep(in url: URL) throws(OperationError) -> Future<Int, OperationError> {
        let path = try SystemPath(of: url)
        let folder = try check(path, Folder(path, followingSymlinks: true))
        return queue.submit(priority: .low) { () throws(OperationError) in
            var deletion = Deletion()
            var count = 0
            let names = try check(path, folder.names())
            for name in names where HiddenName.isLeftover(name) {
                if deletion.delete(name, in: folder) { count += 1 }
            }
            try deletion.finish(path)
            return count
        }
    }

    /// Opens a folder, or returns that of a pending removal if it is the same, to save descriptors.
    private func openFolder(at path: SystemPath) throws(OperationError) -> Folder {
        let folder = try check(path, Folder(path, followingSymlinks: true))
        return folders.withLock { folders in
            folders.removeAll { $0.folder == nil }
            let known = folders.lazy.compactMap(\.folder).first { known in
                known.path == path
                    && (try? known.identity() == folder.identity()) == true
            }
            if known == nil { folders.append(WeakFolder(folder: folder)) }
            return known ?? folder
        }
    }
}
