/// One value or key of a JSON document: where it is, and where it ends.
struct JSONToken {
    enum Kind: UInt8 {
        case null, `true`, `false`, number, string, array, object
    }

    struct Flags: OptionSet {
        let rawValue: UInt8

        /// The string holds at least one backslash escape.
        static let escaped = Flags(rawValue: 1)
        /// One of the escapes is half of a surrogate pair, so the string has no Unicode text.
        static let loneSurrogate = Flags(rawValue: 2)
    }

    /// The largest extent there is room for, and so the largest number of tokens.
    static let maximumExtent = (1 << 27) - 1

    /// The offset of the first byte; for a string, the one after the quotation mark.
    let start: UInt32
    // The kind in three bits, the flags in two, and the extent in the rest. A document has a token
    // for every seven bytes or so, and each is written to memory and read again: small is fast.
    private var bits: UInt32

    @inline(__always)
    init(_ kind: Kind, start: Int, extent: Int, flags: Flags) {
        self.start = UInt32(truncatingIfNeeded: start)
        bits =
            UInt32(truncatingIfNeeded: extent) << 5
            | UInt32(flags.rawValue) << 3
            | UInt32(kind.rawValue)
    }

    /// A scalar's length in bytes; a container's index of the first token behind it.
    @inline(__always)
    var extent: Int {
        get { Int(bits >> 5) }
        set { bits = UInt32(truncatingIfNeeded: newValue) << 5 | bits & 0x1F }
    }

    @inline(__always)
    var kind: Kind { Kind(rawValue: UInt8(bits & 7)) ?? .null }

    @inline(__always)
    var flags: Flags { Flags(rawValue: UInt8(bits >> 3 & 3)) }

    @inline(__always)
    var isContainer: Bool { bits & 7 >= UInt32(Kind.array.rawValue) }
}

/// A whole document as a flat run of tokens, in the order of the text.
///
/// An object's tokens alternate between key and value. No token owns another, so neither making nor
/// freeing a tape depends on how deep the document is nested.
// Safe, because every access proves its index and `deinit` is the only one to free. Tokens are
// trivial, so memory needs no deinitialization.
@safe
struct JSONTape: ~Copyable {
    private var storage: UnsafeMutablePointer<JSONToken>
    private var capacity: Int
    private(set) var count = 0

    init(capacity: Int) {
        self.capacity = min(capacity, JSONToken.maximumExtent)
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
    func withDocument<Result>(over bytes: ByteView, _ body: (JSONDocument) -> Result) -> Result {
        let tokens = unsafe UnsafeBufferPointer(start: storage, count: count)
        return unsafe body(JSONDocument(bytes: bytes, tokens: tokens))
    }
}

/// A scanned document: its bytes and its tokens, both borrowed.
// Safe, because every index is proven here; `JSONTape.withDocument` keeps the tokens alive.
@safe
struct JSONDocument {
    let bytes: ByteView
    private let tokens: UnsafeBufferPointer<JSONToken>

    fileprivate init(bytes: ByteView, tokens: UnsafeBufferPointer<JSONToken>) {
        self.bytes = bytes
        unsafe self.tokens = tokens
    }

    @inline(__always)
    subscript(index: Int) -> JSONToken {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe tokens.count))
        return unsafe tokens[index]
    }

    /// The bytes of a scalar, as the document spells them.
    @inline(__always)
    func content(of token: JSONToken) -> ByteView {
        bytes.slice(from: Int(token.start), count: token.extent)
    }

    /// How many elements the array at `index` has.
    ///
    /// - Complexity: O(*n*) in that number.
    func elementCount(of index: Int) -> Int {
        let end = self[index].extent
        var count = 0
        var element = index &+ 1
        while element < end {
            count &+= 1
            element = self.index(after: element)
        }
        return count
    }

    /// The index of the token behind the value at `index` and everything in it.
    @inline(__always)
    func index(after index: Int) -> Int {
        let token = self[index]
        return token.isContainer ? token.extent : index &+ 1
    }
}
