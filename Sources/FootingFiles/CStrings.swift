extension [UInt8] {
    /// Copies `bytes` and appends a NUL.
    package init(endingWithNUL bytes: UnsafeRawBufferPointer) {
        self = []
        reserveCapacity(bytes.count + 1)
        unsafe append(contentsOf: bytes)
        append(0)
    }

    /// Calls `body` with the bytes from `start` on, which end with a NUL, as a C string.
    ///
    /// The pointer is valid until `body` returns.
    @inlinable
    package func withCString<Result>(
        from start: Int = 0,
        _ body: (UnsafePointer<CChar>) -> Result
    ) -> Result {
        func call(_ bytes: UnsafeRawPointer) -> Result {
            // Any bytes can be read as C characters.
            unsafe body((bytes + start).assumingMemoryBound(to: CChar.self))
        }
        return unsafe call(self)
    }
}

extension UnsafeRawBufferPointer {
    /// The bytes in `range`, which must be within bounds.
    @inlinable
    package func slice(_ range: Range<Int>) -> Self {
        unsafe Self(start: baseAddress.map { unsafe $0 + range.lowerBound }, count: range.count)
    }
}
