import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The promises of files for translators, for any bytes.
///
/// The fuzzers and an ordinary test share this file; `expect` is theirs.
struct TranslationPromises {
    private let bytes: [UInt8]
    private let name: String

    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "Translations-\(ProcessInfo.processInfo.processIdentifier)")

    /// The bytes of a file, whose name tells the format if its first characters don't.
    init(_ bytes: [UInt8], named name: String) { (self.bytes, self.name) = (bytes, name) }

    func check() {
        defer { try? FileManager.default.removeItem(at: Self.folder) }
        guard let file = read(bytes, name) else { return }
        let lineCount = bytes.count { $0 == 0x0A } + 1
        for finding in file.findings {
            expect(1...lineCount ~= finding.line ?? 1, "\(finding)")
        }
        expect(read(bytes, name)?.units == file.units, "other units the second time")
        for format in [TranslationFormat.xliff, .csv] { check(file, as: format) }
        checkImports(of: file)
    }

    private static let catalog = """
        {"sourceLanguage": "en", "version": "1.0", "strings": {
        "a": {"localizations": {"ru": {"stringUnit": {"state": "translated", "value": "А"}}}},
        "b": {"localizations": {"ru": {"stringUnit": {"state": "needs_review", "value": "Б"}}}},
        "books": {"localizations": {
            "en": {"variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%lld book"}},
                "other": {"stringUnit": {"state": "translated", "value": "%lld books"}}}}},
            "ru": {"stringUnit": {"state": "translated", "value": "книг: %lld"}}}},
        "tap": {"localizations": {
            "en": {"variations": {"device": {
                "mac": {"stringUnit": {"state": "translated", "value": "Click"}},
                "other": {"stringUnit": {"state": "translated", "value": "Tap"}}}}},
            "ru": {"stringUnit": {"state": "machine_translated", "value": "Нажмите"}}}},
        "%@ has %lld": {},
        "both": {"localizations": {"en": {
            "stringUnit": {"state": "translated", "value": "%#@n@"},
            "substitutions": {"n": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {
                "one": {"stringUnit": {"state": "translated", "value": "%arg file"}},
                "other": {"stringUnit": {"state": "translated", "value": "%arg files"}}}}}}}}}
        }}
        """

    private static let files = [
        "T.xcstrings": catalog, "en.lproj/M.strings": "a = A;\n\"b %@\" = \"B %@\";\n",
        "ru.lproj/M.strings": "a = \"А\";\n",
    ]

    /// A catalog and a table of `.strings`.
    private func makeTables() -> [TableFile] {
        do {
            for (name, text) in Self.files {
                let url = Self.folder.appending(path: name)
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(),
                    withIntermediateDirectories: true
                )
                try Data(text.utf8).write(to: url)
            }
            return try ["T.xcstrings", "en.lproj/M.strings"].map { name in
                var table = try TableFile(contentsOf: Self.folder.appending(path: name))
                table.reformat()
                return table
            }
        } catch {
            fatalError("no table can be made below \(Self.folder.path): \(error)")
        }
    }

    /// Imports the units into tables, with their ids and with those of the tables.
    private func checkImports(of file: TranslationFile) {
        for hasIDs in [false, true] {
            var tables = makeTables()
            let before = exported(tables)
            let models = before.map { ($0.original, $0.id) }
            let catalog = tables[0].path
            let others = ["books|==|plural.few", "books|==|plural.other", "tap|==|device.mac"]
                .map { (catalog, $0) }
            let names = others + models
            // An export leaves out strings with characters that XML forbids.
            var units = file.units.filter { unit in
                (unit.target ?? "").unicodeScalars.allSatisfy(Self.isXML)
            }
            for index in units.indices {
                let name = names[index % names.count]
                units[index].original = name.0
                if hasIDs { units[index].id = name.1 }
            }
            let result = tables.apply(
                TranslationFile(units: units, language: "ru", sourceLanguage: "en")
            )
            let count = result.importedCount + result.unchangedCount + result.refusedCount
            expect(count == units.count, "\(count) of \(units.count) units")
            let after = exported(tables)
            for unit in before where unit.target != nil && Self.isFinished(unit) {
                let ids = ["", "|==|plural.other", "|==|device.other"].map { unit.id + $0 }
                let isKept = after.contains { other in
                    other.original == unit.original && ids.contains(other.id)
                        && other.target?.isEmpty == false && Self.isFinished(other)
                }
                expect(isKept, "the finished string of “\(unit.id)” is lost")
            }
            checkWritten(tables, after)
        }
    }

    private static func isFinished(_ unit: TranslationUnit) -> Bool {
        unit.state == nil || unit.state == .translated || unit.state == .machineTranslated
    }

    private func exported(_ tables: [TableFile]) -> [TranslationUnit] {
        (try? TranslationFile(of: tables, language: "ru").units) ?? []
    }

    /// Tables that are written and read again have the same units.
    private func checkWritten(_ tables: [TableFile], _ units: [TranslationUnit]) {
        do {
            let read = try tables.map { table in
                var table = table
                try table.write()
                return try TableFile(contentsOf: URL(filePath: table.path))
            }
            expect(exported(read) == units, "other units after writing")
        } catch {
            expect(false, "a table can't be written or read again: \(error)")
        }
    }

    /// Reads bytes, or checks that the error has a cause.
    private func read(_ bytes: [UInt8], _ name: String) -> TranslationFile? {
        let url = Self.folder.appending(path: name)
        let manager = FileManager.default
        try? manager.createDirectory(at: Self.folder, withIntermediateDirectories: true)
        guard (try? Data(bytes).write(to: url)) != nil else { return nil }
        do throws(LocalizationToolsError) {
            return try TranslationFile(contentsOf: url, language: "ru")
        } catch {
            expect(error.message.hasSuffix("."), "\(error)")
            expect(error.file == url.path, "\(error)")
            return nil
        }
    }

    /// Units that are written and read again are the same.
    private func check(_ file: TranslationFile, as format: TranslationFormat) {
        // XML can't have some characters.
        let isXML = file.units.allSatisfy { unit in
            let texts: [String?] = [unit.original, unit.id, unit.source, unit.target, unit.comment]
            return texts.compactMap(\.self).allSatisfy { $0.unicodeScalars.allSatisfy(Self.isXML) }
        }
        guard isXML || format != .xliff else { return }
        let content = file.documents(as: format).map(\.content).joined()
        guard let again = read(Array(content.utf8), "ru.\(format.rawValue)") else {
            return expect(file.language == file.sourceLanguage, "our \(format) can't be read")
        }
        func summary(_ file: TranslationFile) -> [[String?]] {
            file.units.map { unit in
                // A comment or a target that is empty is none in CSV.
                let state = unit.state?.rawValue
                let texts: [String?] = [unit.original, unit.id, unit.source, unit.target, state]
                return texts.map { $0?.isEmpty == true ? nil : $0 }
            }
        }
        let (own, read) = (summary(file), summary(again))
        expect(
            own.filter { $0.contains { $0 != nil } } == read.filter { $0.contains { $0 != nil } },
            "other units in \(format)"
        )
    }

    private static func isXML(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20...0xFFFD, 0x10000...: true
        default: false
        }
    }
}
