extension RawSpan {
    /// Calls `body` with the bytes as a span, which checks each access.
    @inlinable
    func withSpan<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
        unsafe withUnsafeBytes { bytes in
            // Any memory can be read as bytes. The pointer is valid for as long as this call, and
            // the span can't escape from `body`.
            body(unsafe bytes.assumingMemoryBound(to: UInt8.self).span)
        }
    }
}

/// Calls `fill` with room for a few bytes on the stack, and `body` with the bytes.
@inlinable
func withBytes(
    atMost capacity: Int,
    _ body: (RawSpan) -> Void,
    filling fill: (inout OutputSpan<UInt8>) -> Void
) {
    unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { memory in
        // `output` is the only one to write the memory, counts what it has written, and is gone
        // before `body` reads that much. Bytes need no deinitialization.
        var output = unsafe OutputSpan(buffer: memory, initializedCount: 0)
        fill(&output)
        let count = unsafe output.finalize(for: memory)
        unsafe body(
            UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]).bytes
        )
    }
}
