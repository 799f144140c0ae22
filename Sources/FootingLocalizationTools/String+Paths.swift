extension String {
    /// The path of an item in this folder; the current folder is omitted.
    package func appendingComponent(_ name: String) -> String {
        self == "." ? name : hasSuffix("/") ? self + name : self + "/" + name
    }

    /// The name of the table in a file with this path.
    package var nameOfTable: String {
        let file = split(separator: "/").last ?? ""
        return String(file[..<(file.lastIndex(of: ".") ?? file.endIndex)])
    }

    /// The path from a folder that contains it; `nil` for a path elsewhere.
    package func path(below folder: String) -> String? {
        let start = folder.appendingComponent("")
        return hasPrefix(start) ? String(dropFirst(start.count)) : nil
    }
}
