import FootingExtendedAttributes
import Foundation
import TestSupport

/// Values with their length and a checksum, which detects a fragment or a mixture of values.
enum SealedValue {
    /// Makes a value of random bytes, empty or of at least 16 bytes.
    static func make(
        _ sizes: ClosedRange<Int>,
        using random: inout SeededRandom
    ) -> [UInt8] {
        let body = random.bytes(sizes)
        guard body.count >= 16 else { return [] }
        var bytes = littleEndian(UInt64(body.count)) + littleEndian(0) + body.dropFirst(16)
        let inspector = Inspector()
        let sum = unsafe bytes.withUnsafeBytes { unsafe inspector.sum($0) }
        bytes.replaceSubrange(8..<16, with: littleEndian(sum))
        return bytes
    }

    private static func littleEndian(_ number: UInt64) -> [UInt8] {
        (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
    }

    /// Checks values one at a time, in memory of its own, for one thread.
    @safe final class Inspector {
        // Allocated here and freed with this object, which alone uses it, and never beyond its end:
        // 64 KiB are the largest value of the system, and `sum` looks at no larger one.
        private let words = UnsafeMutableBufferPointer<UInt64>.allocate(capacity: 8_192)

        deinit { unsafe words.deallocate() }

        func isWhole(_ bytes: RawSpan) -> Bool {
            guard bytes.byteCount > 0 else { return true }
            return unsafe bytes.withUnsafeBytes { bytes in
                guard bytes.count >= 16 else { return false }
                let sum = unsafe sum(bytes)
                let stored = unsafe UInt64(
                    littleEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self)
                )
                return unsafe sum == stored && words[0].littleEndian == UInt64(bytes.count)
            }
        }

        /// A sum of all bytes, with zeros in place of the checksum.
        fileprivate func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
            guard bytes.count >= 16, unsafe bytes.count <= words.count * 8,
                let start = unsafe words.baseAddress
            else { return 0 }
            let count = (bytes.count + 7) / 8
            unsafe start[count - 1] = 0
            unsafe UnsafeMutableRawBufferPointer(words).copyMemory(from: bytes)
            unsafe start[1] = 0
            // By pointer, since a test is built without optimization and looks at gigabytes.
            var sum: UInt64 = 0xCBF2_9CE4_8422_2325
            var index = 0
            while index < count {
                unsafe sum = (sum ^ start[index].littleEndian) &* 0x100_0000_01B3
                sum ^= sum >> 29
                index &+= 1
            }
            return sum
        }
    }
}

/// Names with a checksum.
enum SealedName {
    /// One of 26 times ten thousand names of about 240 bytes.
    static func make(_ number: Int) -> ExtendedAttributeName {
        let letter = String(Unicode.Scalar(UInt8(97 + number % 26)))
        let text = "\(number)-" + String(repeating: letter, count: 215)
        return .user("\(text)-\(checksum(text.utf8))")
    }

    static func isWhole(_ name: ExtendedAttributeName) -> Bool {
        let parts = name.bytes.dropFirst(5).split(separator: UInt8(ascii: "-"))
        guard parts.count == 3, name.namespace == .user else { return false }
        let text = parts[0] + [UInt8(ascii: "-")] + parts[1]
        return String(decoding: parts[2], as: UTF8.self) == checksum(text)
    }

    private static func checksum(_ bytes: some Sequence<UInt8>) -> String {
        let sum = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        return String(sum, radix: 16)
    }
}
