import FootingBytes

extension JSONDocument {
    /// Whether a string equals a word of 1 to 16 bytes, without decoding escapes.
    ///
    /// Inlined, so that the compiler turns the word, a literal, into one or two integers.
    @inline(__always)
    func isWord(_ word: StaticString, _ token: JSONToken) -> Bool {
        let count = word.utf8CodeUnitCount
        guard token.extent == count, token.kind == .string else { return false }
        let content = content(of: token)
        let wanted = unsafe ByteView(
            UnsafeBufferPointer(start: word.utf8Start, count: count)
        )
        if count >= 8 {
            return content.eightBytes(at: 0) == wanted.eightBytes(at: 0)
                && content.eightBytes(at: count &- 8) == wanted.eightBytes(at: count &- 8)
        }
        for index in 0..<count where content[index] != wanted[index] { return false }
        return true
    }

    /// Whether a string equals a word, without decoding escapes.
    @inline(never)
    func isSpelled(_ word: StaticString, _ token: JSONToken) -> Bool {
        token.extent == word.utf8CodeUnitCount && content(of: token).has(word, at: 0)
    }

    /// The value of a member, or `nil`; of several with the name, the last.
    @inline(never)
    func member(_ name: StaticString, of index: Int) -> Int? {
        var found: Int?
        for (key, value) in JSONMembers(of: index, in: self) where isSpelled(name, key) {
            found = value
        }
        return found
    }

    /// The value as a string; `nil` for other kinds of values.
    @inline(never)
    func string(at index: Int) -> String? {
        self[index].kind == .string ? text(of: self[index]) : nil
    }

    /// The values of an object, sorted by name, without members whose names can't be decoded; of
    /// several with one name, the last.
    @inline(never)
    func children(of index: Int) -> [Int] {
        var (names, values): ([String], [Int]) = ([], [])
        for (key, value) in JSONMembers(of: index, in: self) {
            guard let name = text(of: key) else { continue }
            names.append(name)
            values.append(value)
        }
        let order = order(of: names)
        var children: [Int] = []
        for index in order.indices {
            if index + 1 < order.count, !names[order[index]].isBefore(names[order[index + 1]]) {
                continue
            }
            children.append(values[order[index]])
        }
        return children
    }

    /// The name of one of the ``children(of:)``.
    func name(of value: Int) -> String { text(of: self[value - 1]) ?? "" }

    /// The values of a device rule in the order of preference: `device`, which defaults to the
    /// platform's, then `other`, then the most frequent devices, then the rest by name.
    @inline(never)
    func devices(of index: Int, for device: String?) -> [Int] {
        let preferred = [device ?? platformDevice ?? "other", "other", "mac", "iphone"]
        let values = children(of: index)
        let ranks = values.map { value in
            let name = name(of: value)
            return String(preferred.firstIndex(of: name) ?? preferred.count) + name
        }
        return order(of: ranks).map { values[$0] }
    }

    @inline(never)
    func category(named name: JSONToken) -> PluralCategory? {
        if isWord("other", name) { return .other }
        if isWord("one", name) { return .one }
        if isWord("few", name) { return .few }
        if isWord("many", name) { return .many }
        if isWord("two", name) { return .two }
        return isWord("zero", name) ? .zero : nil
    }

    @inline(__always)
    func isSame(_ first: JSONToken, _ second: JSONToken) -> Bool {
        guard first.extent == second.extent else { return false }
        let (own, other) = (content(of: first), content(of: second))
        for index in 0..<own.count where own[index] != other[index] { return false }
        return true
    }
}
