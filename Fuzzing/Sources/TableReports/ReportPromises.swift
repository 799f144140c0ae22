import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The promises of reports for any bytes.
///
/// The first byte is the kind of file: `s` for `.strings`, `d` for `.stringsdict`, `c` for a
/// catalog. The other bytes are the source, and their first half is the translation. A fuzzer and
/// an ordinary test share this file; `expect` is theirs.
struct ReportPromises {
    private let name: String
    private let source: [UInt8]

    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "TableReports-\(ProcessInfo.processInfo.processIdentifier)")

    init?(_ bytes: [UInt8]) {
        switch bytes.first {
        case UInt8(ascii: "s"): name = "Localizable.strings"
        case UInt8(ascii: "d"): name = "Localizable.stringsdict"
        case UInt8(ascii: "c"): name = "Localizable.xcstrings"
        default: return nil
        }
        source = Array(bytes.dropFirst())
    }

    func check() {
        defer { try? FileManager.default.removeItem(at: Self.folder) }
        let folders = name.hasSuffix("xcstrings") ? ["."] : ["en.lproj", "de.lproj"]
        guard let store = try? store(folders) else {
            return expect(false, "no file can be written below \(Self.folder.path)")
        }
        let lint = LocalizationLint(store)
        checkFindings(lint)
        let again = LocalizationLint(store)
        expect(lint.findings == again.findings, "other findings the second time")
        let joined = JoinedTable(store)
        let keys = Set(joined.rows.map { Array($0.key.utf8) })
        expect(keys.count == joined.rows.count, "a row twice")
        expect(
            joined.rows.allSatisfy { $0.cells.count == joined.languages.count },
            "a row of another length"
        )
        let same = LocalizationChanges(from: store, to: store)
        expect(same.sourceChanges.isEmpty && same.translationChanges.isEmpty, "changes of nothing")
        for language in store.languages { checkWriting(store, language) }
    }

    private func store(_ folders: [String]) throws -> LocalizationStore {
        let bundle = Self.folder.appending(path: "Tables")
        for (index, folder) in folders.enumerated() {
            let folder = bundle.appending(path: folder)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let bytes = index == 0 ? source[...] : source[..<(source.count / 2)]
            try Data(bytes).write(to: folder.appending(path: name))
        }
        return LocalizationStore(try ResourceBundle.locate("Tables", in: [Self.folder]))
    }

    /// Findings are in order, and in lines that the file has.
    private func checkFindings(_ lint: LocalizationLint) {
        // Of either kind, and in the widest encoding, a line has one byte.
        let lineCount = source.count { $0 == 0x0A || $0 == 0x0D } + 1
        for finding in lint.findings {
            expect(!finding.message.isEmpty && !finding.description.isEmpty, "no sentence")
            expect((1...lineCount).contains(finding.line ?? 1), "no such line: \(finding)")
        }
        let places = lint.findings.map { ($0.file ?? "", $0.line ?? 0) }
        expect(zip(places, places.dropFirst()).allSatisfy { $0 <= $1 }, "findings out of order")
    }

    /// Texts that are written back are read as the same, unless the file format can't hold one.
    private func checkWriting(_ store: LocalizationStore, _ language: LanguageTag) {
        let copy = Self.folder.appending(path: "Copy/\(language).lproj")
        let url = copy.appending(path: "Localizable.strings")
        guard var file = try? TableFile(store, language: language, at: url) else { return }
        do {
            try FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
            try file.write()
            let bundle = try ResourceBundle.locate("Copy", in: [Self.folder])
            let written = LocalizationStore(bundle, developmentLanguage: language)
            let other = try TableFile(written, language: language, at: url)
            expect(file.data == other.data, "other texts")
        } catch {
            let isEmpty = file.data.first == UInt8(ascii: "/")
            expect(isEmpty, "what was written can't be read: \(error)")
        }
        try? FileManager.default.removeItem(at: copy)
    }
}
