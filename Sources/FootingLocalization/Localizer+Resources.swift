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
    /// The languages are tried in the order in which strings are looked up, down to the development
    /// language with `Base.lproj`. In each language, the first bundle that has the file is used; a
    /// file outside of all `.lproj` folders is found last. The `.lproj` folders, with or without
    /// tables, are those in the localizer's version of the tables; their files may change. Bundles
    /// in memory have no files.
    ///
    /// - Parameters:
    ///   - name: The name of the file or folder, with or without its extension.
    ///   - extension: The extension, with or without the period; `nil` and `""` add none.
    ///   - subdirectory: The path of a folder inside the `.lproj` folders, and inside the bundle.
    /// - Returns: The URL, or `nil` if no bundle has the file, or if a component of the path is
    ///   `..`: a name from a request can't leave the bundle, except through symbolic links, which
    ///   are followed.
    /// - Complexity: O(*n* × *m*) in the numbers of preferences and of `.lproj` folders.
    @export(implementation)
    public func url(
        forResource name: String,
        withExtension extension: String?,
        subdirectory: String? = nil
    ) -> URL? {
        var path = (subdirectory ?? "") + "/" + name
        if let suffix = `extension`, !suffix.isEmpty {
            path += (suffix.utf8.first == UInt8(ascii: ".") ? "" : ".") + suffix
        }
        let components = path.utf8.split(separator: UInt8(ascii: "/"))
        let leadsOut = components.contains { $0.elementsEqual("..".utf8) }
        guard !name.isEmpty, !leadsOut, !path.utf8.contains(0) else { return nil }
        let names = components.map { String(decoding: $0, as: UTF8.self) }
        return url(ofResourceAt: names.joined(separator: "/"))
    }

    @usableFromInline
    func url(ofResourceAt path: String) -> URL? {
        var folders: [LanguageFolder] = []
        for bundle in view.snapshot.bundles { folders += bundle.listing.folders }
        // The tables' languages come first, so that ties are broken as for strings.
        var languages = view.snapshot.languages
        for folder in folders where !languages.contains(folder.language) {
            languages.append(folder.language)
        }
        let matcher = LanguageMatcher(
            available: languages,
            developmentLanguage: view.snapshot.development.tag
        )
        for index in matcher.chain(for: view.preferences, view.matching) {
            for folder in folders where folder.language == languages[index] {
                if let url = Self.url(of: path, in: folder.path) { return url }
            }
        }
        for bundle in view.missingKeyHook.bundles where bundle.memory == nil {
            if let url = Self.url(of: path, in: bundle.rootPath) { return url }
        }
        return nil
    }

    private static func url(of path: String, in folder: String) -> URL? {
        let path = folder + "/" + path
        guard let status = PathStatus(path: path) else { return nil }
        return URL(filePath: path, directoryHint: status.isFolder ? .isDirectory : .notDirectory)
    }
}
