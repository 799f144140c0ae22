struct BundleRoot {
    /// The absolute path.
    let path: String
    /// Whether the folder itself is the bundle if its name is right.
    var mayBeBundle = false
}
