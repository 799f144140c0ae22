/// Bytes that someone else keeps alive, read with every index checked.
///
/// A view lives no longer than the call that made it from borrowed memory.
// Safe, because every read below proves its index first. What is left to promise is the lifetime:
// views are made inside `withUnsafeBytes` or `withUTF8`, and no view leaves such a closure.
@safe
struct ByteView {
    /// `nil` only if there are no bytes, so that whoever has proven an index may unwrap it.
    private let base: UnsafeRawPointer?
    let count: Int

    private init(base: UnsafeRawPointer?, count: Int) {
        unsafe self.base = base
        self.count = count
    }

    init(_ buffer: UnsafeRawBufferPointer) {
        unsafe self.init(base: buffer.baseAddress, count: buffer.count)
    }

    init(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe self.init(UnsafeRawBufferPointer(buffer))
    }

    /// Whether `index` can be read; the comparison that lets the compiler drop the reader's own.
    @inline(__always)
    func has(_ index: Int) -> Bool {
        UInt(bitPattern: index) < UInt(bitPattern: count)
    }

    @inline(__always)
    subscript(index: Int) -> UInt8 {
        precondition(has(index))
        return unsafe base.unsafelyUnwrapped.load(fromByteOffset: index, as: UInt8.self)
    }

    /// Whether eight bytes can be read from `index` on.
    @inline(__always)
    func hasEight(_ index: Int) -> Bool {
        // The second can't wrap: `index` is below `count` by then.
        has(index) && count &- index >= 8
    }

    /// Eight bytes from `index` on, the first in the lowest place.
    @inline(__always)
    func eightBytes(at index: Int) -> UInt64 {
        precondition(hasEight(index))
        let word = unsafe base.unsafelyUnwrapped.loadUnaligned(
            fromByteOffset: index,
            as: UInt64.self
        )
        return UInt64(littleEndian: word)
    }

    @inline(__always)
    func slice(from start: Int, count length: Int) -> ByteView {
        precondition(start >= 0 && length >= 0 && start <= count &- length)
        return unsafe ByteView(base: base.map { unsafe $0 + start }, count: length)
    }

    /// The text of these bytes, which must be UTF-8; anything else becomes U+FFFD.
    var text: String {
        let bytes = unsafe UnsafeRawBufferPointer(start: base, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }
}
