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
        var tables: [TableFile] = []
        let result = TranslationImport(file, into: &tables)
        let count = result.importedCount + result.unchangedCount + result.refusedCount
        expect(count <= file.units.count, "\(count) of \(file.units.count) units")
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
