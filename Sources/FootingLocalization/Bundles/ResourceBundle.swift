#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A folder of resources that was found by name, or tables in memory.
///
/// ```swift
/// let bundle = try ResourceBundle.locate("Tour", in: [data])
/// ```
///
/// The folder of a located bundle existed when it was located. A bundle keeps no file open.
public struct ResourceBundle: Hashable, Sendable {
    /// The name with which the bundle was located or created.
    public let name: String

    /// The folder of the resources; the URL of a bundle in memory leads to no file.
    public let url: URL

    let memory: MemoryFiles?

    /// Creates a bundle from files in memory.
    ///
    /// ```swift
    /// let embedded = ResourceBundle(
    ///     name: "Tour",
    ///     files: ["en.lproj/Localizable.strings": Array(#""greeting" = "Hello, %@!";"#.utf8)]
    /// )
    /// ```
    ///
    /// Use it for a program that must be a single file, for instance with SwiftPM's `.embedInCode`,
    /// which turns `Offers.xcstrings` into `PackageResources.Offers_xcstrings`. The bytes are those
    /// of a file, in any format and encoding that a store reads.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, with which the paths in issues begin.
    ///   - files: The bytes of the files by their paths in the bundle: `Offers.xcstrings`,
    ///     `en.lproj/Localizable.strings`, `en.lproj/Localizable.stringsdict`. Other files are
    ///     ignored.
    /// - Complexity: O(*n* log *n*) in the number of files.
    @export(implementation)
    public init(name: String, files: [String: [UInt8]]) {
        // Compiled into its clients, so that programs with bundles on disk don't contain this code.
        var names: [String: [String]] = [:]
        for path in files.keys.sorted() {
            let components = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let first = components.first else { continue }
            if names["", default: []].last != first { names["", default: []].append(first) }
            if components.count == 2 { names[first, default: []].append(components[1]) }
        }
        self.init(name: name, namesByFolder: names, files: files)
    }

    /// Creates a bundle in memory, with the sorted names in each folder and, by `""`, in the
    /// bundle.
    @usableFromInline
    init(name: String, namesByFolder: [String: [String]], files: [String: [UInt8]]) {
        self.name = name
        // `/dev/null` is a device, so no file can have this path.
        url = URL(filePath: "/dev/null/" + name, directoryHint: .isDirectory)
        memory = MemoryFiles(namesByFolder, files)
    }

    /// Finds a bundle in the first root that contains it.
    ///
    /// The resources of a SwiftPM target are named after the package and the target:
    ///
    /// ```swift
    /// let bundle = try ResourceBundle.locate("Shop_Server")
    /// ```
    ///
    /// The roots are, in order:
    /// 1. `roots`; a URL that isn't a file URL contains no bundle;
    /// 2. the folders in the variable `LOCALIZED_RESOURCES_PATH`, separated by colons;
    /// 3. the folders in `PACKAGE_RESOURCE_BUNDLE_PATH` and `PACKAGE_RESOURCE_BUNDLE_URL`, each a
    ///    path or a file URL, of the root or of the bundle itself;
    /// 4. the folder of the executable, with symbolic links resolved;
    /// 5. the folder of the symbolic link that started the executable;
    /// 6. `../Resources`, `../share/executable` and `../lib/executable`, relative to the folder of
    ///    the executable, where `executable` is its name;
    /// 7. the folder of the file that this module was linked into: for a plug-in, its own folder.
    ///
    /// In each root, four names are tried, and the first folder is the bundle: `name.resources`
    /// (SwiftPM's native build), `name.bundle/Contents/Resources` (Apple's bundles), `name.bundle`
    /// (SwiftPM's `swiftbuild`) and `name`. A folder that can't be read is found, too, and is an
    /// issue in the store's report.
    ///
    /// Each call reads the environment and the current folder, from which relative paths in the
    /// environment start. A process with more privileges than its parent (set-user-ID,
    /// set-group-ID, file capabilities), or without a way to tell, ignores the variables and the
    /// link, which the parent chose. Paths of the build machine are never searched. May be called
    /// on any thread.
    ///
    /// - Throws: ``LocalizationError`` with the code `invalidBundleName` if the name is not a
    ///   single path component, or with the code `bundleNotFound` and all paths tried if no root
    ///   contains the bundle.
    /// - Complexity: O(*n*) in the number of roots, with a few file system calls for each.
    public static func locate(
        _ name: String,
        in roots: [URL] = []
    ) throws(LocalizationError) -> ResourceBundle {
        try locate(name, in: roots, process: ProcessFacts.current)
    }

    /// Finds a bundle like ``locate(_:in:)``, or returns `nil`.
    ///
    /// - Complexity: O(*n*) in the number of roots, with a few file system calls for each.
    public static func locateIfPresent(_ name: String, in roots: [URL] = []) -> ResourceBundle? {
        try? locate(name, in: roots)
    }

    /// Finds a bundle for a process, whose facts are read only if no root in `roots` has it.
    static func locate(
        _ name: String,
        in roots: [URL],
        process: () -> ProcessFacts
    ) throws(LocalizationError) -> ResourceBundle {
        guard !name.isEmpty, name != ".", name != "..",
            !name.utf8.contains(UInt8(ascii: "/")), !name.utf8.contains(0)
        else {
            throw LocalizationError(code: .invalidBundleName, bundleName: name, searchedPaths: [])
        }
        var search = BundleSearch(name: name)
        for root in roots {
            if !root.isFileURL {
                search.pass(over: root.absoluteString)
            } else if let folder = search.folder(in: BundleRoot(path: root.path)) {
                return ResourceBundle(name, at: folder)
            }
        }
        for root in process().roots {
            if let folder = search.folder(in: root) { return ResourceBundle(name, at: folder) }
        }
        throw LocalizationError(
            code: .bundleNotFound,
            bundleName: name,
            searchedPaths: search.searched
        )
    }

    /// Uses a folder without a search.
    package init(folder url: URL) {
        name = url.lastPathComponent
        self.url = url
        memory = nil
    }

    private init(_ name: String, at folder: String) {
        self.name = name
        url = URL(filePath: folder, directoryHint: .isDirectory)
        memory = nil
    }
}

extension ResourceBundle {
    /// Compares names and folders; a bundle in memory equals only its copies.
    public static func == (first: ResourceBundle, second: ResourceBundle) -> Bool {
        first.name == second.name && first.url == second.url && first.memory === second.memory
    }

    /// Hashes the name and the folder.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}

extension ResourceBundle {
    /// The folder's path without a trailing slash; the name of a bundle in memory.
    package var rootPath: String {
        // The path of a `URL` ends without a slash on Linux, and with one elsewhere.
        memory == nil ? url.path.dropping(suffix: "/") ?? url.path : name
    }
}
