extension ArchiveOptions.Links {
    /// The reason why a symbolic link must not have a target, or `nil`; its folder is so deep in
    /// the folder that nothing may leave.
    ///
    /// The parents of a link are real folders. So the `..` at the beginning of a target stay inside
    /// the folder, and the other components only descend.
    func refusal(of target: ArchivePath, atDepth depth: Int) -> String? {
        guard self != .skipped else { return Self.skippedReason }
        guard 1...Self.longestTarget ~= target.bytes.count, !target.bytes.contains(0) else {
            return "the target of the link is empty, too long, or has a NUL"
        }
        let names = target.components.filter { $0.bytes != [UInt8(ascii: ".")] }
        let parents = names.prefix { $0 == ".." }
        let isContained =
            target.bytes.first != UInt8(ascii: "/") && parents.count <= depth
            && !names.dropFirst(parents.count).contains("..")
        return self == .any || isContained
            ? nil : "the target “\(target)” of the link may lead out of the folder"
    }

    static let longestTarget = 4_095
    static let skippedReason = "the options leave out links"
}
