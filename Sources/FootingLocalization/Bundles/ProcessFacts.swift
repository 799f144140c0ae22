#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The facts of a process that determine where its bundles are searched.
final class ProcessFacts {
    var environment: [String: String]
    /// `argv[0]`, which the parent process chooses, so it is not trusted.
    var argument0: String?
    let currentFolder: String
    /// The path of the executable, with symbolic links resolved.
    let executable: String?
    /// The path of the executable or library that this module was linked into.
    let image: String?
    /// Whether the process has more privileges than its parent, whose environment is then ignored.
    var isPrivileged: Bool

    init(
        environment: [String: String] = [:],
        argument0: String? = nil,
        currentFolder: String = "/",
        executable: String? = nil,
        image: String? = nil,
        isPrivileged: Bool = false
    ) {
        self.environment = environment
        self.argument0 = argument0
        self.currentFolder = currentFolder
        self.executable = executable
        self.image = image
        self.isPrivileged = isPrivileged
    }

    /// The folders to search, in order; they may repeat.
    var roots: [BundleRoot] {
        var roots = isPrivileged ? [] : namedRoots
        func add(_ path: String) { roots.append(BundleRoot(path: path)) }
        if let executable {
            let (folder, name) = split(executable)
            add(folder)
            if let invocation { add(split(invocation).folder) }
            let outer = split(folder).folder
            for path in ["/Resources", "/share/" + name, "/lib/" + name] {
                add(absolute(outer + path))
            }
        }
        if let image { add(split(image).folder) }
        return roots
    }

    private var namedRoots: [BundleRoot] {
        let list = environment["LOCALIZED_RESOURCES_PATH"] ?? ""
        var roots = list.split(atByte: UInt8(ascii: ":")).map { BundleRoot(path: absolute($0)) }
        for name in ["PACKAGE_RESOURCE_BUNDLE_PATH", "PACKAGE_RESOURCE_BUNDLE_URL"] {
            guard let value = environment[name], !value.isEmpty else { continue }
            let url = value.hasPrefix("file:") ? URL(string: value) : nil
            roots.append(BundleRoot(path: absolute(url?.path ?? value), mayBeBundle: true))
        }
        return roots
    }

    /// The path that started the program, without resolving links, if it still leads to the
    /// program: the current folder may have changed since.
    private var invocation: String? {
        guard !isPrivileged, let argument0, !argument0.isEmpty else { return nil }
        if argument0.utf8.contains(UInt8(ascii: "/")) { return invocation(at: argument0) }
        let folders = environment["PATH"]?.split(atByte: UInt8(ascii: ":"), keepingEmpty: true)
        for folder in folders ?? [] {
            let path = (folder.isEmpty ? "." : folder) + "/" + argument0
            if let path = invocation(at: path) { return path }
        }
        return nil
    }

    private func invocation(at path: String) -> String? {
        let path = absolute(path)
        let url = URL(filePath: path, directoryHint: .notDirectory)
        return url.resolvingSymlinksInPath().path == executable ? path : nil
    }

    /// The absolute path, without empty components and `.`.
    private func absolute(_ path: String) -> String {
        let isAbsolute = path.utf8.first == UInt8(ascii: "/")
        let whole = isAbsolute ? path : currentFolder + "/" + path
        let components = whole.split(atByte: UInt8(ascii: "/")).filter { $0 != "." }
        return "/" + components.joined(separator: "/")
    }

    private func split(_ path: String) -> (folder: String, name: String) {
        let bytes = Array(path.utf8)
        var start = bytes.count
        while start > 0, bytes[start - 1] != UInt8(ascii: "/") { start -= 1 }
        let folder = start > 1 ? String(decoding: bytes[..<(start - 1)], as: UTF8.self) : "/"
        return (folder, String(decoding: bytes[start...], as: UTF8.self))
    }
}
