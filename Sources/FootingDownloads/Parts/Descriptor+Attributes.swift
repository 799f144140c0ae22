import CFooting
import FootingFiles

// The extended attributes of an open file. Each pointer is used only during its call.
extension Descriptor {
    private var attributes: footing_xattr_file {
        unsafe footing_xattr_file(path: nil, descriptor: number, follow: false)
    }

    /// Reads an attribute; `nil` if it can't be read, or is larger than `maximumSize`.
    func attribute(_ name: String, maximumSize: Int) -> [UInt8]? {
        let value = unsafe [UInt8](unsafeUninitializedCapacity: maximumSize) { memory, count in
            let size = unsafe footing_getxattr(attributes, name, memory.baseAddress, memory.count)
            count = max(0, size)
        }
        return value.isEmpty ? nil : value
    }

    func setAttribute(_ name: String, to value: [UInt8]) throws(ErrorNumber) {
        let result = unsafe footing_setxattr(attributes, name, value, value.count, 0)
        if result < 0 { throw ErrorNumber(Int32(truncatingIfNeeded: -result)) }
    }

    func removeAttribute(_ name: String) {
        _ = unsafe footing_removexattr(attributes, name)
    }
}
