#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// A folder of resources, found by its name.
///
/// ```swift
/// let bundle = try ResourceBundle.locate("Tour", in: [data])
/// ```
///
/// A value of this type names a folder that was there when it was located; it holds nothing open.
public struct ResourceBundle: Hashable, Sendable {
    /// The name it was asked for by, without an extension.
    public let name: String

    /// The folder that holds the resources.
    public let url: URL

    /// Finds the bundle `name` in the first root that has it.
    ///
    /// In each root four places are tried, and the first that is a folder is the bundle:
    /// `name.resources` (SwiftPM's native build), `name.bundle/Contents/Resources` (Apple's
    /// bundles), `name.bundle` (SwiftPM's build with `swiftbuild`) and `name`.
    ///
    /// - Throws: ``LocalizationError`` with the code `invalidBundleName` if the name is not a
    ///   single component of a path, and with `bundleNotFound` and every place tried if no root has
    ///   it.
    /// - Complexity: O(*n*) in the number of roots, with four looks at the file system each.
    public static func locate(
        _ name: String,
        in roots: [URL]
    ) throws(LocalizationError) -> ResourceBundle {
        guard isSingleComponent(name) else {
            throw LocalizationError(code: .invalidBundleName, bundleName: name, searchedPaths: [])
        }
        var searched: [String] = []
        for root in roots {
            for layout in layouts(of: name) {
                let place = root.appending(path: layout, directoryHint: .isDirectory)
                searched.append(place.isFileURL ? place.path : place.absoluteString)
                if place.isFileURL, FileStatus(path: place.path)?.kind == .directory {
                    return ResourceBundle(name: name, url: place)
                }
            }
        }
        throw LocalizationError(code: .bundleNotFound, bundleName: name, searchedPaths: searched)
    }

    /// Finds the bundle `name` as ``locate(_:in:)`` does, or answers `nil`.
    ///
    /// - Complexity: O(*n*) in the number of roots, with four looks at the file system each.
    public static func locateIfPresent(_ name: String, in roots: [URL]) -> ResourceBundle? {
        try? locate(name, in: roots)
    }

    private static func layouts(of name: String) -> [String] {
        ["\(name).resources", "\(name).bundle/Contents/Resources", "\(name).bundle", name]
    }

    private static func isSingleComponent(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.utf8.contains { $0 == UInt8(ascii: "/") || $0 == 0 }
    }
}
