/// The archive and the position in its directory that an entry was read from.
struct ZipOrigin: Hashable, Sendable {
    /// A random number.
    let archive: UInt64
    let index: Int
}
