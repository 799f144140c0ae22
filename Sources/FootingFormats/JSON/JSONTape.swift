/// A whole document as a flat run of tokens, in the order of the text.
///
/// An object's tokens alternate between key and value. No token owns another, so neither making nor
/// freeing a tape depends on how deep the document is nested.
// Safe, because every access proves its index and `deinit` is the only one to free. Tokens are
// trivial, so memory needs no deinitialization.
@safe
package struct JSONTape: ~Copyable {
    private var storage: UnsafeMutablePointer<JSONToken>
    private var capacity: Int
    private(set) var count: Int

    init(capacity: Int) {
        self.capacity = min(capacity, JSONToken.maximumExtent)
        count = 0
        unsafe storage = .allocate(capacity: self.capacity)
    }

    deinit {
        unsafe storage.deallocate()
    }

    /// Adds a token, or returns `false` if there are as many as there may be.
    @inline(__always)
    mutating func append(_ token: JSONToken) -> Bool {
        if count == capacity {
            guard count < JSONToken.maximumExtent else { return false }
            capacity = min(capacity &+ capacity / 2 &+ 16, JSONToken.maximumExtent)
            unsafe storage = Self.moved(storage, count, to: capacity)
        }
        unsafe (storage + count).initialize(to: token)
        count &+= 1
        return true
    }

    @inline(never)
    private static func moved(
        _ storage: UnsafeMutablePointer<JSONToken>,
        _ count: Int,
        to capacity: Int
    ) -> UnsafeMutablePointer<JSONToken> {
        let moved = UnsafeMutablePointer<JSONToken>.allocate(capacity: capacity)
        unsafe moved.moveInitialize(from: storage, count: count)
        unsafe storage.deallocate()
        return unsafe moved
    }

    /// Removes the elements of a container that is still open.
    mutating func removeElements(of container: Int) {
        self[container].markOverfull()
        count = container &+ 1
    }

    @inline(__always)
    subscript(index: Int) -> JSONToken {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe storage[index]
        }
        set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            unsafe storage[index] = newValue
        }
    }

    /// Lends the tokens, together with the bytes they point into, to `body`.
    package func withDocument<Result>(
        over bytes: ByteView,
        _ body: (JSONDocument) -> Result
    ) -> Result {
        let tokens = unsafe UnsafeBufferPointer(start: storage, count: count)
        return unsafe body(JSONDocument(bytes: bytes, tokens: tokens))
    }
}
