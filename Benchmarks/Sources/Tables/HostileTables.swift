import Foundation

/// Tables that are there to cost time: files of a bundle, and what a request sends.
package enum HostileTables {
    /// Tables that open or begin something again and again, of so many bytes each.
    package static func openers(ofBytes size: Int) -> [String: Data] {
        let strings = [
            "\"", "'", "\"a\n", "'\n\"\n", "(\n", "k = (\n", "k = {\n", "k = <\n", "k = \"\n", "\\",
            "/*", "/", ";", "}", "k\n", "k = v\n", "\"\\U", "k = \"v\n\" x\n", "\r", "'\"\n", "{k=",
        ]
        let lists = ["<dict><key>k</key>", "<array>", "<!--", "<![CDATA[", "<!", "<?", "<"]
        let catalogs = ["[", #"{"strings":"#]
        var files: [String: Data] = [:]
        func add(_ name: String, _ start: String, _ opener: String) {
            let text = start + String(repeating: opener, count: size / opener.utf8.count)
            files[name] = Data(text.utf8)
        }
        for (number, opener) in strings.enumerated() {
            add("en.lproj/Strings\(number).strings", "", opener)
        }
        for (number, opener) in ["(", "{", "<"].enumerated() {
            add("en.lproj/Value\(number).strings", "k = ", opener)
        }
        for (number, opener) in lists.enumerated() {
            add("en.lproj/Dict\(number).stringsdict", "<plist>", opener)
            add("en.lproj/List\(number).strings", "<plist>", opener)
        }
        for (number, opener) in catalogs.enumerated() {
            add("Catalog\(number).xcstrings", "", opener)
            add("Texts\(number).xcstrings", #"{"sourceLanguage":"en","strings":"#, opener)
        }
        return files
    }

    /// A table of each kind with one text of so many bytes.
    package static func longLines(ofBytes size: Int) -> [String: Data] {
        let text = String(repeating: "0123456789", count: size / 10)
        return [
            "en.lproj/Localizable.strings": Data("k = \"\(text)\";".utf8),
            "en.lproj/Mail.strings": Data(
                "<plist><dict><key>k</key><string>\(text)</string></dict></plist>".utf8
            ),
            "Errors.xcstrings": catalog("\"k\":{\"localizations\":{\"en\":\(unit(text))}}"),
        ]
    }

    /// Two tables in which one key stands so many times.
    package static func equalKeys(_ count: Int) -> [String: Data] {
        let entries = (0..<count).map { "\"k\":{\"localizations\":{\"en\":\(unit("\($0)"))}}" }
        let list = (0..<count).map { "<key>k</key><string>\($0)</string>" }.joined()
        return [
            "Localizable.xcstrings": catalog(entries.joined(separator: ",")),
            "en.lproj/Mail.strings": Data("<plist><dict>\(list)</dict></plist>".utf8),
        ]
    }

    /// A catalog with one key in the languages of ``languageNames(_:)``.
    package static func languages(_ count: Int) -> [String: Data] {
        let texts = languageNames(count).map { "\"\($0)\":\(unit("x"))" }.joined(separator: ",")
        return ["Localizable.xcstrings": catalog("\"k\":{\"localizations\":{\(texts)}}")]
    }

    /// So many languages: those of two letters one after the other, each for another region.
    package static func languageNames(_ count: Int) -> [String] {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return (0..<count).map { number in
            let code = "\(letters[number / 26 % 26])\(letters[number % 26])"
            return "\(code)-\(100 + number / 676)"
        }
    }

    /// Headers of so many bytes.
    package static func headers(ofBytes size: Int) -> [String] {
        [
            "a", ",", "de;q=0.1,", "é", "-", " ;", "a0-x,", "ab-cd,",
        ].map { String(repeating: $0, count: size / $0.utf8.count) }
    }

    private static func unit(_ value: String) -> String {
        #"{"stringUnit":{"value":"\#(value)"}}"#
    }

    private static func catalog(_ strings: String) -> Data {
        Data(#"{"sourceLanguage":"en","strings":{\#(strings)}}"#.utf8)
    }
}
