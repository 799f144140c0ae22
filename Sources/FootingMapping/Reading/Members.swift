import FootingBytes

/// The positions, in the input, of the values of requested names; or the reason why a value is
/// missing.
// Safe, because every index is checked. The memory belongs to `withRoom` or to a `MemberStore`,
// which outlive every copy: copies are only passed down the call stack.
@safe
struct Members {
    /// The object doesn't have the key.
    static let absent = -1
    /// The object has the key more than once, and the options reject that.
    static let duplicated = -2
    /// The value is blocked, and the value that blocks it has been reported for another field.
    static let reported = -3
    /// The key hasn't been looked up yet.
    static let unknown = -4
    /// The value is blocked: its key path goes through the entry `blockedBase - position`, whose
    /// value isn't an object that can be read.
    private static let blockedBase = -5
    /// A flag that is set in the position of a value that was used.
    private static let usedBit = 1 << 40
    /// A flag that is set in the position of an array whose elements are looked up.
    private static let listBit = 1 << 41
    /// A flag that is set in the position of a value whose key the object has more than once.
    private static let repeatedBit = 1 << 42
    private static let valueMask = usedBit - 1

    /// The indexes of tokens; for a dictionary, the indexes in `natives`.
    fileprivate let positions: UnsafeMutableBufferPointer<Int>
    /// The values of a dictionary; empty for a document.
    fileprivate let natives: UnsafeMutableBufferPointer<NativeValue>

    /// Calls `body` with temporary memory for `count` names.
    static func withRoom<Result>(
        for count: Int,
        in object: borrowing MappingSource,
        _ body: (Members) -> Result
    ) -> Result {
        let nativeCount = object.isNative ? count : 0
        return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: count) { positions in
            unsafe positions.initialize(repeating: absent)
            return unsafe withUnsafeTemporaryAllocation(
                of: NativeValue.self,
                capacity: nativeCount
            ) { natives in
                unsafe natives.initialize(repeating: .null)
                defer { unsafe natives.deinitialize() }
                return unsafe body(Members(positions: positions, natives: natives))
            }
        }
    }

    @inline(__always)
    subscript(index: Int) -> Int {
        get {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe positions.count))
            return unsafe positions[index]
        }
        nonmutating set {
            precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe positions.count))
            unsafe positions[index] = newValue
        }
    }

    var count: Int { unsafe positions.count }

    @inline(__always)
    func hasValue(_ index: Int) -> Bool { self[index] >= 0 }

    /// The value, or `nil` for an absent or blocked one.
    @inline(__always)
    func source(
        at index: Int,
        _ standing: MappingSource.Standing,
        in context: ContextReference
    ) -> MappingSource? {
        let position = self[index]
        guard position >= 0 else { return nil }
        let value = position & Self.valueMask
        guard unsafe natives.isEmpty else {
            return unsafe MappingSource(native(at: value), standing, in: context)
        }
        return MappingSource(token: value, standing, in: context)
    }

    private func native(at index: Int) -> UnsafePointer<NativeValue> {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe natives.count))
        return unsafe UnsafePointer(natives.baseAddress.unsafelyUnwrapped + index)
    }

    private func setNative(_ value: NativeValue, at index: Int) {
        precondition(UInt(bitPattern: index) < UInt(bitPattern: unsafe natives.count))
        unsafe natives[index] = value
        self[index] = index
    }

    func block(_ index: Int, by obstacle: Int) {
        self[index] = Self.blockedBase - obstacle
    }

    /// The entry whose value blocks this one, or `nil` if this one isn't blocked.
    func obstacle(of index: Int) -> Int? {
        let position = self[index]
        return position <= Self.blockedBase ? Self.blockedBase - position : nil
    }

    @inline(__always)
    func markUsed(_ index: Int) {
        if self[index] >= 0 { self[index] |= Self.usedBit }
    }

    func markAsList(_ index: Int) { self[index] |= Self.listBit }

    private func markRepeated(_ index: Int) {
        if self[index] >= 0 { self[index] |= Self.repeatedBit }
    }

    /// Whether the object has the key more than once.
    func isRepeated(_ index: Int) -> Bool {
        let position = self[index]
        return position >= 0 ? position & Self.repeatedBit != 0 : position == Self.duplicated
    }

    /// Whether the value is an array whose elements were looked up.
    func isList(_ index: Int) -> Bool { self[index] >= 0 && self[index] & Self.listBit != 0 }

    /// Records the element at `index` of `list`, if it has so many.
    func setElement(_ index: Int, of list: borrowing MappingSource, for entry: Int) {
        switch list.element(at: index) {
        case .token(let token)?: self[entry] = token
        case .native(let value)?: setNative(value, at: entry)
        case nil: break
        }
    }

    /// Whether two names that the object has are one key, as they may be in a dictionary.
    func isOneKey(_ index: Int, _ other: Int) -> Bool {
        self[index] & Self.valueMask == self[other] & Self.valueMask
    }

    /// Whether the object has the key and its value hasn't been used.
    func isUnused(_ index: Int) -> Bool {
        self[index] >= 0 && self[index] & Self.usedBit == 0
    }

    /// Whether the object has the key and its value has been used, or the key is duplicated.
    func isUsed(_ index: Int) -> Bool {
        let position = self[index]
        return position >= 0 ? position & Self.usedBit != 0 : position == Self.duplicated
    }
}

extension Members {
    /// The numbers of keys in an object.
    struct Counts {
        var all = 0
        /// The number of keys that repeat an earlier key.
        var repeated = 0
        /// The number of keys that weren't requested.
        var unwanted = 0
    }

    /// Finds the values of the names in `table`, in any order, and sets the positions from `first`.
    ///
    /// Adds duplicate keys to `report`.
    ///
    /// - Returns: The numbers of keys, or `nil` if the object has too many members.
    func read(
        _ object: borrowing MappingSource,
        _ table: KeyTable,
        from first: Int,
        _ report: inout MappingReport,
        at path: @autoclosure () -> [MappingPath.Component]
    ) -> Counts? {
        let limit = object.options.limits.elements
        var counts = Counts()
        if object.isNative {
            guard case .object(let dictionary) = object.native else { return counts }
            counts.all = dictionary.count
            guard counts.all <= limit else { return nil }
            if table.isCaseInsensitive {
                readInAnyCase(dictionary, object, table, from: first, &counts, &report, at: path())
            } else {
                readExactly(dictionary, table, from: first, &counts)
            }
            return counts
        }
        let document = object.document
        guard !document[object.token].isOverfull else { return nil }
        let end = document[object.token].extent
        var token = object.token &+ 1
        var hint = 0
        while token < end {
            counts.all &+= 1
            guard counts.all <= limit else {
                for index in 0..<table.names.count { self[first &+ index] = Self.absent }
                return nil
            }
            let value = token &+ 1
            if let index = table.index(of: document[token], in: document, hint: hint) {
                if self[first &+ index] == Self.absent {
                    self[first &+ index] = value
                } else {
                    record(
                        value,
                        for: first &+ index,
                        table.names[index],
                        object,
                        &counts,
                        &report,
                        path()
                    )
                }
                hint = index &+ 1
            } else {
                counts.unwanted &+= 1
            }
            token = document.index(after: value)
        }
        return counts
    }

    /// Records the value of a member whose key was requested.
    @inline(never)
    func record(
        _ value: Int,
        for index: Int,
        _ name: @autoclosure () -> String,
        _ object: borrowing MappingSource,
        _ counts: inout Counts,
        _ report: inout MappingReport,
        _ path: @autoclosure () -> [MappingPath.Component]
    ) {
        if self[index] == Self.absent {
            self[index] = value
            return
        }
        counts.repeated &+= 1
        let isReplaced = object.withInner(.token(value)) {
            repeatsKey(at: index, $0, &report, path() + [.key(name())])
        }
        if isReplaced { self[index] = value }
        markRepeated(index)
    }

    /// Reports a duplicate key, and returns whether its value replaces the earlier one.
    @inline(never)
    func repeatsKey(
        at index: Int,
        _ value: borrowing MappingSource,
        _ report: inout MappingReport,
        _ path: @autoclosure () -> [MappingPath.Component]
    ) -> Bool {
        let options = value.options
        report.duplicateKeyCount &+= 1
        if options.listsFields {
            report.note(.duplicateKey, value.kind, at: path(), limit: options.limits.issues)
        }
        if options.duplicateKeys == .reject { self[index] = Self.duplicated }
        return options.duplicateKeys == .last
    }

    /// Looks up the requested names only; the dictionary's other keys are counted without visiting
    /// them.
    @inline(__always)
    private func readExactly(
        _ dictionary: [String: Any],
        _ table: KeyTable,
        from first: Int,
        _ counts: inout Counts
    ) {
        counts.unwanted = counts.all
        for index in table.names.indices {
            if !table.twins.isEmpty, let twin = table.twins[index] {
                self[first &+ index] = self[first &+ twin]
                continue
            }
            guard let value = dictionary[table.names[index]] else { continue }
            counts.unwanted &-= 1
            setNative(NativeValue(value), at: first &+ index)
        }
    }

    /// Visits every key, because a dictionary has no case-insensitive lookup.
    @inline(never)
    private func readInAnyCase(
        _ dictionary: [String: Any],
        _ object: borrowing MappingSource,
        _ table: KeyTable,
        from first: Int,
        _ counts: inout Counts,
        _ report: inout MappingReport,
        at path: [MappingPath.Component]
    ) {
        counts.unwanted = counts.all
        var members: [Int: [(key: String, value: Any)]] = [:]
        for (key, value) in dictionary {
            guard let index = table.index(of: key) else { continue }
            counts.unwanted &-= 1
            members[table.twins[index] ?? index, default: []].append((key, value))
        }
        for (index, name) in table.names.enumerated() {
            if let twin = table.twins[index] {
                self[first &+ index] = self[first &+ twin]
                continue
            }
            // A key in its declared spelling comes first.
            var values = (members[index] ?? []).filter { $0.key != name }
                .sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
                .map(\.value)
            if let exact = dictionary.index(forKey: name) {
                values.insert(dictionary[exact].value, at: 0)
                // The loop above skips a key that is equal to the name but has different bytes.
                if table.index(of: dictionary[exact].key) == nil { counts.unwanted &-= 1 }
            }
            for value in values.lazy.map({ NativeValue($0) }) {
                if self[first &+ index] != Self.absent {
                    counts.repeated &+= 1
                    let counted = object.withInner(.native(value)) {
                        repeatsKey(at: first &+ index, $0, &report, path + [.key(name)])
                    }
                    if !counted { continue }
                }
                setNative(value, at: first &+ index)
            }
            if values.count > 1 { markRepeated(first &+ index) }
        }
    }
}

/// Memory for the members of an object whose requested names become known one by one.
// Safe, because only `grow` and `deinit` free memory, and `grow` replaces it.
@safe
struct MemberStore: ~Copyable {
    private(set) var members = unsafe Members(
        positions: UnsafeMutableBufferPointer(start: nil, count: 0),
        natives: UnsafeMutableBufferPointer(start: nil, count: 0)
    )
    private var positionMemory = unsafe UnsafeMutableBufferPointer<Int>(start: nil, count: 0)
    private var nativeMemory = unsafe UnsafeMutableBufferPointer<NativeValue>(start: nil, count: 0)
    /// The number of names that were looked up on their own.
    private var searchCount = 0
    /// An index of the members of a document's object, made once several names were looked up.
    private var index: MemberIndex?

    init() {}

    deinit {
        _ = unsafe members.natives.deinitialize()
        unsafe positionMemory.deallocate()
        unsafe nativeMemory.deallocate()
    }

    /// Discards all names, then finds the values of those in `table`.
    ///
    /// - Returns: The numbers of keys, or `nil` if the object has too many members.
    @inline(__always)
    mutating func read(
        _ object: borrowing MappingSource,
        _ table: KeyTable,
        _ report: inout MappingReport,
        at path: @autoclosure () -> [MappingPath.Component]
    ) -> Members.Counts? {
        clear()
        grow(to: table.names.count, Members.absent, hasNatives: object.isNative)
        return members.read(object, table, from: 0, &report, at: path())
    }

    /// Finds the value of the name in `table`, which was not looked up with the others, and sets
    /// its position at `name`.
    @inline(never)
    mutating func find(
        _ table: KeyTable,
        at name: Int,
        in object: borrowing MappingSource,
        _ counts: inout Members.Counts,
        _ report: inout MappingReport,
        _ path: [MappingPath.Component]
    ) {
        grow(to: name &+ 1, Members.unknown, hasNatives: object.isNative)
        members[name] = Members.absent
        searchCount &+= 1
        guard !object.isNative, searchCount > 8, counts.all > 32 else {
            let read = members.read(object, table, from: name, &report, at: path)
            counts.repeated &+= read?.repeated ?? 0
            return
        }
        // With more names than this, reading all members for each would be quadratic.
        let known = index ?? MemberIndex(object, counts.all, table.isCaseInsensitive)
        index = known
        let document = object.document
        for key in known.keys(like: table.names[0])
        where table.index(of: document[key], in: document, hint: 0) != nil {
            members.record(key &+ 1, for: name, table.names[0], object, &counts, &report, path)
        }
    }

    /// Discards what was found of names that the object has more than once, so that each of them is
    /// looked up on its own.
    @inline(never)
    func forgetRepeated() {
        for index in 0..<members.count where members.isRepeated(index) {
            members[index] = Members.unknown
        }
    }

    /// Discards all names, but keeps the memory.
    @inline(__always)
    mutating func clear() {
        let natives = unsafe members.natives
        if !natives.isEmpty { _ = unsafe natives.deinitialize() }
        searchCount = 0
        if index != nil { index = nil }
        unsafe members = Members(
            positions: UnsafeMutableBufferPointer(rebasing: positionMemory[..<0]),
            natives: UnsafeMutableBufferPointer(rebasing: nativeMemory[..<0])
        )
    }

    /// Adds names until there are `newCount`.
    @inline(__always)
    private mutating func grow(to newCount: Int, _ value: Int, hasNatives: Bool) {
        let count = members.count
        guard newCount > count else { return }
        if unsafe newCount > positionMemory.count {
            unsafe Self.enlarge(&positionMemory, keeping: members.positions, newCount &+ 16)
        }
        if hasNatives, unsafe newCount > nativeMemory.count {
            unsafe Self.enlarge(&nativeMemory, keeping: members.natives, newCount &+ 16)
        }
        for index in count..<newCount { unsafe positionMemory[index] = value }
        if hasNatives {
            for index in count..<newCount {
                unsafe nativeMemory.initializeElement(at: index, to: .null)
            }
        }
        unsafe members = Members(
            positions: UnsafeMutableBufferPointer(rebasing: positionMemory[..<newCount]),
            natives: UnsafeMutableBufferPointer(
                rebasing: nativeMemory[..<(hasNatives ? newCount : 0)]
            )
        )
    }

    @inline(never)
    private static func enlarge<Element>(
        _ memory: inout UnsafeMutableBufferPointer<Element>,
        keeping used: UnsafeMutableBufferPointer<Element>,
        _ capacity: Int
    ) {
        let moved = UnsafeMutableBufferPointer<Element>.allocate(capacity: capacity)
        _ = unsafe moved.moveInitialize(fromContentsOf: used)
        unsafe memory.deallocate()
        unsafe memory = moved
    }
}

extension Members {
    /// Marks the value as used, and returns its position or the reason for its absence.
    ///
    /// Returns ``unknown`` for a value of a dictionary: ``origin(at:)`` copies it.
    @inline(__always)
    func usePosition(_ index: Int) -> Int {
        guard unsafe natives.isEmpty else { return Self.unknown }
        let position = self[index]
        guard position >= 0 else { return position }
        self[index] = position | Self.usedBit
        return position & Self.valueMask
    }

    /// The location of the value, for a decoder.
    func origin(at index: Int) -> Origin {
        let position = self[index]
        guard position >= 0 else { return position == Self.duplicated ? .duplicated : .absent }
        let value = position & Self.valueMask
        guard unsafe natives.isEmpty else {
            return unsafe .value(.native(native(at: value).pointee))
        }
        return .value(.token(value))
    }
}
