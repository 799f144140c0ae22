import CExtendedAttributes
import Foundation

/// Where a new file is to be, and what is there.
struct FilePlace {
    /// The folder.
    let calls: FolderCalls
    /// The file's name in the folder.
    let name: SystemPath
    /// The file there, if there is one.
    let old: (file: Int32, facts: footing_file_facts)?
}

extension FileReplacement {
    /// As many links as Linux follows.
    private static let mostLinks = 40

    /// Finds the place and calls `body` with it, while the folder and the old file are open.
    func withPlace<Result>(
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        try withPlace(of: path, in: .workingFolder, afterLinks: 0, leadingTo: nil, body)
    }

    private func withPlace<Result>(
        of path: SystemPath,
        in start: FolderCalls,
        afterLinks links: Int,
        leadingTo target: footing_file_facts?,
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        let (parent, name) = path.parts
        let folder = FolderCalls(folder: try check(start.openFolder(parent)))
        defer { footing_file_close(folder.folder) }
        switch try look(at: name, in: folder, following: false)?.kind {
        case footing_file_link where followsSymlinks:
            guard links < Self.mostLinks else { throw failure(ELOOP) }
            // The system is asked to follow the link first, since it may forbid that.
            let found = try look(at: name, in: folder, following: true)
            var path: [UInt8] = []
            try check(folder.readTarget(of: name, into: &path))
            return try withPlace(
                of: SystemPath(path),
                in: folder,
                afterLinks: links + 1,
                leadingTo: target ?? found,
                body
            )
        case nil, footing_file_link:
            guard target == nil else { throw unsupported }
            return try body(FilePlace(calls: folder, name: name, old: nil))
        case footing_file_regular:
            return try withOldFile(name, in: folder) { place throws(ExtendedAttributeError) in
                // The text of a link under /proc need not be a path to the file that it leads to.
                if let target {
                    guard let facts = place.old?.facts, facts.device == target.device,
                        facts.number == target.number
                    else { throw unsupported }
                }
                return try body(place)
            }
        case footing_file_folder:
            throw failure(EISDIR)
        default:
            throw unsupported
        }
    }

    private func withOldFile<Result>(
        _ name: SystemPath,
        in folder: FolderCalls,
        _ body: (FilePlace) throws(ExtendedAttributeError) -> Result
    ) throws(ExtendedAttributeError) -> Result {
        let result = folder.open(name)
        if result == -Int(ENOENT) {
            return try body(FilePlace(calls: folder, name: name, old: nil))
        }
        let file = try check(result)
        defer { footing_file_close(file) }
        // The file may be another one than when it was looked at.
        var facts = footing_file_facts()
        try check(FolderCalls.look(at: file, into: &facts))
        guard facts.kind == footing_file_regular else {
            throw unsupported
        }
        return try body(FilePlace(calls: folder, name: name, old: (file, facts)))
    }

    private var unsupported: ExtendedAttributeError {
        ExtendedAttributeError(.unsupported, .save, name: nil, path: path.bytes)
    }

    /// Returns what is at a name, or `nil` if nothing is.
    private func look(
        at name: SystemPath,
        in folder: FolderCalls,
        following: Bool
    ) throws(ExtendedAttributeError) -> footing_file_facts? {
        var facts = footing_file_facts()
        let result = folder.look(at: name, following: following, into: &facts)
        if result == -Int(ENOENT) { return nil }
        try check(result)
        return facts
    }
}
