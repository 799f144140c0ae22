import Foundation

#if canImport(CoreFoundation) && canImport(Darwin)
import CoreFoundation
#endif

extension NSNumber {
    /// Whether this was made from a Boolean.
    var holdsBool: Bool {
        #if canImport(Darwin)
        CFGetTypeID(self) == CFBooleanGetTypeID()
        #else
        // Only Booleans have this type here; an `Int8` is kept as a wider integer.
        unsafe objCType.pointee == CChar(bitPattern: UInt8(ascii: "c"))
        #endif
    }
}
