extension ArchiveOptions.Links {
    /// Whether a symbolic link may have a target, if its folder is so deep in the folder that
    /// nothing may leave.
    ///
    /// The parents of a link are real folders. So the `..` at the beginning of a target stay inside
    /// the folder, and the other components only descend.
    func allow(target: [UInt8], atDepth depth: Int) -> Bool {
        guard self != .skipped, 1...Self.longestTarget ~= target.count, !target.contains(0) else {
            return false
        }
        guard self == .contained else { return true }
        let names = target[...].split(separator: UInt8(ascii: "/"))
            .filter { $0 != [UInt8(ascii: ".")] }
        let parents = names.prefix { $0 == Self.parent }
        return target.first != UInt8(ascii: "/") && parents.count <= depth
            && !names.dropFirst(parents.count).contains(Self.parent)
    }

    static let longestTarget = 4_095
    private static let parent: ArraySlice = [UInt8(ascii: "."), UInt8(ascii: ".")]
}
