/// The device and the inode of a file, which tell it from all others that exist at the same time.
package struct FileIdentity: Hashable, Sendable {
    let device: UInt64
    let inode: UInt64
}
