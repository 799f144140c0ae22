/// A search for a bundle, which tries each path once and records the paths in order.
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

    /// Records the paths of a root that isn't on this machine.
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

    /// Whether a path that wasn't tried before is a folder.
    private mutating func isFolder(_ path: String) -> Bool {
        guard seen.insert(path).inserted else { return false }
        searched.append(path)
        return PathStatus(path: path)?.isFolder == true
    }
}
