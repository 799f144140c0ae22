struct BundleRoot {
    /// The absolute path.
    let path: String
    /// Whether the folder itself is the bundle if its name is right.
    var mayBeBundle = false
}

/// A search for a bundle, which tries each place once and records the places in order.
struct BundleSearch {
    private(set) var searched: [String] = []

    private let name: String
    private let layouts: [String]
    private var seen: Set<String> = []

    init(name: String) {
        self.name = name
        let bundle = name + ".bundle"
        layouts = [name + ".resources", bundle + "/Contents/Resources", bundle, name]
    }

    /// Records the places of a root that isn't on this machine.
    mutating func pass(over root: String) {
        searched += layouts.map { root + "/" + $0 }
    }

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

    /// Whether a place that wasn't tried before is a folder.
    private mutating func isFolder(_ place: String) -> Bool {
        guard seen.insert(place).inserted else { return false }
        searched.append(place)
        return FileStatus(path: place)?.isFolder == true
    }
}
