extension LanguageTag {
    /// The names under which tables of the CLDR may have this language, the most telling first:
    /// the tag, then without its variants, and then the language with its script and region, with
    /// its script, with its region, and alone.
    ///
    /// This is not the order in which languages are matched: there a script is never dropped.
    var truncations: [String] {
        var names = [description]
        let region = region.map { "-" + $0 }
        if let script {
            let name = language + "-" + script
            if let region { names.append(name + region) }
            names.append(name)
        }
        if let region { names.append(language + region) }
        names.append(language)
        return names
    }

    /// The content of the first row that has one of the names among its own, or `nil`.
    ///
    /// Each row is two lines, its names, which single blanks separate, and its content: as one text,
    /// a table takes less than half of the room that an array of rows takes in a program.
    ///
    /// - Complexity: O(*n*) in the length of the table.
    static func row(named names: [String], in lines: [String]) -> String? {
        for name in names {
            let name = Array(name.utf8)
            for index in stride(from: 0, to: lines.count - 1, by: 2)
            where lines[index].hasWord(name) {
                return lines[index + 1]
            }
        }
        return nil
    }
}

extension String {
    /// Whether a word is among those that single blanks separate.
    func hasWord(_ word: [UInt8]) -> Bool {
        // The number of bytes of a word that have matched, or `nil` once one has not.
        var matched: Int? = 0
        for byte in utf8 {
            if byte == UInt8(ascii: " ") {
                if matched == word.count { return true }
                matched = 0
            } else if let count = matched {
                matched = count < word.count && word[count] == byte ? count + 1 : nil
            }
        }
        return matched == word.count
    }
}
