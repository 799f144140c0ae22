import CFiles
import FootingFiles
import Foundation

extension FolderEntries {
    /// `getxattrat`: reads a value of the latest entry by the entry's name.
    ///
    /// Returns a count or a negated error number. ENOSYS means that the call is not supported, and
    /// that the path must be used.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        let (folder, entry) = unsafe latest
        guard let entry = unsafe entry else { return -Int(ENOSYS) }
        return unsafe name.withCString { name in
            // The names are valid during the call, and the call knows the size of the buffer.
            unsafe footing_getxattrat(folder, entry, name, buffer.baseAddress, buffer.count)
        }
    }
}
