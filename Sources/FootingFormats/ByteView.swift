/// Bytes that someone else keeps alive, read with every index checked.
///
/// A view lives no longer than the call that made it from borrowed memory.
// Safe, because every read below proves its index first. Only the lifetime is unproven here:
// views are made inside `withUnsafeBytes` or `withUTF8`, and no view leaves such a closure; or of a
// literal, which is never freed.
@safe
@usableFromInline
package struct ByteView {
    /// `nil` only if there are no bytes, so that whoever has proven an index may unwrap it.
    @usableFromInline
    let base: UnsafeRawPointer?
    @usableFromInline
    package let count: Int

    @inlinable
    init(base: UnsafeRawPointer?, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    @inlinable
    package init(_ buffer: UnsafeRawBufferPointer) {
        unsafe self.init(base: buffer.baseAddress, count: buffer.count)
    }

    @inlinable
    package init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(UnsafeRawBufferPointer(buffer))
    }

    /// Whether `index` can be read; the comparison that lets the compiler drop the reader's own.
    @inlinable
    @inline(__always)
    package func has(_ index: Int) -> Bool {
        UInt(bitPattern: index) < UInt(bitPattern: count)
    }

    @inlinable
    @inline(__always)
    package subscript(index: Int) -> UInt8 {
        precondition(has(index))
        return unsafe base.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
    }

    /// Whether eight bytes can be read from `index` on.
    @inlinable
    @inline(__always)
    package func hasEight(_ index: Int) -> Bool {
        // The second can't wrap: `index` is below `count` by then.
        has(index) && count &- index >= 8
    }

    /// Eight bytes from `index` on, the first in the lowest place.
    @inlinable
    @inline(__always)
    package func eightBytes(at index: Int) -> UInt64 {
        precondition(hasEight(index))
        let word = unsafe base.unsafelyUnwrapped.loadUnaligned(
            fromByteOffset: index,
            as: UInt64.self
        )
        return UInt64(littleEndian: word)
    }

    /// Sixteen bytes from `index` on.
    @inlinable
    @inline(__always)
    package func sixteenBytes(at index: Int) -> SIMD16<UInt8> {
        precondition(has(index) && count &- index >= 16)
        return unsafe base.unsafelyUnwrapped.loadUnaligned(
            fromByteOffset: index,
            as: SIMD16<UInt8>.self
        )
    }

    @inlinable
    @inline(__always)
    package func slice(from start: Int, count length: Int) -> ByteView {
        precondition(start >= 0 && length >= 0 && start <= count &- length)
        return unsafe ByteView(base: base.map { unsafe $0 + start }, count: length)
    }

    /// Lends the bytes to `body`, for whom a pointer is what it takes.
    @inlinable
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return unsafe bytes.withMemoryRebound(to: UInt8.self, body)
    }

    /// The text of these bytes, which must be UTF-8; anything else becomes U+FFFD.
    package var text: String {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}

@available(*, unavailable, message: "Bytes are lent to one call on one thread.")
extension ByteView: @unchecked Sendable {}
