/// A JSON document as a flat array of tokens, in the order of the input.
///
/// The tokens of an object alternate between keys and values. No token owns another, so creating
/// and freeing a tape takes no time or stack that depends on the nesting of the document.
// Safe, because every access checks its index, and only `deinit` and `moved`, which replaces the
// memory, free it. Tokens are trivial, so the memory needs no deinitialization.
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

    /// Appends a token, or returns `false` if the tape is full.
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
    @inline(__always)
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

    /// Calls `body` with the tokens and the bytes that they refer to.
    package func withDocument<Result>(
        over bytes: ByteView,
        _ body: (JSONDocument) -> Result
    ) -> Result {
        let tokens = unsafe UnsafeBufferPointer(start: storage, count: count)
        return unsafe body(JSONDocument(bytes: bytes, tokens: tokens))
    }
}

extension JSONTape {
    /// Decides whether the value of a member is skipped if it is an object.
    ///
    /// The document ends with the member's key, and `container` is the index of the object with the
    /// member. That object and those around it are open: the extent of each is the index of the
    /// container around it, plus one.
    package typealias Skips = (_ document: JSONDocument, _ container: Int) -> Bool

    /// Scans a document; keeps only the last element of a container with more than `maximumCount`.
    ///
    /// A skipped object becomes `null`; only its strings and braces are checked to be closed.
    ///
    /// - Complexity: O(*n*) in the number of bytes, for any input.
    package static func scan(
        _ bytes: ByteView,
        maximumDepth: Int = 512,
        maximumCount: Int = .max,
        skipping skips: Skips? = nil
    ) throws(JSONFault) -> JSONTape {
        try JSONScanner.scan(bytes, maximumDepth, max(1, maximumCount), skips)
    }
}
