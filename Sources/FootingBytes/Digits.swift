@inlinable
@inline(__always)
package func isDigit(_ byte: UInt8) -> Bool {
    byte &- UInt8(ascii: "0") < 10
}

@inlinable
@inline(__always)
package func hexadecimalValue(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte &- UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte &- UInt8(ascii: "a") &+ 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte &- UInt8(ascii: "A") &+ 10
    default: nil
    }
}

/// Returns the hexadecimal digit of a value below 16.
@inlinable
@inline(__always)
package func hexadecimalDigit(_ value: UInt8, isUpper: Bool = false) -> UInt8 {
    value < 10
        ? UInt8(ascii: "0") &+ value
        : UInt8(ascii: isUpper ? "A" : "a") &- 10 &+ value
}
