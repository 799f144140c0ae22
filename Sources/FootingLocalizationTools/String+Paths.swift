extension String {
    /// The path of an item in this folder; the current folder is omitted.
    package func appendingComponent(_ name: String) -> String {
        self == "." ? name : hasSuffix("/") ? self + name : self + "/" + name
    }
}
