#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

extension Localizer {
    /// Returns the file of a resource in the best language of the reader that has it.
    ///
    /// ```swift
    /// let help = l10n.url(forResource: "Help", withExtension: "html")
    /// ```
    ///
    /// The languages are tried in the order in which strings are looked up, including the ones that a
    /// language inherits from and, at the end, the development language with `Base.lproj`. Of several
    /// bundles, the first that has the file in a language answers, before the next language is tried.
    /// A file outside of all `.lproj` folders is found last. The languages are those of the bundles'
    /// `.lproj` folders, with or without tables in them.
    ///
    /// Folders are read at each call; files that were added since the store was made are found, too.
    /// Bundles in memory have no files.
    ///
    /// - Parameters:
    ///   - name: The name of the file or folder, with or without its extension.
    ///   - extension: The extension, with or without the point; `nil` and the empty string mean that
    ///     the name is complete.
    ///   - subdirectory: The path of a folder inside the `.lproj` folders, and inside the bundle.
    /// - Returns: The URL, or `nil` if no bundle has the file. It is also `nil` if a component of the
    ///   path is `..`, so that a name from a request can't leave the bundle; symbolic links are
    ///   followed.
    /// - Complexity: O(*n*) in the number of files beside the `.lproj` folders.
    public func url(
        forResource name: String,
        withExtension extension: String?,
        subdirectory: String? = nil
    ) -> URL? {
        guard
            let path = ResourcePath(name, withExtension: `extension`, subdirectory: subdirectory)
        else { return nil }
        let roots = view.missingKeyHook.bundles.filter { $0.files == nil }.map { $0.rootPath }
        let development = view.snapshot.development.tag
        var folders: [(path: String, folder: LanguageFolder)] = []
        for root in roots {
            var ignored = LocalizationReport()
            for name in BundleListing.names(in: root, &ignored) {
                guard let folder = LanguageFolder(name, development) else { continue }
                folders.append((root + "/" + name, folder))
            }
        }
        let languages = Array(Set(folders.compactMap { $0.folder.language }))
            .sorted(by: \.description)
        let matcher = LanguageMatcher(available: languages, developmentLanguage: development)
        for index in matcher.chain(for: view.preferences, view.matching) {
            // The development language's own folder precedes `Base.lproj`.
            for isBase in [false, true] {
                for (place, folder) in folders
                where folder.language == languages[index] && folder.isBase == isBase {
                    if let url = path.url(in: place) { return url }
                }
            }
        }
        for root in roots {
            if let url = path.url(in: root) { return url }
        }
        return nil
    }
}

/// The path of a resource inside a language folder or a bundle.
private struct ResourcePath {
    private let path: String

    /// Joins the parts of a path, or returns `nil` if they lead out of the folder or nowhere.
    init?(_ name: String, withExtension suffix: String?, subdirectory: String?) {
        var path = (subdirectory ?? "") + "/" + name
        if let suffix, !suffix.isEmpty {
            path += (suffix.utf8.first == UInt8(ascii: ".") ? "" : ".") + suffix
        }
        let components = path.split(atByte: UInt8(ascii: "/"))
        guard !name.isEmpty, !components.contains(".."), !path.utf8.contains(0) else { return nil }
        self.path = components.joined(separator: "/")
    }

    /// The URL of the file or folder at this path, if it exists.
    func url(in folder: String) -> URL? {
        let whole = folder + "/" + path
        guard let status = FileStatus(path: whole) else { return nil }
        return URL(filePath: whole, directoryHint: status.isFolder ? .isDirectory : .notDirectory)
    }
}
