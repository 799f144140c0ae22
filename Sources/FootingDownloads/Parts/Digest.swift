/// A hash of 128 bits (FNV-1a), the same in every process.
///
/// It is not cryptographic: code that depends on equality compares the hashed strings as well.
struct Digest {
    private let value: UInt128

    init(_ text: String) {
        let prime: UInt128 = 1 << 88 | 0x13B
        value = text.utf8.reduce(0x6C62_272E_07BB_0142_62B8_2175_6295_C58D) {
            ($0 ^ UInt128($1)) &* prime
        }
    }

    /// 32 hexadecimal digits.
    var text: String { Self.digits(value >> 64) + Self.digits(value) }

    /// 16 hexadecimal digits, to which all of the hash contributes.
    var shortText: String { Self.digits(value ^ value >> 64) }

    private static func digits(_ value: UInt128) -> String {
        let digits = String(UInt64(truncatingIfNeeded: value), radix: 16)
        return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }
}
