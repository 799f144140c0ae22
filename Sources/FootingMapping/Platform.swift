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
        // An `Int8` can have this type code, too, but there are only two Boolean instances.
        unsafe objCType.pointee == CChar(bitPattern: UInt8(ascii: "c"))
            && self === NSNumber(value: boolValue)
        #endif
    }
}
