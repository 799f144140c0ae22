// Compares the keys that Swift files look up with the tables of a bundle.

import FootingLocalization
import FootingLocalizationTools
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let bundle = try ResourceBundle.locate("Bakery", in: [data])
let store = LocalizationStore(bundle)

let sources = FileManager.default.temporaryDirectory.appending(path: "FindKeys")
try FileManager.default.createDirectory(at: sources, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: sources) }
let source = """
    print(l10n("welcome", name))
    print(tr("order.late"))
    """
try Data(source.utf8).write(to: sources.appending(path: "Orders.swift"))

let keys = SourceKeys(in: [sources], functions: .standard + ["tr(_:)"])
for finding in keys.findings(comparedWith: store) { print(finding) }
