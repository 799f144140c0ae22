import FootingLocalization
import FootingLocalizationTools
import Foundation

/// The promises of keys in sources, for any bytes.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct SourcePromises {
    private let source: [UInt8]

    private static let functions: [SourceFunction] = .standard + ["tr(_:)", "_.localized"]
    private static let folder = FileManager.default.temporaryDirectory
        .appending(path: "SwiftSources-\(ProcessInfo.processInfo.processIdentifier)")
    private static let store = LocalizationStore(
        ResourceBundle(
            name: "Tables",
            files: ["en.lproj/Localizable.strings": Array("a = \"%@\"; b = b;".utf8)]
        )
    )

    init(_ source: [UInt8]) { self.source = source }

    func check() {
        defer { try? FileManager.default.removeItem(at: Self.folder) }
        guard let keys = read(source) else { return }
        let lineCount = source.count { $0 == 0x0A || $0 == 0x0D } + 1
        for call in keys.calls {
            expect(1...lineCount ~= call.line, "a call in line \(call.line) of \(lineCount)")
            expect(!call.key.isEmpty, "an empty key")
            expect(call.comment?.isEmpty != true, "an empty comment")
            expect(call.argumentCount ?? 0 >= 0, "a negative count")
        }
        let findings = keys.findings(comparedWith: Self.store)
        for finding in findings where finding.file?.hasSuffix(".swift") == true {
            expect(1...lineCount ~= finding.line ?? 1, "\(finding)")
        }
        let again = read(source)
        expect(again?.calls == keys.calls, "other calls the second time")
        expect(again?.findings(comparedWith: Self.store) == findings, "other findings")
        // A string or comment with an end hides no call behind it.
        guard !findings.contains(where: { $0.code == .syntax }) else { return }
        let planted = read(source + Array("\n;tr(\"planted\")".utf8))
        expect(planted?.calls.contains { $0.key == "planted" } == true, "a call isn't found")
    }

    private func read(_ bytes: [UInt8]) -> SourceKeys? {
        do {
            try FileManager.default.createDirectory(
                at: Self.folder,
                withIntermediateDirectories: true
            )
            try Data(bytes).write(to: Self.folder.appending(path: "A.swift"))
        } catch {
            expect(false, "no file can be written below \(Self.folder.path)")
            return nil
        }
        return SourceKeys(in: [Self.folder], functions: Self.functions)
    }
}
