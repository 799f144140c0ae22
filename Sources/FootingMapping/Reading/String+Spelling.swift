extension String {
    /// The words of the string in lower case with underscores between them, as
    /// `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` writes them.
    ///
    /// A word starts at a capital. Consecutive capitals are one word, except that the last one
    /// starts the next word if a lowercase letter follows. The case of the first character is
    /// ignored.
    var snakeCased: String {
        let characters = Array(self)
        var starts: Set<Int> = []
        var capital: Int?
        for index in characters.indices.dropFirst() {
            if let first = capital {
                guard characters[index].isLowercase else { continue }
                if index > first + 1 { starts.insert(index - 1) }
                capital = nil
            } else if characters[index].isUppercase {
                starts.insert(index)
                capital = index
            }
        }
        return characters.indices.reduce(into: "") { name, index in
            if starts.contains(index) { name += "_" }
            name += characters[index].lowercased()
        }
    }

    /// The words between underscores, each with a capital but the first one, as
    /// `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` writes them.
    ///
    /// Underscores at the beginning and at the end stay.
    var camelCased: String {
        let leading = prefix { $0 == "_" }
        let trailing = dropFirst(leading.count).reversed().prefix { $0 == "_" }
        let words = split(separator: "_")
        guard let first = words.first, words.count > 1 else { return self }
        let others = words.dropFirst().map {
            $0.prefix(1).uppercased() + $0.dropFirst().lowercased()
        }
        return leading + first.lowercased() + others.joined() + String(trailing)
    }

    /// The string with its ASCII letters in lower case.
    var foldingASCII: String {
        guard utf8.contains(where: { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 }) else {
            return self
        }
        let bytes = utf8.map {
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
