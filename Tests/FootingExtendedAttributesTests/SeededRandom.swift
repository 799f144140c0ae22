import FootingExtendedAttributes
import TestSupport

extension SeededRandom {
    /// A value of one of the sizes.
    mutating func bytes(_ sizes: ClosedRange<Int>) -> [UInt8] {
        let size = Int.random(in: sizes, using: &self)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(size + 8)
        while bytes.count < size {
            var word = next()
            unsafe withUnsafeBytes(of: &word) { unsafe bytes.append(contentsOf: $0) }
        }
        return Array(bytes.prefix(size))
    }

    /// A name of random bytes.
    mutating func name(_ lengths: ClosedRange<Int>) -> ExtendedAttributeName {
        let bytes = bytes(lengths).map { $0 == 0 ? 1 : $0 }
        return ExtendedAttributeName(bytes: Array("user.".utf8) + bytes)
    }

    /// Up to `most` bytes of all values.
    mutating func bytes(upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).map { _ in
            UInt8.random(in: 0...255, using: &self)
        }
    }

    /// Up to `most` of the `parts` in a row.
    mutating func text(of parts: [[UInt8]], upTo most: Int) -> [UInt8] {
        (0..<Int.random(in: 0...most, using: &self)).flatMap { _ in
            parts.randomElement(using: &self) ?? []
        }
    }
}
