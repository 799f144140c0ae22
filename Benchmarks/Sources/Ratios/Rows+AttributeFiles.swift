import CRawCalls
import FootingExtendedAttributes
import Foundation
import Harness

/// Work on whole files and folders.
extension Comparison {
    // MARK: Files

    static func wholeFiles() -> [Comparison] {
        [
            copy(), save(.memory, goal: 1.6), save(.disk, goal: 1.0),
        ]
    }

    private static func copy() -> Comparison {
        let peer = "listxattr, getxattr, setxattr in C"
        return Comparison("copy, 3 attributes, memory", to: peer, goal: 1.25) { _ in
            let file = try AttributeFile(on: .memory)
            let other = try AttributeFile(on: .memory)
            try file.setNames(3)
            return Sides(
                ours: { count in
                    let (source, destination) = (file.attributes, other.attributes)
                    for _ in 0..<count { blackHole(try source.copy(to: destination)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(raw_copy(file.path, other.path)) }
                }
            )
        }
    }

    /// Each side has its file; the peer's loses the attributes.
    private static func save(_ volume: AttributeFile.Volume, goal: Double) -> Comparison {
        let title = "write keeping 3 attributes, \(volume)"
        return Comparison(title, to: "Data.write(.atomic)", goal: goal) { _ in
            let file = try AttributeFile(on: volume)
            let other = try AttributeFile(on: volume)
            try file.setNames(3)
            let content = Data(AttributeFile.bytes(1_000))
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        blackHole(try content.write(to: file.url, keepingExtendedAttributes: .user))
                    }
                },
                peer: { count in
                    for _ in 0..<count { try content.write(to: other.url, options: .atomic) }
                }
            )
        }
    }

    // MARK: Folders

    static func trees() -> [Comparison] {
        [
            scanAgainstTool(.memory), scanAgainstTool(.disk),
            scanAgainstPython(.memory), scanAgainstPython(.disk),
        ]
    }

    private static func scanAgainstTool(_ volume: AttributeFile.Volume) -> Comparison {
        let peer = "getfattr -R -P -h -n NAME"
        return Comparison("scan of 50 500, \(volume)", to: peer, goal: 0.6) { effort in
            try run(["getfattr", "--version"])
            let tree = try AttributeTree(on: volume, effort)
            return Sides(
                ours: scan(of: tree),
                peer: { count in
                    for _ in 0..<count {
                        try run(
                            ["getfattr", "-R", "-P", "-h", "-n", AttributeFile.name, tree.url.path]
                        )
                    }
                }
            )
        }
    }

    private static func scanAgainstPython(_ volume: AttributeFile.Volume) -> Comparison {
        let peer = "os.scandir, os.getxattr in Python"
        return Comparison("scan of 50 500, \(volume)", to: peer, goal: 0.8) { effort in
            let tree = try AttributeTree(on: volume, effort)
            let work = """
                folders = [arguments[0]]
                while folders:
                    with os.scandir(folders.pop()) as entries:
                        for entry in entries:
                            try:
                                os.getxattr(entry.path, arguments[1], follow_symlinks=False)
                            except OSError:
                                pass
                            if entry.is_dir(follow_symlinks=False):
                                folders.append(entry.path)
                """
            return Sides(
                ours: scan(of: tree),
                peer: try .python(
                    importing: "os",
                    work: work,
                    with: [tree.url.path, AttributeFile.name]
                )
            )
        }
    }

    private static func scan(of tree: AttributeTree) -> (Int) throws -> Void {
        { count in
            let key = ExtendedAttributeKey<String>(ExtendedAttributeName(AttributeFile.name))
            for _ in 0..<count {
                var found = 0
                for entry in ExtendedAttributes.scan(tree.url, for: key) {
                    if try entry.value != nil { found += 1 }
                }
                guard found == tree.withAttribute else {
                    throw Unavailable("\(found) of \(tree.withAttribute) were found")
                }
            }
        }
    }
}

/// A folder of 500 folders with 100 files each, of which every second has the attribute.
private final class AttributeTree {
    let url: URL
    let withAttribute: Int

    /// Makes the folder, with fewer folders in it for a smoke run.
    init(on volume: AttributeFile.Volume, _ effort: Effort) throws {
        let folders = effort.isSmoke ? 5 : 500
        url = volume.folder.appending(path: "footing-\(UUID().uuidString)")
        withAttribute = folders * 50
        for folder in 0..<folders {
            let folder = url.appending(path: "folder-\(folder)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            for number in 0..<100 {
                let path = folder.path + "/file-\(number)"
                close(open(path, O_CREAT | O_WRONLY, 0o600))
                let isMarked = number.isMultiple(of: 2)
                guard !isMarked || raw_setxattr(path, AttributeFile.name, "value", 5) == 0 else {
                    throw Comparison.Unavailable("\(volume.folder.path) keeps no attributes")
                }
            }
        }
    }

    deinit { try? FileManager.default.removeItem(at: url) }
}
