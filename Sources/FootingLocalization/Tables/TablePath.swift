/// The path of a table's file in its bundle.
struct TablePath {
    /// The name of the file, after that of its `.lproj` folder.
    let name: String
    /// The name of the `.lproj` folder, without that suffix; `nil` for the bundle itself.
    let folder: String?
    private let kind: TableKind?
    let isMultilingual: Bool

    init(_ path: String) {
        let names = path.split(atByte: UInt8(ascii: "/"))
        let file = names.last ?? path
        let outer = names.count > 1 ? names[names.count - 2] : ""
        folder = outer.dropping(suffix: ".lproj")
        name = folder == nil ? file : outer + "/" + file
        kind = TableKind.table(inFileNamed: file)?.kind
        isMultilingual = kind?.isMultilingual == true
    }

    /// Whether both files usually have the same keys: a `.stringsdict` and a `.strings` file, or
    /// the development language's folder and `Base.lproj`.
    func isMeant(toReplace other: TablePath) -> Bool {
        if let kind, let other = other.kind, kind.repeatsKeys(of: other) { return true }
        guard !isMultilingual, !other.isMultilingual else { return false }
        return (folder?.lowercased() == "base") != (other.folder?.lowercased() == "base")
    }
}
