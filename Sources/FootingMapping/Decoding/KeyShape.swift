/// The keys that a type requests, collected while the first value of the type is decoded.
///
/// An initializer requests the same keys in the same order each time. So the members of later
/// values are found in one pass over their bytes, and the first comparison of a requested name
/// succeeds.
final class KeyShape {
    let id: ObjectIdentifier
    /// Whether the keys are fixed by the program, as those of an enumeration are.
    ///
    /// A key type that is large enough to store a string may have keys from the input. Such keys
    /// are neither collected nor shown.
    let isOwn: Bool
    private(set) var names: [String] = []
    /// The names in the spelling of the input.
    private(set) var spelledNames: [String] = []
    /// The type decoded for each name, or `nil` if it has not been looked up.
    private(set) var types: [DecodableType?] = []
    private(set) var table = KeyTable([])
    private var collectedCount = 0
    let strategy: MappingOptions.KeyStrategy

    init<Key: CodingKey>(_ type: Key.Type, _ strategy: MappingOptions.KeyStrategy) {
        id = ObjectIdentifier(type)
        isOwn = Self.isOwn(type)
        self.strategy = isOwn ? strategy : .exact
    }

    static func isOwn<Key: CodingKey>(_: Key.Type) -> Bool { MemoryLayout<Key>.size <= 2 }

    func spelled(_ name: String) -> String { strategy.spelled(name) }

    var isCaseInsensitive: Bool { strategy == .caseInsensitive }

    /// A table of names in the spelling of the input.
    func table(of names: [String]) -> KeyTable {
        KeyTable(names, isCaseInsensitive: isCaseInsensitive)
    }

    /// The index of `name`, which is usually `hint`.
    ///
    /// Adds the name if it is new.
    @inline(__always)
    func index(of name: String, hint: Int) -> Int {
        if hint < names.count, names[hint] == name { return hint }
        return search(name, hint)
    }

    @inline(never)
    private func search(_ name: String, _ hint: Int) -> Int {
        // The key that was requested last may be requested again.
        if hint > 0, hint <= names.count, names[hint - 1] == name { return hint - 1 }
        if let index = names.firstIndex(of: name) { return index }
        // Changed in local copies, so that no read of the properties is checked at run time.
        var (names, spelledNames, types) = (self.names, self.spelledNames, self.types)
        (self.names, self.spelledNames, self.types) = ([], [], [])
        names.append(name)
        spelledNames.append(spelled(name))
        types.append(nil)
        (self.names, self.spelledNames, self.types) = (names, spelledNames, types)
        return names.count - 1
    }

    /// Stores the type that is decoded for the name at `index`.
    func remember(_ type: DecodableType, at index: Int) {
        var types = self.types
        self.types = []
        types[index] = type
        self.types = types
    }

    /// Adds new names to the table, before the members of an object are looked up in it.
    func updateTable() {
        guard collectedCount != names.count else { return }
        collectedCount = names.count
        let folded = strategy == .exact ? names : spelledNames.map(\.foldingASCII)
        // If two names have the same spelling, the table stays empty and each name is looked up on
        // its own.
        table = table(of: Set(folded).count == folded.count ? spelledNames : [])
    }
}
