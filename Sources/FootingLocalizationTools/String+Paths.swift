extension String {
    /// The path of an item in this folder; the current folder is omitted.
    package func appendingComponent(_ name: String) -> String {
        self == "." ? name : hasSuffix("/") ? self + name : self + "/" + name
    }

    /// The path from a folder that contains it; `nil` for a path elsewhere.
    package func path(below folder: String) -> String? {
        let start = folder.appendingComponent("")
        return hasPrefix(start) ? String(dropFirst(start.count)) : nil
    }
}
