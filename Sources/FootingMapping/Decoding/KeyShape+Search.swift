/// Search for a key by its spelling in the input, for an initializer that reads `allKeys`.
///
/// A key type makes a key from a name, but does not list its names. So likely names are derived
/// from the spelling, and tried.
extension KeyShape {
    /// The key that the input spells as `spelling`, or `nil` if the type has no such key.
    func key<Key: CodingKey>(_: Key.Type, spelled spelling: String) -> Key? {
        if strategy == .exact { return Key(stringValue: spelling) }
        if isSpelled(spelling, spelling), let key = Key(stringValue: spelling) { return key }
        // Declared keys are assumed to be shorter, and the input decides how many are searched for.
        guard spelling.utf8.count <= 64 else { return nil }
        if let known = namesBySpelling[spelling] { return known.flatMap { Key(stringValue: $0) } }
        guard searchesLeft > 0 else { return nil }
        let name = name(Key.self, spelled: spelling)
        namesBySpelling[spelling] = .some(name)
        return name.flatMap { Key(stringValue: $0) }
    }

    /// Whether the input may spell `name` as `spelling`.
    private func isSpelled(_ name: String, _ spelling: String) -> Bool {
        strategy == .caseInsensitive
            ? name.foldingASCII == spelling.foldingASCII : spelled(name) == spelling
    }

    private func name<Key: CodingKey>(_ type: Key.Type, spelled spelling: String) -> String? {
        if let cases = type as? any CaseIterable.Type {
            return names(of: cases).first { isSpelled($0, spelling) }
        }
        if let name = names.first(where: { isSpelled($0, spelling) }),
            type.init(stringValue: name) != nil
        {
            return name
        }
        return Capitals(of: spelling, strategy).firstName { name in
            searchesLeft &-= 1
            if searchesLeft < 0 { return nil }
            return type.init(stringValue: name) != nil && isSpelled(name, spelling)
        }
    }

    private func names<Cases: CaseIterable>(of _: Cases.Type) -> [String] {
        Cases.allCases.compactMap { ($0 as? any CodingKey)?.stringValue }
    }
}

/// The names that differ only in which letters are capitals.
private struct Capitals {
    /// The name with the fewest capitals.
    private var name: [UInt8] = []
    /// The letters that may be capitals.
    ///
    /// The letters of one range are all capitals, or none of them is.
    private var letters: [Range<Int>] = []

    init(of spelling: String, _ strategy: MappingOptions.KeyStrategy) {
        guard strategy == .snakeCase else {
            name = Array(spelling.foldingASCII.utf8)
            letters = [name.indices] + name.indices.map { $0..<($0 + 1) }
            return
        }
        // A word has one capital, or consists of capitals, as in `userID`.
        letters = [0..<0]
        for word in spelling.split(separator: "_", omittingEmptySubsequences: false) {
            let start = name.count
            name +=
                (start == 0 ? String(word) : word.prefix(1).uppercased() + word.dropFirst()).utf8
            letters.append(start..<name.count)
        }
        letters[0] = 0..<name.count
    }

    /// The first name that `isRight` accepts, starting with those with few capitals.
    ///
    /// If `isRight` returns `nil`, the search ends.
    func firstName(where isRight: (String) -> Bool?) -> String? {
        for count in 0...3 {
            var isOver = false
            let name = firstName(with: count, from: 0, in: name) { name in
                guard let result = isRight(name) else {
                    isOver = true
                    return true
                }
                return result
            }
            if isOver { return nil }
            if let name { return name }
        }
        return nil
    }

    private func firstName(
        with count: Int,
        from start: Int,
        in name: [UInt8],
        where isRight: (String) -> Bool
    ) -> String? {
        if count == 0 {
            let name = String(decoding: name, as: UTF8.self)
            return isRight(name) ? name : nil
        }
        for index in letters.indices.dropFirst(start) {
            var changed = name
            for byte in letters[index] where UInt8(ascii: "a")...UInt8(ascii: "z") ~= name[byte] {
                changed[byte] &-= 0x20
            }
            if changed == name { continue }
            let found = firstName(with: count - 1, from: index + 1, in: changed, where: isRight)
            if let found { return found }
        }
        return nil
    }
}
