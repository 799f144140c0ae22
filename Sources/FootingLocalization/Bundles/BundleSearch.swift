/// A folder to look for bundles in.
struct BundleRoot {
    /// The path, which is absolute.
    let path: String
    /// Whether the folder may be the bundle itself, by its name.
    var mayBeBundle = false
}

/// One search for a bundle, which looks at no place twice and remembers the places in order.
struct BundleSearch {
    private(set) var searched: [String] = []

    private let name: String
    private let layouts: [String]
    /// The places already looked at.
    private var seen: Set<String> = []

    init(name: String) {
        self.name = name
        let bundle = name + ".bundle"
        layouts = [name + ".resources", bundle + "/Contents/Resources", bundle, name]
    }

    /// Adds a root that isn't on this machine to the places.
    mutating func pass(over root: String) {
        searched += layouts.map { root + "/" + $0 }
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
        guard seen.insert(place).inserted else { return false }
        searched.append(place)
        return FileStatus(path: place)?.isFolder == true
    }
}
