import FootingLocks
public import Foundation

/// Frees the paths of files and folders at once, and deletes these in the background.
///
/// ```swift
/// let removal = try BackgroundRemover.shared.remove(folder)
/// ```
///
/// When `remove` returns, the path is free: the item has been renamed, in the same folder, to a hidden
/// name. A worker of low priority deletes it afterwards, one item after the other. It deletes symbolic
/// links, never their targets.
public final class BackgroundRemover: Sendable {
    /// The remover for programs that need none of their own.
    public static let shared = BackgroundRemover()

    /// The receipt of a removal that has begun.
    ///
    /// Dropping it stops nothing.
    public struct Removal: Sendable {
        /// Settled when the item is deleted; fails with ``RemovalError/Code/incomplete`` if entries
        /// remain.
        ///
        /// Cancelling it stops the deletion, and leaves the rest under ``hiddenURL``.
        public let future: Future<Void, RemovalError>
        /// Where the item is until it is deleted, or `nil` if it could not be renamed.
        ///
        /// An item that was not renamed is being deleted where it is, as far as permissions allow.
        /// Remove this URL to try again after a failure or a cancellation.
        public var hiddenURL: URL? {
            hiddenPath.flatMap { URL(string: "file://" + percentEncoded($0)) }
        }
        // The URL is made on demand, since that takes longer than the rename.
        fileprivate let hiddenPath: [UInt8]?
    }

    private struct WeakFolder {
        weak let folder: Folder?
    }

    let queue = FutureQueue(backgroundQueue: "background remover")
    private let folders = Lock<[WeakFolder]>([])

    /// Creates a remover with a worker of its own.
    public init() {}

    /// Removes a file, a symbolic link or a folder with all that is in it.
    ///
    /// The call takes as long as a rename, for a folder of any size. If the folder around the
    /// item does not permit a rename, the item is deleted where it is, also in the background:
    /// ``Removal/hiddenURL`` is `nil` then.
    ///
    /// - Parameter url: The URL of the item. A slash at its end has no effect: of a symbolic link, the
    ///   link is removed.
    /// - Returns: A receipt, which you may drop.
    /// - Throws: ``RemovalError`` if there is no such item or the URL can't be that of one. The future
    ///   of the receipt fails for entries that can't be deleted later.
    @discardableResult
    public func remove(_ url: URL) throws(RemovalError) -> Removal {
        let (folder, name) = try folderAndName(of: url)
        let parent = try shared(Folder(folder))
        let hiddenName = HiddenName.make()
        var identity: (dev_t, ino_t)?
        do throws(RemovalError) {
            try parent.move(name, to: parent, as: hiddenName)
        } catch {
            // EXDEV is the answer of an overlay file system for a folder of a lower layer.
            guard error.code == .accessDenied || error.errno == EXDEV else { throw error }
            identity = try parent.identity(of: name)
        }
        let isRenamed = identity == nil
        let future = queue.submit { [identity] () throws(RemovalError) in
            // Waking this worker can take the core from the thread that called `remove`.
            sched_yield()
            // Something else may have taken the place of an item that was not renamed.
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

    /// Returns a future that is settled when all removals and sweeps that have begun are over.
    ///
    /// Wait for it before the program ends; the rest stays until ``sweep(in:)``.
    public func finishAll() -> Future<Void, Never> {
        queue.drain()
    }

    /// Deletes leftovers of processes that have ended: items under hidden names in a folder.
    ///
    /// Items of running processes stay, including this one. Only the folder itself
    /// is searched, not the folders in it.
    ///
    /// - Parameter url: The URL of the folder.
    /// - Returns: The future of how many leftovers were deleted. It fails if some could not be.
    /// - Throws: ``RemovalError`` if the folder can't be opened.
    @discardableResult
    public func sweep(in url: URL) throws(RemovalError) -> Future<Int, RemovalError> {
        let folder = try Folder(filePath(of: url))
        return queue.submit(priority: .low) { () throws(RemovalError) in
            var deletion = Deletion()
            var count = 0
            for name in try folder.names() where HiddenName.isLeftover(name) {
                if deletion.delete(name, in: folder) { count += 1 }
            }
            try deletion.finish(folder.path)
            return count
        }
    }

    /// Returns the folder that pending removals have open, to save descriptors, or else `folder`.
    private func shared(_ folder: Folder) -> Folder {
        folders.withLock { folders in
            folders.removeAll { $0.folder == nil }
            let known = folders.lazy.compactMap(\.folder).first { known in
                known.path == folder.path && (try? known.identity() == folder.identity()) == true
            }
            if known == nil { folders.append(WeakFolder(folder: folder)) }
            return known ?? folder
        }
    }
}
