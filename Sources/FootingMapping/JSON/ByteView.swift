/// Bytes that someone else keeps alive, read with every index checked.
///
/// A view lives no longer than the call that made it from borrowed memory.
// Safe, because every read below proves its index first. What is left to promise is the lifetime:
// views are made inside `withUnsafeBytes` or `withUTF8`, and no view leaves such a closure.
@safe
struct ByteView {
    private let buffer: UnsafeRawBufferPointer

    init(_ buffer: UnsafeRawBufferPointer) {
        unsafe self.buffer = buffer
    }

    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.buffer = UnsafeRawBufferPointer(buffer)
    }

    @inline(__always)
    var count: Int { unsafe buffer.count }

    /// Whether `index` can be read; the comparison that lets the compiler drop the reader's own.
    @inline(__always)
    func has(_ index: Int) -> Bool {
        UInt(bitPattern: index) < UInt(bitPattern: count)
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(has(index))
        return unsafe buffer[index]
    }

    /// Eight bytes from `index` on, the first in the lowest place.
    @inline(__always)
    func eightBytes(at index: Int) -> UInt64 {
        precondition(index >= 0 && index &+ 8 <= count)
        return unsafe UInt64(
            littleEndian: buffer.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        )
    }

    @inline(__always)
    func slice(from start: Int, count length: Int) -> ByteView {
        precondition(start >= 0 && length >= 0 && start <= count &- length)
        return unsafe ByteView(UnsafeRawBufferPointer(rebasing: buffer[start..<start &+ length]))
    }

    /// The text of these bytes, which must be UTF-8; anything else becomes U+FFFD.
    var text: String { unsafe String(decoding: buffer, as: UTF8.self) }
}
