import Foundation

extension [UInt8] {
    /// Copies `bytes` and appends a NUL.
    init(endingWithNUL bytes: UnsafeRawBufferPointer) {
        // The memory has room for one byte more than `bytes`, and is filled completely.
        unsafe self.init(unsafeUninitializedCapacity: bytes.count + 1) { memory, filled in
            unsafe UnsafeMutableRawBufferPointer(memory).copyMemory(from: bytes)
            unsafe memory[bytes.count] = 0
            filled = bytes.count + 1
        }
    }

    /// Calls `body` with the bytes from `start` on, which end with a NUL, as a C string.
    ///
    /// The pointer is valid until `body` returns.
    func withCString<Result>(from start: Int = 0, _ body: (UnsafePointer<CChar>) -> Result)
        -> Result
    {
        func call(_ bytes: UnsafeRawPointer) -> Result {
            // Any bytes can be read as C characters.
            unsafe body((bytes + start).assumingMemoryBound(to: CChar.self))
        }
        return unsafe call(self)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes at `place`, which must be within bounds.
    func part(_ place: Range<Int>) -> Self {
        unsafe Self(start: baseAddress.map { unsafe $0 + place.lowerBound }, count: place.count)
    }

    func has(_ byte: UInt8) -> Bool {
        guard let start = baseAddress else { return false }
        return unsafe memchr(start, Int32(byte), count) != nil
    }

    func starts(with prefix: StaticString) -> Bool {
        let length = prefix.utf8CodeUnitCount
        guard let start = baseAddress, count >= length else { return false }
        return unsafe memcmp(start, prefix.utf8Start, length) == 0
    }

    /// Compares lexicographically by bytes: negative, 0 or positive.
    func order(to other: Self) -> Int {
        guard let left = baseAddress, let right = other.baseAddress else {
            return count - other.count
        }
        let order = unsafe memcmp(left, right, Swift.min(count, other.count))
        return order == 0 ? count - other.count : Int(order)
    }
}
