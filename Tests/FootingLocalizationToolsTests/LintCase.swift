import FootingLocalization
import FootingLocalizationTools
import XCTest

/// Files, and all findings in them as `severity code file:line key (language)`.
struct LintCase {
    let name: String
    let files: [String: Data]
    let findings: [String]

    init(_ name: String, _ files: [String: String], _ findings: String...) {
        self.init(name, files, findings: findings)
    }

    init(_ name: String, _ files: [String: String], findings: [String]) {
        self.init(name, data: files.mapValues { Data($0.utf8) }, findings: findings)
    }

    init(_ name: String, data files: [String: Data], findings: [String]) {
        (self.name, self.files, self.findings) = (name, files, findings)
    }

    static func summary(of finding: LocalizationFinding) -> String {
        let file = finding.file.flatMap { $0.components(separatedBy: "Test.bundle").last } ?? "-"
        let path = file.hasPrefix("/") ? String(file.dropFirst()) : file
        return "\(finding.severity) \(finding.code) \(path)\(finding.line.map { ":\($0)" } ?? "")"
            + "\(finding.key.map { " " + $0 } ?? "")\(finding.language.map { " (\($0))" } ?? "")"
    }
}

extension XCTestCase {
    func checkLint(_ cases: [LintCase]) throws {
        for row in cases {
            let lint = LocalizationLint(try makeStore(data: row.files))
            XCTAssertEqual(lint.findings.map { LintCase.summary(of: $0) }, row.findings, row.name)
            for finding in lint.findings {
                XCTAssertTrue(finding.message.hasSuffix("."), "\(row.name): \(finding)")
                XCTAssertTrue(LocalizationFinding.Code.allCases.contains(finding.code), row.name)
            }
        }
    }
}
