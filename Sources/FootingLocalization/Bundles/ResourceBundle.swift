#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A folder of resources, found by its name, or tables in memory.
///
/// ```swift
/// let bundle = try ResourceBundle.locate("Tour", in: [data])
/// ```
///
/// A located bundle names a folder that existed when it was located. It keeps no file open.
public struct ResourceBundle: Hashable, Sendable {
    /// The name that it was asked for by.
    public let name: String

    /// The folder that contains the resources.
    ///
    /// A bundle in memory has no folder; its URL leads to no file.
    public let url: URL

    /// The files of a bundle in memory.
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
    /// A program that must be a single file can embed its tables, for instance with SwiftPM's
    /// `.embedInCode`, which turns `Offers.xcstrings` into `PackageResources.Offers_xcstrings`. A
    /// catalog contains all languages in one file. The bytes are those of a file, in any format and
    /// encoding that a store reads.
    ///
    /// - Parameters:
    ///   - name: The name of the bundle, which the paths in issues begin with.
    ///   - files: The bytes of the files by their paths in the bundle: `Offers.xcstrings`,
    ///     `en.lproj/Localizable.strings`, `en.lproj/Localizable.stringsdict`. Other files are
    ///     ignored, as in a folder.
    /// - Complexity: O(*n* log *n*) in the number of files.
    @export(implementation)
    public init(name: String, files: [String: [UInt8]]) {
        // Programs with bundles on disk don't contain this.
        var names: [String: [String]] = [:]
        for path in files.keys.sorted() {
            let parts = path.utf8.split(separator: UInt8(ascii: "/"), maxSplits: 1).map {
                String(decoding: $0, as: UTF8.self)
            }
            guard let first = parts.first else { continue }
            if names["", default: []].last != first { names["", default: []].append(first) }
            if parts.count == 2 { names[first, default: []].append(parts[1]) }
        }
        self.init(name: name, namesByFolder: names, files: files)
    }

    /// Creates a bundle of files in memory, with the sorted names in each folder; that of the bundle
    /// itself is empty.
    @usableFromInline
    init(name: String, namesByFolder: [String: [String]], files: [String: [UInt8]]) {
        self.name = name
        // No file can be below a device.
        url = URL(filePath: "/dev/null/" + name, directoryHint: .isDirectory)
        memory = MemoryFiles(namesByFolder, files)
    }

    /// Finds the bundle `name` in the first root that has it.
    ///
    /// For the resources of a SwiftPM target the name is that of package and target:
    ///
    /// ```swift
    /// let bundle = try ResourceBundle.locate("Shop_Server")
    /// ```
    ///
    /// The roots, in order:
    /// 1. `roots`, in which a URL that is not a file's has no bundle;
    /// 2. the folders in the variable `LOCALIZED_RESOURCES_PATH`, separated by colons;
    /// 3. the folder in `PACKAGE_RESOURCE_BUNDLE_PATH`, and that in `PACKAGE_RESOURCE_BUNDLE_URL`,
    ///    a path or a URL; either may also be the bundle itself, if its last component is a layout
    ///    of `name`;
    /// 4. the folder of the executable, links followed;
    /// 5. the folder of the link that the executable was started by;
    /// 6. `../Resources`, `../share/executable` and `../lib/executable`, seen from the folder of
    ///    the executable, where `executable` is its file's name;
    /// 7. the folder of the file that this module was linked into, which for a plug-in is its own.
    ///
    /// In each root four layouts are tried, and the first that is a folder is the bundle:
    /// `name.resources` (SwiftPM's native build), `name.bundle/Contents/Resources` (Apple's
    /// bundles), `name.bundle` (SwiftPM's build with `swiftbuild`) and `name`. A folder that may not
    /// be read is still the bundle; that it can't be read stands in the store's report.
    ///
    /// The environment and the current folder, which relative paths in it are of, are read anew at
    /// each call. A process with more privileges than the one that started it (set-user-ID,
    /// set-group-ID, capabilities of the file), or one that can't tell, passes over the variables
    /// and the link, since whoever started it chose them. No place of the machine that built the
    /// program is looked at. May be called on any thread.
    ///
    /// - Throws: ``LocalizationError`` with the code `invalidBundleName` if the name is not a
    ///   single component of a path, and with `bundleNotFound` and every place tried if no root has
    ///   it.
    /// - Complexity: O(*n*) in the number of roots, with four looks at the file system each.
    public static func locate(
        _ name: String,
        in roots: [URL] = []
    ) throws(LocalizationError) -> ResourceBundle {
        try locate(name, in: roots, process: ProcessFacts.current)
    }

    /// Finds the bundle `name` as ``locate(_:in:)`` does, or answers `nil`.
    ///
    /// - Complexity: O(*n*) in the number of roots, with four looks at the file system each.
    public static func locateIfPresent(_ name: String, in roots: [URL] = []) -> ResourceBundle? {
        try? locate(name, in: roots)
    }

    /// The same, for a process of which the facts are given; they are asked for when needed.
    static func locate(
        _ name: String,
        in roots: [URL],
        process: () -> ProcessFacts
    ) throws(LocalizationError) -> ResourceBundle {
        guard isSingleComponent(name) else {
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

    /// Uses this very folder, without searching the folders beside it.
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

    private static func isSingleComponent(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.utf8.contains(UInt8(ascii: "/")) && !name.utf8.contains(0)
    }
}

/// The files of a bundle in memory.
final class MemoryFiles: Sendable {
    private let names: [String: [String]]
    private let files: [String: [UInt8]]

    init(_ names: [String: [String]], _ files: [String: [UInt8]]) {
        self.names = names
        self.files = files
    }

    func names(in folder: String) -> [String] { names[folder] ?? [] }

    func content(at path: String) -> [UInt8]? { files[path] }
}

extension ResourceBundle {
    /// Compares the names and the folders; a bundle in memory is equal only to its copies.
    public static func == (first: ResourceBundle, second: ResourceBundle) -> Bool {
        first.name == second.name && first.url == second.url && first.memory === second.memory
    }

    /// Hashes the name and the folder.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(name)
        hasher.combine(url)
    }
}
