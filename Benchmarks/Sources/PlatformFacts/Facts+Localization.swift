import Foundation

private let module = "Localization"

extension Fact {
    static let localization =
        packageResources + bundleLookups + languageSettings + missingAPI + stringsFiles
        + stringFormats
}

// MARK: - Resources of a package

private let packageResources: [Fact] = [
    Fact(module, "native build of pt-BR.lproj", known: ".resources/pt-br.lproj", within: slow) {
        try resources(buildSystem: "native").path
    },
    Fact(module, "swiftbuild of pt-BR.lproj", known: ".bundle/pt-BR.lproj", within: slow) {
        try resources(buildSystem: "swiftbuild").path
    },
    Fact(module, "Bundle.module with its folder elsewhere", known: "trap", within: slow) {
        let found = try resources(buildSystem: "native")
        let folder = found.file.deletingLastPathComponent().deletingLastPathComponent()
        let program = folder.deletingLastPathComponent().appending(component: "Target")
        let before = try Compiler.run(program.path)
        guard before.output.contains("found") else { return "not found before" }
        try FileManager.default.moveItem(at: folder, to: URL(filePath: "elsewhere"))
        return try Compiler.run(program.path).failure ?? "goes on"
    },
]

private let slow = Duration.seconds(90)

/// The path of a folder `pt-BR.lproj` in the build of a new package, and a file in it.
private func resources(
    buildSystem: String
) throws -> (path: String, file: URL) {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
        .appending(component: "Package")
    try Compiler.build(
        [
            "Package.swift": """
            // swift-tools-version: 6.0
            import PackageDescription
            let package = Package(
                name: "Package", defaultLocalization: "en",
                targets: [.executableTarget(name: "Target", resources: [.process("Resources")])])
            """,
            "Sources/Target/main.swift": "import Foundation\n_ = Bundle.module\nprint(\"found\")\n",
            "Sources/Target/Resources/pt-BR.lproj/Localizable.strings": "\"a\" = \"b\";\n",
        ],
        at: folder,
        options: ["--build-system", buildSystem]
    )
    let files = FileManager.default.enumerator(
        at: folder.appending(component: ".build"),
        includingPropertiesForKeys: nil
    )
    while let file = files?.nextObject() as? URL {
        guard file.lastPathComponent == "Localizable.strings" else { continue }
        let path = file.pathComponents.suffix(3).dropLast().joined(separator: "/")
        return (path.replacing("Package_Target", with: ""), file)
    }
    throw Untried("no resource was copied")
}

// MARK: - Bundle

private let bundleLookups: [Fact] = [
    Fact(module, "a plain key, LANG=de_DE", known: "English", environment: german) {
        try bundle().localizedString(forKey: "plain", value: nil, table: nil)
    },
    Fact(module, "a missing key; with a default", known: "missing default") {
        let bundle = try bundle()
        let key = bundle.localizedString(forKey: "missing", value: "", table: nil)
        return key + " " + bundle.localizedString(forKey: "missing", value: "default", table: nil)
    },
    Fact(module, "localizedString: a key in a .stringsdict", known: "signal 11") {
        try bundle().localizedString(forKey: "files", value: nil, table: nil)
    },
    Fact(module, "NSLocalizedString: the same", known: "signal 11") {
        NSLocalizedString("files", bundle: try bundle(), comment: "")
    },
    Fact(module, "the bundle of an .lproj: the same", known: "signal 11") {
        let path = try bundle().bundlePath + "/en.lproj"
        guard let language = Bundle(path: path) else { return "no bundle" }
        return language.localizedString(forKey: "files", value: nil, table: nil)
    },
    Fact(
        module,
        "preferredLocalizations, LANG=de_DE",
        known: "first of the list",
        environment: german
    ) {
        let bundle = try bundle()
        let preferred = bundle.preferredLocalizations
        return preferred == Array(bundle.localizations.prefix(1))
            ? "first of the list" : preferred.joined(separator: " ")
    },
    Fact(module, "preferredLocalizations(from:for:)", known: "first, 4 of 4") {
        let chosen = ["de", "en", "fr", "pt-BR"].filter { wanted in
            let from = ["it", wanted, "en"]
            return Bundle.preferredLocalizations(from: from, forPreferences: [wanted]) == ["it"]
        }
        return "first, \(chosen.count) of 4"
    },
    Fact(module, "path(forResource: pt-BR) of pt-br.lproj", known: "nil") {
        try bundle().path(forResource: "pt-BR", ofType: "lproj") == nil ? "nil" : "found"
    },
    Fact(module, "path(forResource: pt-br) of pt-br.lproj", known: "found") {
        try bundle().path(forResource: "pt-br", ofType: "lproj") == nil ? "nil" : "found"
    },
]

private let german = ["LANG": "de_DE.UTF-8"]

/// A bundle whose development language is English.
private func bundle() throws -> Bundle {
    let folder = URL(filePath: FileManager.default.currentDirectoryPath)
        .appending(component: "Package_Target.resources")
    func write(_ text: String, to path: String) throws {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: file)
    }
    let start = #"<?xml version="1.0" encoding="UTF-8"?><plist version="1.0"><dict>"#
    try write(
        start + "<key>CFBundleDevelopmentRegion</key><string>en</string></dict></plist>",
        to: "Info.plist"
    )
    try write(
        start + """
            <key>files</key><dict>
              <key>NSStringLocalizedFormatKey</key><string>%#@files@</string>
              <key>files</key><dict>
                <key>NSStringFormatSpecTypeKey</key><string>NSStringPluralRuleType</string>
                <key>NSStringFormatValueTypeKey</key><string>d</string>
                <key>one</key><string>%d file</string>
                <key>other</key><string>%d files</string>
              </dict>
            </dict></dict></plist>
            """,
        to: "en.lproj/Localizable.stringsdict"
    )
    let languages = ["en": "English", "de": "Deutsch", "pt-br": "Português"]
    for (language, text) in languages {
        try write("\"plain\" = \"\(text)\";\n", to: "\(language).lproj/Localizable.strings")
    }
    guard let bundle = Bundle(path: folder.path) else { throw Untried("no bundle") }
    return bundle
}

// MARK: - The user's languages

private let languageSettings: [Fact] = [
    Fact(module, "preferredLanguages, LANG=de_DE", known: "en-001", environment: german) {
        Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(
        module,
        "preferredLanguages, LC_ALL and LC_MESSAGES",
        known: "en-001",
        environment: ["LC_ALL": "de_DE.UTF-8", "LC_MESSAGES": "de_DE.UTF-8"]
    ) {
        Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(
        module,
        "preferredLanguages, LANGUAGE=de:fr",
        known: "en-001",
        environment: ["LANGUAGE": "de:fr", "LANG": "de_DE.UTF-8"]
    ) {
        Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(
        module,
        "preferredLanguages, -AppleLanguages (de)",
        known: "en-001",
        arguments: ["-AppleLanguages", "(de)"]
    ) {
        Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(
        module,
        "preferredLanguages, AppleLanguages variable",
        known: "en-001",
        environment: ["AppleLanguages": "(de)"]
    ) {
        Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(module, "preferredLanguages, UserDefaults", known: "en-001") {
        UserDefaults.standard.setVolatileDomain(
            ["AppleLanguages": ["de"]],
            forName: UserDefaults.argumentDomain
        )
        return Locale.preferredLanguages.joined(separator: " ")
    },
    Fact(module, "Locale.current, LANG=de_DE", known: "en_001", environment: german) {
        Locale.current.identifier
    },
]

// MARK: - What is not there

private let missingAPI: [Fact] = [
    absent("String(localized:)", "_ = String(localized: \"a\")"),
    absent("String.LocalizationValue", "let _: String.LocalizationValue = \"a\""),
    absent("LocalizedStringResource", "let _: LocalizedStringResource = \"a\""),
    absent("#bundle", "_ = #bundle"),
    absent("AttributedString(localized:)", "_ = AttributedString(localized: \"a\")"),
    absent("ListFormatter", "_ = ListFormatter()"),
    absent(
        "localizedAttributedString",
        "_ = Bundle.main.localizedAttributedString(forKey: \"a\", value: nil, table: nil)"
    ),
    absent(
        "localizedString(…localizations:)",
        "_ = Bundle.main.localizedString(forKey: \"a\", value: \"\", table: \"\", localizations: [])"
    ),
    absent(
        "variantFittingPresentationWidth",
        "_ = NSString(string: \"a\").variantFittingPresentationWidth(1)"
    ),
    absent(
        "propertyListFromStringsFileFormat",
        "_ = NSString(string: \"a\").propertyListFromStringsFileFormat()"
    ),
    Fact(module, "import _FoundationICU", known: "compiles") {
        try Compiler.verdict(on: "import _FoundationICU\nlet version = U_ICU_VERSION_MAJOR_NUM")
    },
    Fact(module, "a call of _FoundationICU", known: "does not link") {
        try Compiler.verdict(
            on: """
                import _FoundationICU
                var status = U_ZERO_ERROR
                let rules = swift_uplrules_open("de", &status)
                """,
            stage: .executable
        )
    },
]

private func absent(_ name: String, _ use: String) -> Fact {
    Fact(module, name, known: "does not compile") {
        try Compiler.verdict(on: "import Foundation\n\(use)")
    }
}

// MARK: - `.strings` through PropertyListSerialization

private let stringsFiles: [Fact] = [
    Fact(module, ".strings: UTF-8 with a byte-order mark", known: "read") {
        fate([0xEF, 0xBB, 0xBF] + Data(entry.utf8))
    },
    Fact(module, ".strings: UTF-16 LE with a byte-order mark", known: "read") {
        fate([0xFF, 0xFE] + (entry.data(using: .utf16LittleEndian) ?? Data()))
    },
    Fact(module, ".strings: UTF-16 BE with a byte-order mark", known: "read") {
        fate([0xFE, 0xFF] + (entry.data(using: .utf16BigEndian) ?? Data()))
    },
    Fact(module, ".strings: UTF-32 LE with a byte-order mark", known: "read") {
        fate([0xFF, 0xFE, 0, 0] + (entry.data(using: .utf32LittleEndian) ?? Data()))
    },
    Fact(module, ".strings: UTF-16 LE without the mark", known: "file lost") {
        fate(entry.data(using: .utf16LittleEndian) ?? Data())
    },
    Fact(module, ".strings: Latin-1", known: "file lost") {
        fate(entry.data(using: .isoLatin1) ?? Data())
    },
    Fact(module, ".strings: unquoted and single-quoted", known: "read") {
        fate("a = b;\n'c' = 'd';", wants: ["a": "b", "c": "d"])
    },
    Fact(module, ".strings: key; alone", known: "read") { fate("a;", wants: ["a": "a"]) },
    Fact(module, ".strings: comments and CRLF", known: "read") {
        fate("// one\r\n/* two */ a = b;\r\n", wants: ["a": "b"])
    },
    Fact(module, ".strings: \\U00f1", known: "\u{F1}") { value(#"a = "\U00f1";"#) },
    Fact(module, ".strings: \\Ud83d\\Ude00", known: "\u{1F600}") {
        value(#"a = "\Ud83d\Ude00";"#)
    },
    Fact(module, ".strings: a lone \\Ud83d", known: "\u{FFFD}") { value(#"a = "\Ud83d";"#) },
    Fact(module, ".strings: \\u00f1 in lower case", known: "u00f1") { value(#"a = "\u00f1";"#) },
    Fact(module, ".strings: \\102 and \\341", known: "B\u{C6}") { value(#"a = "\102\341";"#) },
    Fact(module, ".strings: \\k and \\'", known: "k'") { value(#"a = "\k\'";"#) },
    Fact(module, ".strings: a duplicate key", known: "the last") {
        value("a = 1; a = 2;") == "2" ? "the last" : "the first"
    },
    Fact(module, ".strings: an unfinished comment at the end", known: "read") {
        fate("a = b; /* c", wants: ["a": "b"])
    },
    Fact(module, ".strings: a missing ; in the middle", known: "file lost") {
        fate("a = b\nc = d;", wants: ["a": "b", "c": "d"])
    },
    Fact(module, ".strings: a missing ; at the end", known: "file lost") {
        fate("a = b", wants: ["a": "b"])
    },
    Fact(module, ".strings: an empty file", known: "file lost") { fate("", wants: [:]) },
    Fact(module, ".strings: comments only", known: "read") { fate("/* none */", wants: [:]) },
    Fact(module, ".strings: a value that is an array", known: "accepted") {
        let list = try PropertyListSerialization.propertyList(
            from: Data("a = (1, 2);".utf8),
            format: nil
        )
        return (list as? [String: Any])?["a"] is [Any] ? "accepted" : "refused"
    },
    Fact(module, ".strings: 200 000 nested (", known: "file lost") {
        fate("a = " + String(repeating: "(", count: 200_000), wants: [:])
    },
    Fact(module, "property list: 200 000 nested <array>", known: "file lost") {
        fate(
            #"<plist version="1.0">"# + String(repeating: "<array>", count: 200_000),
            wants: [:]
        )
    },
]

private let entry = "\"a\" = \"\u{F1}\";\n"

private func fate(_ file: Data) -> String {
    fate(file, wants: ["a": "\u{F1}"])
}

private func fate(_ file: String, wants wanted: [String: String]) -> String {
    fate(Data(file.utf8), wants: wanted)
}

private func fate(_ file: Data, wants wanted: [String: String]) -> String {
    guard let list = try? PropertyListSerialization.propertyList(from: file, format: nil)
    else { return "file lost" }
    return list as? [String: String] == wanted ? "read" : "misread"
}

private func value(_ file: String) -> String {
    let list = try? PropertyListSerialization.propertyList(from: Data(file.utf8), format: nil)
    return (list as? [String: String])?["a"] ?? "nil"
}

// MARK: - String(format:)

private let stringFormats: [Fact] = [
    Fact(module, "format %@ of an Int", known: "signal 11") { String(format: "%@", 73) },
    Fact(module, "format %@ %@ of an Int and a String", known: "signal 11") {
        String(format: "%@ %@", 73, "text")
    },
    Fact(module, "format %3$@ of an Int and a String", known: "signal 11") {
        String(format: "%3$@", 73, "text")
    },
    Fact(module, "format %s of an Int", known: "signal 11") { String(format: "%s", 73) },
    Fact(module, "format %#@files@ of an Int", known: "signal 11") {
        String(format: "%#@files@", 73)
    },
    Fact(module, "format %1$#@files@ of an Int", known: "signal 11") {
        String(format: "%1$#@files@", 73)
    },
    Fact(module, "format %d of a String", known: "another number") {
        let text = String(format: "%d", "73")
        return text == "73" ? text : Int(text) == nil ? "no number" : "another number"
    },
    Fact(module, "format %@ of a Double", known: "(null)") { String(format: "%@", 7.5) },
    Fact(module, "format %.2f of an Int", known: "0.00") { String(format: "%.2f", 73) },
    Fact(module, "format %lld of a Double", known: "0") { String(format: "%lld", 7.5) },
    Fact(module, "format %80000000d of an Int", known: "80000000 characters") {
        "\(String(format: "%80000000d", 73).utf8.count) characters"
    },
    Fact(module, "format %06d in German", known: "000.073") {
        String(format: "%06d", locale: Locale(identifier: "de"), 73)
    },
    Fact(module, "format %d in German", known: "7.654.321") {
        String(format: "%d", locale: Locale(identifier: "de"), 7_654_321)
    },
    Fact(module, "format %d in Egyptian Arabic", known: "its digits") {
        let text = String(format: "%d", locale: Locale(identifier: "ar_EG"), 7_654_321)
        return text == "\u{667}\u{66C}\u{666}\u{665}\u{664}\u{66C}\u{663}\u{662}\u{661}"
            ? "its digits" : text
    },
]
