/// Where the values of a plan's entries are in the input, or why there is none.
// Safe, because every index is proven; the memory belongs to the call of `MappingPlan.map` that made
// the table and hands it to nobody who keeps it.
@safe
struct Positions {
    private let buffer: UnsafeMutableBufferPointer<Int>

    /// The key is not there.
    static let absent = -1
    /// The key is there more than once, and the options refuse that.
    static let duplicated = -2
    /// The fields of this entry have been reported as one.
    static let reported = -3
    /// What is not an object, but should be on the way to this value, is at the entry `blockedBase -
    /// position`.
    private static let blockedBase = -4
    /// Set in a position that a field has used.
    private static let usedBit = 1 << 40

    init(_ buffer: UnsafeMutableBufferPointer<Int>) {
        unsafe self.buffer = buffer
        for index in buffer.indices { unsafe buffer.initializeElement(at: index, to: -1) }
    }

    @inline(__always)
    subscript(entry: Int) -> Int {
        get {
            precondition(UInt(bitPattern: entry) < UInt(bitPattern: unsafe buffer.count))
            return unsafe buffer[entry]
        }
        nonmutating set {
            precondition(UInt(bitPattern: entry) < UInt(bitPattern: unsafe buffer.count))
            unsafe buffer[entry] = newValue
        }
    }

    func block(_ entry: Int, by obstacle: Int) {
        self[entry] = Self.blockedBase - obstacle
    }

    /// The entry whose value is in the way, if this entry is blocked.
    func obstacle(of entry: Int) -> Int? {
        let position = self[entry]
        return position <= Self.blockedBase ? Self.blockedBase - position : nil
    }

    @inline(__always)
    func value(of entry: Int) -> Int? {
        let position = self[entry]
        return position >= 0 ? position & ~Self.usedBit : nil
    }

    func markUsed(_ entry: Int) {
        self[entry] |= Self.usedBit
    }

    func isUnused(_ entry: Int) -> Bool {
        self[entry] >= 0 && self[entry] & Self.usedBit == 0
    }
}
