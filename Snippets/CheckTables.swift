// Checks the tables of a bundle in all languages.

import FootingLocalization
import FootingLocalizationTools
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let bundle = try ResourceBundle.locate("Reader", in: [data])

let lint = LocalizationLint(bundle, developmentLanguage: "en")
for finding in lint.findings where finding.severity >= .warning { print(finding) }
do {
    try lint.requireClean(from: .error)
    print("clean of errors:", lint.isClean)
} catch {
    print(error.localizedDescription)
}
