/// The deletion of trees in one folder.
///
/// A tree may be of any depth: the levels are a list, not a recursion; of the folders that are open
/// only the last ``greatestOpenCount`` are kept, and the way back leads through `..`; and no path is
/// handed to the system, only names.
struct Deletion {
    private struct Level {
        /// The name of the folder in the one above.
        let name: FileName
        let identity: OpenFolder.Identity?
        /// `nil` if it was closed for want of descriptors.
        var folder: OpenFolder?
        /// What is still to be deleted, listed at once.
        var entries: [OpenFolder.Entry]
        /// How often the folder was listed before.
        let pass: Int
        var hasRemainder = false
    }

    /// At least two: the way back to a folder needs the right to search the one below it.
    private static let greatestOpenCount = 32
    /// How often a folder is listed in which somebody goes on to create files.
    private static let greatestPassCount = 16

    private let path: [UInt8]
    /// The first level is the folder in which trees are deleted; it stays open.
    private var levels: [Level]
    private var remaining: [RemovalError.Entry] = []
    private var remainingCount = 0

    init(in folder: OpenFolder, at path: [UInt8]) {
        self.path = path.last == UInt8(ascii: "/") ? path : path + [UInt8(ascii: "/")]
        let name = FileName(EmptyCollection())
        levels = [Level(name: name, identity: nil, folder: folder, entries: [], pass: 0)]
    }

    func throwIfIncomplete(_ path: [UInt8]) throws(RemovalError) {
        if remainingCount > 0 {
            throw RemovalError(path: path, remaining: remaining, count: remainingCount)
        }
    }

    /// Deletes an entry, and all in it if it is a folder, unless the job is cancelled.
    ///
    /// - Returns: Whether nothing of it remains.
    @discardableResult
    mutating func delete(_ name: FileName) -> Bool {
        levels[0].hasRemainder = false
        levels[0].entries = [OpenFolder.Entry(name: name, isFolder: nil)]
        while !FutureQueue.isCurrentJobCancelled {
            if let entry = levels[levels.count - 1].entries.popLast() {
                take(entry, pass: 0)
            } else if levels.count > 1 {
                leave()
            } else {
                return !levels[0].hasRemainder
            }
        }
        levels.removeSubrange(1...)
        return false
    }

    /// Deletes an entry of the last level, or makes it the last level if it is a folder.
    private mutating func take(_ entry: OpenFolder.Entry, pass: Int) {
        guard let folder = levels[levels.count - 1].folder else { return }
        do throws(SystemError) {
            var isFolder = entry.isFolder
            if isFolder == nil { isFolder = try folder.look(at: entry.name).isFolder }
            if isFolder != true {
                do throws(SystemError) {
                    return try folder.remove(entry.name, isFolder: false)
                } catch .isFolder {
                    // It has taken the place of a file since the listing.
                }
            }
            try enter(entry.name, of: folder, pass: pass)
        } catch {
            record(error, at: entry.name)
        }
    }

    private mutating func enter(
        _ name: FileName,
        of parent: OpenFolder,
        pass: Int
    ) throws(SystemError) {
        do throws(SystemError) {
            let folder = try parent.openFolder(name)
            levels.append(
                Level(
                    name: name,
                    identity: try folder.identity,
                    folder: folder,
                    entries: try folder.entries(),
                    pass: pass
                )
            )
        } catch {
            // It may be a link by now; and an empty folder goes without the right to list it.
            let isFolder = error != .isNoFolder && error != .isLink
            do throws(SystemError) {
                try parent.remove(name, isFolder: isFolder)
            } catch let second {
                throw isFolder && second == .isNotEmpty ? error : second
            }
            return
        }
        let distant = levels.count - 1 - Self.greatestOpenCount
        if distant > 0 { levels[distant].folder = nil }
    }

    /// Goes back from the last level, which has no more entries, and deletes it.
    private mutating func leave() {
        let level = levels.removeLast()
        let last = levels.count - 1
        if levels[last].folder == nil {
            do throws(SystemError) {
                let parent = try level.folder?.openFolder(.parent)
                // Somebody has moved the folder: what is above it now must not be deleted.
                guard try parent?.identity == levels[last].identity else { throw .isStale }
                levels[last].folder = parent
            } catch {
                // All above remains, too.
                record(error, at: level.name)
                levels.removeSubrange(1...)
                levels[0].hasRemainder = true
                return
            }
        }
        if level.hasRemainder {
            levels[last].hasRemainder = true
            return
        }
        do throws(SystemError) {
            try levels[last].folder?.remove(level.name, isFolder: true)
        } catch .isNotEmpty where level.pass < Self.greatestPassCount {
            take(OpenFolder.Entry(name: level.name, isFolder: true), pass: level.pass + 1)
        } catch {
            record(error, at: level.name)
        }
    }

    /// Notes that an entry of the last level remains, unless somebody else has deleted it.
    private mutating func record(_ error: SystemError, at name: FileName) {
        if error == .isMissing { return }
        levels[levels.count - 1].hasRemainder = true
        remainingCount += 1
        guard remaining.count < RemovalError.remainingLimit else { return }
        var path = path
        for level in levels.dropFirst() { path += level.name.bytes + [UInt8(ascii: "/")] }
        remaining.append(RemovalError.Entry(path: path + name.bytes, errno: error.number))
    }
}
