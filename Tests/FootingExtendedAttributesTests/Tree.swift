import FootingExtendedAttributes
import Foundation
import XCTest

/// The attribute that the tests of scans look for.
let mark = ExtendedAttributeKey<String>("user.footing.mark")

extension XCTestCase {
    /// Makes a folder that can have attributes, with a file or a folder (ending with a slash) for
    /// each of `paths`; those that do not begin with “plain” get the mark, with their path as its
    /// value.
    func makeTree(_ paths: [String] = []) throws -> URL {
        let folder = try makeFile().deletingLastPathComponent()
        try FileManager.default.removeItem(at: folder.appending(path: "file"))
        for path in paths {
            let url = folder.appending(path: path)
            if path.hasSuffix("/") {
                try FileManager.default.createDirectory(at: url, withIntermediateDirectories: false)
            } else {
                try Data().write(to: url)
            }
            guard !url.lastPathComponent.hasPrefix("plain") else { continue }
            try url.extendedAttributes.set(path.utf8, for: mark.name)
        }
        return folder
    }
}

extension ExtendedAttributeScan<String> {
    /// One line for each entry, in order: its path below `folder`, kind, depth, and value or error.
    func lines(below folder: URL) -> [String] {
        lines(belowPath: Array(folder.path.utf8))
    }

    func lines(belowPath folder: [UInt8]) -> [String] {
        map { entry in
            let path = String(decoding: entry.pathBytes.dropFirst(folder.count), as: UTF8.self)
            return "\(path) \(entry.kind) \(entry.depth) \(entry.outcome)"
        }
        .sorted()
    }
}

extension ExtendedAttributeScan<String>.Entry {
    /// The value, or the operation and the code of the error.
    var outcome: String {
        do {
            return try value.map { "“\($0)”" } ?? "-"
        } catch {
            return "\(error.operation) \(error.code)"
        }
    }
}

/// The number of descriptors that this process has open for a folder and the entries in it.
func openDescriptors(in folder: URL) throws -> Int {
    let files = FileManager.default
    return try files.contentsOfDirectory(atPath: "/proc/self/fd").count {
        // The descriptor of this listing is closed by now.
        let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
        return path?.hasPrefix(folder.resolvingSymlinksInPath().path) == true
    }
}
