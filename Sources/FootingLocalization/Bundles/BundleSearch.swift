#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A folder to look for bundles in, that a process names by itself.
///
/// The path is absolute; the folder may be the bundle itself, by its name, or not.
typealias BundleRoot = (path: String, mayBeBundle: Bool)

/// One search for a bundle, which looks at no place twice and remembers the places in order.
struct BundleSearch {
    private(set) var searched: [String] = []

    private let name: String
    private let layouts: [String]
    /// The places already looked at; the numbers mean nothing.
    private var seen: [String: Int] = [:]

    init(name: String) {
        self.name = name
        let bundle = name + ".bundle"
        layouts = [name + ".resources", bundle + "/Contents/Resources", bundle, name]
    }

    /// The bundle's folder in a root that the caller gave.
    mutating func folder(in root: URL) -> String? {
        if root.isFileURL { return folder(in: (root.path, false)) }
        // It is no place on this machine, but one that was given.
        searched += layouts.map { root.absoluteString + "/" + $0 }
        return nil
    }

    /// The bundle's folder in a root.
    mutating func folder(in root: BundleRoot) -> String? {
        let path = root.path
        let start = path == "/" ? path : path + "/"
        for layout in layouts where isFolder(start + layout) { return start + layout }
        guard root.mayBeBundle, let own = path.split(atByte: UInt8(ascii: "/")).last,
            layouts.contains(own)
        else { return nil }
        let inside = start + "Contents/Resources"
        if own == name + ".bundle", isFolder(inside) { return inside }
        return isFolder(path) ? path : nil
    }

    /// Looks at a place for the first time.
    private mutating func isFolder(_ place: String) -> Bool {
        guard seen.updateValue(1, forKey: place) == nil else { return false }
        searched.append(place)
        return FileStatus(path: place)?.isFolder == true
    }
}
