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

    func spelled(_ name: String) -> String { strategy.spelled(name) }

    var isCaseInsensitive: Bool { strategy == .caseInsensitive }

    /// A table of some names as the input spells them.
    func table(of names: [String]) -> KeyTable {
        KeyTable(names, isCaseInsensitive: isCaseInsensitive)
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
