/// Borrowed bytes, read with bounds checks; valid only during the call that borrowed them.
// Safe, because every read checks its index. Only the lifetime is not checked: a view never leaves
// the `withUnsafeBytes` or `withUTF8` that it is made in, or it is made of a literal.
@safe
@usableFromInline
package struct ByteView {
    /// `nil` only if there are no bytes, so a caller that has checked an index may unwrap it.
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

    /// A view of no bytes.
    package static var empty: ByteView { unsafe ByteView(base: nil, count: 0) }

    /// Whether `index` is within bounds; checking this lets the compiler drop the subscript's
    /// check.
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
        // One comparison with a number that doesn't change in a loop over the bytes.
        UInt(bitPattern: index) < UInt(bitPattern: max(0, count &- 7))
    }

    /// The eight bytes from `index` on, the first of them as the least significant byte.
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

    /// The unsigned integer from `index` on, in little endian.
    @inlinable
    @inline(__always)
    package func integer<Value: FixedWidthInteger & BitwiseCopyable>(
        at index: Int,
        as type: Value.Type
    ) -> Value {
        precondition(has(index) && count &- index >= MemoryLayout<Value>.size)
        let value = unsafe base.unsafelyUnwrapped.loadUnaligned(fromByteOffset: index, as: type)
        return Value(littleEndian: value)
    }

    @inline(__always)
    func sixteenBytes(at index: Int) -> SIMD16<UInt8> {
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

    @inlinable
    @inline(__always)
    package func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return unsafe bytes.withMemoryRebound(to: UInt8.self, body)
    }
}

@available(*, unavailable, message: "Bytes are lent to one call on one thread.")
extension ByteView: @unchecked Sendable {}
