/// The keys that a type asks for, learnt while the first value of the type is decoded.
///
/// An initializer asks for the same keys in the same order each time. So the second value's members
/// are found in one pass over their bytes, and a key's name is compared once.
final class KeyShape {
    let id: ObjectIdentifier
    /// Whether keys are a few words of the program, as those of an enumeration are.
    ///
    /// A key type that is large enough to hold a text can come from the input: then it is neither
    /// learnt nor shown.
    let isOwn: Bool
    private(set) var names: [String] = []
    /// The same as the input spells them.
    private(set) var spelledNames: [String] = []
    /// What is decoded for each name, as far as that has been looked up.
    private(set) var types: [DecodableType?] = []
    private(set) var table = KeyTable([])
    private var learntCount = 0
    let strategy: MappingOptions.KeyStrategy
    /// The names of keys that were looked for by their spelling in the input; `nil` if there is none.
    var namesBySpelling: [String: String?] = [:]
    /// How many more names may be tried for that.
    var searchesLeft = 100_000

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: MappingOptions.KeyStrategy) {
        id = ObjectIdentifier(type)
        isOwn = Self.isOwn(type)
        self.strategy = isOwn ? strategy : .exact
    }

    static func isOwn<Key: CodingKey>(_: Key.Type) -> Bool { MemoryLayout<Key>.size <= 2 }

    func spelled(_ name: String) -> String { strategy == .snakeCase ? name.snakeCased : name }

    /// A table of some names as the input spells them.
    func table(of names: [String]) -> KeyTable {
        KeyTable(names, isCaseInsensitive: strategy == .caseInsensitive)
    }

    /// The index of `name`, which is most often the one at `hint`.
    @inline(__always)
    func index(of name: String, hint: Int) -> Int {
        if hint < names.count, names[hint] == name { return hint }
        return search(name, hint)
    }

    @inline(never)
    private func search(_ name: String, _ hint: Int) -> Int {
        // It may have been asked for just now.
        if hint > 0, hint <= names.count, names[hint - 1] == name { return hint - 1 }
        if let index = names.firstIndex(of: name) { return index }
        // Changed outside of the properties, so that no read of them is checked at run time.
        var (names, spelledNames, types) = (self.names, self.spelledNames, self.types)
        (self.names, self.spelledNames, self.types) = ([], [], [])
        names.append(name)
        spelledNames.append(spelled(name))
        types.append(nil)
        (self.names, self.spelledNames, self.types) = (names, spelledNames, types)
        return names.count - 1
    }

    /// Puts by what is decoded for the name at `index`.
    func remember(_ type: DecodableType, at index: Int) {
        var types = self.types
        self.types = []
        types[index] = type
        self.types = types
    }

    /// Makes the table complete, before the members of an object are looked up in it.
    func updateTable() {
        guard learntCount != names.count else { return }
        learntCount = names.count
        let folded = strategy == .exact ? names : spelledNames.map(\.foldingASCII)
        // Two names that are spelled alike are looked for one by one.
        table = table(of: Set(folded).count == folded.count ? spelledNames : [])
    }
}

/// Where the members are that a shape's keys name.
// Safe, because every index is below `count`, which is at most the buffer's own count: whoever reads or
// writes is stopped otherwise. Only `grow` and `deinit` free memory, and `grow` puts other memory in
// its place. Integers are trivial, so memory needs no deinitialization.
@safe
struct MemberPositions: ~Copyable {
    private var buffer = unsafe UnsafeMutableBufferPointer<Int>(start: nil, count: 0)
    /// How many of the buffer's elements are set; only `grow` raises it, once there is room.
    private(set) var count = 0

    /// The object has no such member.
    static let absent = -1
    /// The object has it twice, and the options refuse that.
    static let duplicated = -2
    /// Nobody has looked.
    static let unknown = -3
    /// Set in a position that was asked for.
    private static let askedBit = 1 << 40

    init() {}

    deinit {
        unsafe buffer.deallocate()
    }

    // Inlined, which saves two calls for each object.
    @inline(__always)
    mutating func reset(to value: Int, count: Int) {
        self.count = 0
        grow(to: count, filling: value)
    }

    @inline(__always)
    mutating func grow(to newCount: Int, filling value: Int) {
        if unsafe newCount > buffer.count {
            let moved = UnsafeMutableBufferPointer<Int>.allocate(capacity: newCount &+ 16)
            for index in 0..<count { unsafe moved[index] = buffer[index] }
            unsafe buffer.deallocate()
            unsafe buffer = moved
        }
        for index in count..<max(count, newCount) { unsafe buffer[index] = value }
        count = max(count, newCount)
    }

    @inline(__always)
    subscript(index: Int) -> Int {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            return unsafe buffer[index]
        }
        nonmutating set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: count))
            unsafe buffer[index] = newValue
        }
    }

    /// Returns the position, or the reason why there is none, and marks that it was asked for.
    @inline(__always)
    func ask(_ index: Int) -> Int {
        let position = self[index]
        guard position >= 0 else { return position }
        self[index] = position | Self.askedBit
        return position & ~Self.askedBit
    }

    /// How many were asked for, and there at least once.
    var askedCount: Int {
        (0..<count).count { wasAsked($0) }
    }

    func wasAsked(_ index: Int) -> Bool {
        let position = self[index]
        return position >= 0 ? position & Self.askedBit != 0 : position == Self.duplicated
    }
}
