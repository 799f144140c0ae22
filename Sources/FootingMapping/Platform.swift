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
        // An `Int8` beyond the few numbers that are kept ready has this type too, but there is only
        // one true and one false.
        unsafe objCType.pointee == CChar(bitPattern: UInt8(ascii: "c"))
            && self === NSNumber(value: boolValue)
        #endif
    }
}
