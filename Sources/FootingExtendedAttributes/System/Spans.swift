extension RawSpan {
    /// Calls `body` with the bytes as a bounds-checked span.
    @inlinable
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBytes { bytes in
            // Any memory can be read as bytes. The pointer is valid during this call, and the span
            // can't escape from `body`.
            body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }
}

/// Calls `fill` with temporary memory for a few bytes, and `body` with the bytes.
@inlinable
func withBytes(
    atMost capacity: Int,
    _ body: (RawSpan) -> Void,
    filling fill: (inout OutputSpan<UInt8>) -> Void
) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
        // Only `output` writes the memory. It counts the bytes, and is consumed before `body` reads
        // that many. Bytes need no deinitialization.
        var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        fill(&output)
        let count = unsafe output.finalize(for: memory)
        unsafe body(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]).bytes
        )
    }
}
