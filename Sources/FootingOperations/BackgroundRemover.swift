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
/// links, never what they lead to.
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
        /// Remove this URL to try again after a failure or a cancellation.
        public let hiddenURL: URL?

        /// Whether the path was free when ``BackgroundRemover/remove(_:)`` returned.
        ///
        /// If not, the item is being deleted where it is, as far as permissions allow.
        public var wasRenamed: Bool { hiddenURL != nil }

        /// Stops the deletion; the rest stays, under ``hiddenURL`` if it was renamed.
        ///
        /// - Returns: `false` if the deletion had ended.
        @discardableResult
        public func cancel() -> Bool { future.cancel() }
    }

    let queue = FutureQueue(backgroundQueue: "background remover")
    private let folders = Lock<[OpenFolder.Identity: WeakFolder]>([:])

    /// Creates a remover with a worker of its own.
    public init() {}

    /// Removes a file, a symbolic link or a folder with all that is in it.
    ///
    /// The call takes as long as a rename, whatever the size of the folder. If the folder around the
    /// item does not permit a rename, the item is deleted where it is, also in the background:
    /// ``Removal/wasRenamed`` is `false` then.
    ///
    /// - Parameter url: The URL of the item. A slash at its end has no effect: of a symbolic link, the
    ///   link is removed.
    /// - Returns: A receipt, which you may drop.
    /// - Throws: ``RemovalError`` if there is no such item or the URL can't be that of one. What can't
    ///   be deleted later is an error of the receipt's future.
    @discardableResult
    public func remove(_ url: URL) throws(RemovalError) -> Removal {
        let path = try FilePath(removing: url)
        do throws(SystemError) {
            let parent = try shared(OpenFolder(at: FileName(path.folder)))
            let name = FileName(path.name)
            let hiddenName = FileName(HiddenName().text.utf8)
            do throws(SystemError) {
                try parent.rename(name, to: hiddenName)
            } catch .accessDenied, .notPermitted, .otherVolume {
                // Also the answer of an overlay file system for a folder of a lower layer.
                let identity = try parent.look(at: name).identity
                let future = delete(name, of: identity, in: parent, path)
                return Removal(future: future, hiddenURL: nil)
            }
            let future = delete(hiddenName, of: nil, in: parent, path)
            return Removal(future: future, hiddenURL: path.url(of: hiddenName.bytes))
        } catch {
            throw RemovalError(error, path: path.bytes)
        }
    }

    /// Returns a future that is settled when all removals and sweeps that have begun are over.
    ///
    /// Wait for it before the program ends; what is not deleted by then stays until ``sweep(in:)``.
    public func finishAll() -> Future<Void, Never> {
        queue.drain()
    }

    /// Deletes what processes that have ended left under hidden names in a folder.
    ///
    /// Leftovers of processes that are running stay, also those of this process. Only the folder itself
    /// is looked through, not the folders in it.
    ///
    /// - Returns: The future of how many leftovers were deleted. It fails if some could not be.
    /// - Throws: ``RemovalError`` if the folder can't be opened.
    @discardableResult
    public func sweep(in url: URL) throws(RemovalError) -> Future<Int, RemovalError> {
        let path = try FilePath.bytes(of: url)
        let folder: OpenFolder
        do throws(SystemError) {
            folder = try OpenFolder(listing: FileName(path))
        } catch {
            throw RemovalError(error, path: path)
        }
        return queue.submit(priority: .low) { () throws(RemovalError) in
            let names: [FileName]
            do throws(SystemError) {
                names = try folder.entries().map(\.name)
            } catch {
                throw RemovalError(error, path: path)
            }
            var deletion = Deletion(in: folder, at: path)
            var count = 0
            for name in names {
                guard let hidden = HiddenName(name.bytes), !hidden.process.isAlive else { continue }
                if deletion.delete(name) { count += 1 }
            }
            try deletion.throwIfIncomplete(path)
            return count
        }
    }

    private func delete(
        _ name: FileName,
        of identity: OpenFolder.Identity?,
        in parent: OpenFolder,
        _ path: FilePath
    ) -> Future<Void, RemovalError> {
        queue.submit { () throws(RemovalError) in
            // Something else may have taken the place of an item that was not renamed.
            let now = try? parent.look(at: name).identity
            if let identity, let now, now != identity { return }
            var deletion = Deletion(in: parent, at: path.folder)
            deletion.delete(name)
            try deletion.throwIfIncomplete(path.bytes)
        }
    }

    // MARK: Folders

    private struct WeakFolder {
        weak let folder: OpenFolder?
    }

    /// Returns the same open folder for all pending removals in it, which saves file descriptors.
    private func shared(_ folder: OpenFolder) throws(SystemError) -> OpenFolder {
        let identity = try folder.identity
        return folders.withLock { folders in
            if let known = folders[identity]?.folder { return known }
            folders = folders.filter { $0.value.folder != nil }
            folders[identity] = WeakFolder(folder: folder)
            return folder
        }
    }
}
