package import FootingLocalization

extension StringTable {
    /// The name of the member for a key, as Xcode forms it; empty without a letter or digit.
    ///
    /// Specifiers are left out. The words, runs of letters and digits, are joined: each begins with
    /// a capital, but the first one, whose capitals at the beginning become small.
    package static func memberName(of key: String) -> String {
        var text = ""
        visitString(key, knowsNames: true) { element in
            if case .literal(let literal) = element { text += literal } else { text += " " }
        }
        let words = text.split { !$0.isLetter && !$0.isNumber }
        guard let first = words.first else { return "" }
        var capitals = first.prefix(while: \.isUppercase)
        // In `URLTitle`, the last capital begins the next word.
        let next = first.dropFirst(capitals.count).first
        if capitals.count > 1, next?.isLowercase == true { capitals.removeLast() }
        let name =
            capitals.lowercased() + first.dropFirst(capitals.count)
            + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
        return name.first?.isNumber == true ? "_" + name : name
    }
}
