import FootingBytes

/// The CRC-32 of gzip and zip.
///
/// It is the remainder of a division of polynomials whose coefficients are bits; the first bit has
/// the highest power. x³⁰⁰ + x¹⁵⁵ + x¹¹⁷ + x⁸⁹ + 1 is a multiple of the divisor, and so is its
/// eighth power, which is the same with bytes in place of bits. So the remainder does not change if
/// a byte is cleared, and added to the bytes 145, 183, 211 and 300 after it. In this way, all bytes
/// but the last 320 are cleared, 16 at a time; tables divide the rest.
struct CRC32: Sendable {
    private var crc: UInt32

    /// Goes on after bytes with a checksum.
    init(_ checksum: UInt32 = 0) {
        crc = ~checksum
    }

    /// The checksum of all bytes so far.
    var value: UInt32 { ~crc }

    mutating func update(_ byte: UInt8) {
        crc = crc >> 8 ^ Self.tables[Int(UInt8(truncatingIfNeeded: crc) ^ byte)]
    }

    mutating func update(_ bytes: ByteView) {
        let start = bytes.count >= 2 * Self.window ? reduce(bytes) : 0
        divide(bytes.slice(from: start, count: bytes.count - start))
    }

    // MARK: Tables

    /// Adds bytes, 16 at a time.
    private mutating func divide(_ bytes: ByteView) {
        let tables = Self.tables.span
        // So the compiler knows that all indices are in bounds.
        precondition(tables.count == 16 * 256)
        var (crc, index) = (crc, 0)
        while bytes.count &- index >= 16 {
            let first = bytes.eightBytes(at: index) ^ UInt64(crc)
            let second = bytes.eightBytes(at: index &+ 8)
            crc = 0
            // The last four look-ups alone wait for those of the bytes before.
            for byte in (0..<16).reversed() {
                let word = byte < 8 ? first : second
                crc ^= tables[(15 &- byte) &* 256 &+ Int(word &>> UInt64(8 &* byte & 63) & 0xFF)]
            }
            index &+= 16
        }
        self.crc = crc
        while bytes.has(index) {
            update(bytes[index])
            index &+= 1
        }
    }

    /// The remainders of each byte, followed by 0 to 15 zeros.
    private static let tables: [UInt32] = {
        var tables = [UInt32](repeating: 0, count: 16 * 256)
        for byte in 0..<256 {
            var crc = UInt32(byte)
            for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
            tables[byte] = crc
        }
        for index in 256..<tables.count {
            let crc = tables[index - 256]
            tables[index] = crc >> 8 ^ tables[Int(crc & 0xFF)]
        }
        return tables
    }()

    // MARK: Clearing

    /// The farthest distance of an addition, 300, and more: whole vectors.
    private static let window = 320
    /// The number of bytes after which the window is moved.
    private static let turn = 4_096

    /// Adds at least two windows of bytes, but for the last few, and returns their start.
    // Pointers, because the distances are no multiples of words. All accesses are in bounds: the
    // memory has a window of bytes that were cleared, as they were before, and those of this turn;
    // at most 300 bytes before the place of a vector are read. Of the input, `count + window` bytes
    // are read, which it has.
    private mutating func reduce(_ bytes: ByteView) -> Int {
        typealias Vector = SIMD2<UInt64>
        let window = Self.window
        let count = (bytes.count &- window) & ~15
        let size = window + min(count, Self.turn)
        unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: 16) { memory in
            unsafe bytes.withBytes { input in
                let input = unsafe UnsafeRawPointer(input.baseAddress.unsafelyUnwrapped)
                let history = unsafe memory.baseAddress.unsafelyUnwrapped
                let cleared = unsafe history + window
                /// A vector of the input, and all that is added to it.
                @inline(__always)
                func vector(_ index: Int, _ position: Int) -> Vector {
                    let place = unsafe cleared + index
                    return unsafe (input + position).loadUnaligned(as: Vector.self)
                        ^ (place - 145).loadUnaligned(as: Vector.self)
                        ^ (place - 183).loadUnaligned(as: Vector.self)
                        ^ (place - 211).loadUnaligned(as: Vector.self)
                        ^ (place - 300).loadUnaligned(as: Vector.self)
                }
                unsafe history.initializeMemory(as: UInt8.self, repeating: 0, count: window)
                // The remainder so far is added to the first four bytes.
                unsafe (cleared - 300).storeBytes(of: crc.littleEndian, as: UInt32.self)
                var position = 0
                while position < count {
                    let end = min(Self.turn, count &- position)
                    var index = 0
                    while index < end {
                        let vector = vector(index, position &+ index)
                        unsafe (cleared + index).storeBytes(of: vector, as: Vector.self)
                        index &+= 16
                    }
                    unsafe history.copyMemory(from: history + end, byteCount: window)
                    position &+= end
                }
                // The last window stays; it moves forward by one, behind all that is still read.
                unsafe cleared.initializeMemory(as: UInt8.self, repeating: 0, count: window)
                for index in stride(from: 0, to: window, by: 16) {
                    let vector = vector(index, count &+ index)
                    unsafe (history + index).storeBytes(of: vector, as: Vector.self)
                }
                crc = 0
                unsafe divide(ByteView(UnsafeRawBufferPointer(start: history, count: window)))
            }
        }
        return count + window
    }
}
