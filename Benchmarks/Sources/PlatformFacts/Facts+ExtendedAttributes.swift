import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

private let module = "ExtendedAttributes"
private let key = FileAttributeKey("NSFileExtendedAttributes")

extension Fact {
    static let extendedAttributes = attributeImports + attributesInFoundation + attributeErrors
}

// MARK: - What Swift has

private let attributeImports: [Fact] = [
    Fact(module, "getxattr after import Glibc", known: "does not compile") {
        try Compiler.verdict(on: "import Glibc\n_ = getxattr(\"/\", \"user.a\", nil, 0)")
    },
    Fact(module, "getxattr after import Foundation", known: "does not compile") {
        try Compiler.verdict(on: "import Foundation\n_ = getxattr(\"/\", \"user.a\", nil, 0)")
    },
    Fact(module, "NFC and NFD names as String keys", known: "one key") {
        let keys = Set(["user.caf\u{E9}", "user.cafe\u{301}"])
        return keys.count == 1 ? "one key" : "two keys"
    },
    Fact(module, "temporary allocation of 1024 bytes", known: "stack") { placeOfBytes(1024) },
    Fact(module, "temporary allocation of 4096 bytes", known: "heap") { placeOfBytes(4096) },
]

private func placeOfBytes(_ count: Int) -> String {
    var local = 0
    let here = withUnsafeMutablePointer(to: &local) { UInt(bitPattern: $0) }
    return withUnsafeTemporaryAllocation(byteCount: count, alignment: 16) { bytes in
        let there = UInt(bitPattern: bytes.baseAddress)
        return max(here, there) - min(here, there) < 1 << 20 ? "stack" : "heap"
    }
}

// MARK: - What Foundation does with them

private let attributesInFoundation: [Fact] = [
    // MARK: Reading and writing through FileManager
    Fact(module, "attributesOfItem: an empty value", known: "left out") {
        let file = try newFile("a")
        try RawAttributes.set("user.empty", to: 0, at: file.path)
        try RawAttributes.set("user.full", at: file.path)
        let found = try attributes(of: file)
        guard found?["user.full"] != nil else { return "nothing is found" }
        return found?["user.empty"] == nil ? "left out" : "found"
    },
    Fact(module, "attributesOfItem: a name that is not UTF-8", known: "all are hidden") {
        // In the middle however the file system orders them: only the last one does no harm.
        let file = try newFile("a")
        try RawAttributes.set("user.a", at: file.path)
        let bad: [UInt8] = Array("user.b".utf8) + [0xE9, 0]
        try RawAttributes.set(bad.map { CChar(bitPattern: $0) }, at: file.path)
        try RawAttributes.set("user.c", at: file.path)
        guard let found = try attributes(of: file) else { return "all are hidden" }
        return "\(found.count) of 3 found"
    },
    Fact(module, "attributesOfItem: a symbolic link", known: "none are found") {
        let (file, link) = try newLink()
        try RawAttributes.set("user.good", at: file.path)
        return try attributes(of: link) == nil ? "none are found" : "found"
    },
    Fact(module, "setAttributes: a symbolic link", known: "sets the target's") {
        let (file, link) = try newLink()
        try setAttributes(["user.a": Data("1".utf8)], of: link)
        return try RawAttributes.fate(of: "user.a", at: file.path) == "kept"
            ? "sets the target's" : "leaves the target's"
    },
    Fact(module, "setAttributes: a name with a NUL", known: "sets another name") {
        let file = try newFile("a")
        do {
            try setAttributes(["user.a\0b": Data("1".utf8)], of: file)
        } catch {
            return "refused"
        }
        return try RawAttributes.fate(of: "user.a", at: file.path) == "kept"
            ? "sets another name" : "sets nothing"
    },
    Fact(module, "setAttributes: the system's error", known: "512, no cause") {
        do {
            try setAttributes(["nonamespace": Data("1".utf8)], of: newFile("a"))
            return "no error"
        } catch let error as CocoaError {
            let cause = error.underlying == nil ? "no cause" : "with its cause"
            return "\(error.code.rawValue), \(cause)"
        }
    },
    // MARK: What survives
    Fact(module, "copyItem of a file", known: "dropped") {
        let file = try newFileWithAttribute("a")
        try FileManager.default.copyItem(at: file, to: place("b"))
        return try RawAttributes.fate(of: "user.a", at: place("b").path)
    },
    Fact(module, "copyItem of a folder: the folder's", known: "kept") {
        let folder = try newFolderWithAttributes()
        try FileManager.default.copyItem(at: folder, to: place("copy"))
        return try RawAttributes.fate(of: "user.a", at: place("copy").path)
    },
    Fact(module, "copyItem of a folder: its files'", known: "dropped") {
        let folder = try newFolderWithAttributes()
        try FileManager.default.copyItem(at: folder, to: place("copy"))
        return try RawAttributes.fate(of: "user.a", at: place("copy/file").path)
    },
    Fact(module, "moveItem on one volume", known: "kept") {
        try FileManager.default.moveItem(at: newFileWithAttribute("a"), to: place("b"))
        return try RawAttributes.fate(of: "user.a", at: place("b").path)
    },
    Fact(module, "moveItem to another volume", known: "dropped") {
        let file = try newFileWithAttribute("a")
        let other = try placeOnAnotherVolume(than: file)
        defer { try? FileManager.default.removeItem(at: other) }
        try FileManager.default.moveItem(at: file, to: other)
        return try RawAttributes.fate(of: "user.a", at: other.path)
    },
    Fact(module, "Data.write", known: "kept") {
        let file = try newFileWithAttribute("a")
        try Data("new".utf8).write(to: file)
        return try RawAttributes.fate(of: "user.a", at: file.path)
    },
    Fact(module, "Data.write, .atomic", known: "dropped") {
        let file = try newFileWithAttribute("a")
        try Data("new".utf8).write(to: file, options: .atomic)
        return try RawAttributes.fate(of: "user.a", at: file.path)
    },
    Fact(module, "String.write, atomically", known: "dropped") {
        let file = try newFileWithAttribute("a")
        try "new".write(to: file, atomically: true, encoding: .utf8)
        return try RawAttributes.fate(of: "user.a", at: file.path)
    },
    Fact(module, "createFile over a file", known: "dropped") {
        let file = try newFileWithAttribute("a")
        _ = FileManager.default.createFile(atPath: file.path, contents: Data("new".utf8))
        return try RawAttributes.fate(of: "user.a", at: file.path)
    },
    Fact(module, "replaceItemAt: the new content", known: "throws and is lost") {
        let (old, new) = (try newFile("old", "old"), try newFile("new", "new"))
        var result = "replaced"
        do { _ = try FileManager.default.replaceItemAt(old, withItemAt: new) } catch {
            result = "throws"
        }
        let contents = [old, new].map { try? String(contentsOf: $0, encoding: .utf8) }
        return contents.contains("new") ? result : "\(result) and is lost"
    },
    Fact(module, "isExcludedFromBackup reads back", known: "nil") {
        var file = try newFile("a")
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        try file.setResourceValues(values)
        let read = try file.resourceValues(forKeys: [.isExcludedFromBackupKey])
        return read.isExcludedFromBackup.map { "\($0)" } ?? "nil"
    },
    // MARK: Paths
    Fact(module, "path of a URL that is not UTF-8 (%FF)", known: "empty") {
        guard let url = URL(string: "file:///tmp/%FF") else { return "no URL" }
        return url.path.isEmpty ? "empty" : url.path
    },
    Fact(module, "enumerator: a file name that is not UTF-8", known: "a wrong name") {
        let bytes = Array(place("").path.utf8) + Array("/".utf8) + [0xFF, 0]
        close(open(bytes.map { CChar(bitPattern: $0) }, O_CREAT | O_WRONLY, 0o600))
        let found = FileManager.default.enumerator(at: place(""), includingPropertiesForKeys: nil)
        guard let url = found?.nextObject() as? URL else { return "left out" }
        return access(url.path, F_OK) == 0 ? "reachable" : "a wrong name"
    },
    Fact(module, "URL(fileURLWithPath:) of a NUL", known: "%00 as text") {
        URL(fileURLWithPath: "/tmp/a\0b").withUnsafeFileSystemRepresentation { path in
            guard let path else { return "none" }
            let text = String(cString: path)
            return text.hasSuffix("a%00b") ? "%00 as text" : "cut to \(text)"
        }
    },
    Fact(module, "path(percentEncoded:) of a folder", known: "ends in /") {
        let url = URL(fileURLWithPath: "/tmp/folder", isDirectory: true)
        return url.path(percentEncoded: false).hasSuffix("/") ? "ends in /" : "no / at the end"
    },
    Fact(module, "file-system representation of a folder", known: "no / at the end") {
        let url = URL(fileURLWithPath: "/tmp/folder", isDirectory: true)
        return url.withUnsafeFileSystemRepresentation { path in
            path.map { String(cString: $0).hasSuffix("/") } == true
                ? "ends in /" : "no / at the end"
        }
    },
]

// MARK: - What the system answers

private let attributeErrors: [Fact] = [
    Fact(module, "a missing attribute", known: "ENODATA") {
        try RawAttributes.get("user.a", at: newFile("a").path)
    },
    Fact(module, "an empty name", known: "ERANGE") {
        try RawAttributes.get("", at: newFile("a").path)
    },
    Fact(module, "a name of 255 bytes", known: "set") {
        try RawAttributes.set(
            "user." + String(repeating: "n", count: 250),
            at: newFile("a").path
        )
    },
    Fact(module, "a name of 256 bytes", known: "ERANGE") {
        try RawAttributes.set(
            "user." + String(repeating: "n", count: 251),
            at: newFile("a").path
        )
    },
    Fact(module, "a name without a namespace", known: "EOPNOTSUPP") {
        try RawAttributes.set("com.example.a", at: newFile("a").path)
    },
    Fact(module, "the name \"user.\"", known: "EINVAL") {
        try RawAttributes.set("user.", at: newFile("a").path)
    },
    Fact(module, "a short buffer", known: "ERANGE") {
        let file = try newFile("a")
        try RawAttributes.set("user.a", to: 20, at: file.path)
        return try RawAttributes.get("user.a", at: file.path, room: 5)
    },
    Fact(module, "a value over 64 KiB", known: "E2BIG") {
        try RawAttributes.set("user.a", to: 65_537, at: newFile("a").path)
    },
    Fact(module, "user.* on a FIFO: set, get, list", known: "EPERM, ENODATA, 0 names") {
        let path = place("fifo").path
        guard mkfifo(path, 0o600) == 0 else { throw Untried("no FIFO here") }
        let set = try RawAttributes.set("user.a", at: path)
        let get = try RawAttributes.get("user.a", at: path)
        return "\(set), \(get), \(try RawAttributes.names(at: path))"
    },
    Fact(module, "proc: list, get", known: "0 names, EOPNOTSUPP") {
        let list = try RawAttributes.names(at: "/proc/version")
        return "\(list), \(try RawAttributes.get("user.a", at: "/proc/version"))"
    },
    Fact(module, "an O_PATH descriptor", known: "EBADF") {
        let descriptor = try openForItsPath(newFileWithAttribute("a"))
        return try RawAttributes.get("user.a", of: descriptor)
    },
    Fact(module, "an O_PATH descriptor, by /proc/self/fd", known: "1 bytes") {
        let descriptor = try openForItsPath(newFileWithAttribute("a"))
        return try RawAttributes.get("user.a", at: "/proc/self/fd/\(descriptor)")
    },
]

// MARK: - Files to try on

private func place(_ name: String) -> URL {
    let folder = URL(
        filePath: FileManager.default.currentDirectoryPath,
        directoryHint: .isDirectory
    )
    return name.isEmpty ? folder : folder.appending(path: name)
}

private func newFile(_ name: String, _ text: String = "text") throws -> URL {
    try Data(text.utf8).write(to: place(name))
    return place(name)
}

private func newFileWithAttribute(_ name: String) throws -> URL {
    let file = try newFile(name)
    guard try RawAttributes.set("user.a", at: file.path) == "set" else {
        throw Untried("no attributes here")
    }
    return file
}

private func newFolderWithAttributes() throws -> URL {
    let folder = place("folder")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    try RawAttributes.set("user.a", at: folder.path)
    _ = try newFileWithAttribute("folder/file")
    return folder
}

private func newLink() throws -> (file: URL, link: URL) {
    let file = try newFile("file")
    let link = place("link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    return (file, link)
}

private func placeOnAnotherVolume(than file: URL) throws -> URL {
    let memory = "/dev/shm"
    func volume(_ path: String) -> UInt64? {
        var status = stat()
        return stat(path, &status) == 0 ? UInt64(status.st_dev) : nil
    }
    guard let other = volume(memory), other != volume(file.path), access(memory, W_OK) == 0 else {
        throw Untried("no other volume")
    }
    return URL(filePath: memory).appending(component: "platform-facts-\(UUID().uuidString)")
}

private func openForItsPath(_ file: URL) throws -> Int32 {
    #if os(Linux)
    let onlyThePath: Int32 = 0o10000000
    return open(file.path, onlyThePath)
    #else
    throw Untried("Linux only")
    #endif
}

private func attributes(of file: URL) throws -> [String: Data]? {
    try FileManager.default.attributesOfItem(atPath: file.path)[key] as? [String: Data]
}

private func setAttributes(_ attributes: [String: Data], of file: URL) throws {
    try FileManager.default.setAttributes([key: attributes], ofItemAtPath: file.path)
}
