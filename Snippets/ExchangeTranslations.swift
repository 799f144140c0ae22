// Writes the strings of a catalog for translators, and imports their translations.

import FootingLocalization
import FootingLocalizationTools
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "Exchange-\(UUID())")
defer { try? FileManager.default.removeItem(at: folder) }
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let catalog = folder.appending(path: "Localizable.xcstrings")
let url = folder.appending(path: "ru.xliff")
let entry = """
    {
      "sourceLanguage" : "en",
      "strings" : {
        "Good morning, %@!" : {
          "comment" : "The name of the reader"
        }
      },
      "version" : "1.0"
    }
    """
try Data(entry.utf8).write(to: catalog)
var table = try TableFile(contentsOf: catalog)

let file = try TranslationFile(of: [table], language: "ru", root: folder)
for document in file.documents(as: .xliff) { print(document.path) }  // ru.xliff

// The translator.
var translated = file
translated.units[0].target = "Доброе утро, %@!"
for document in translated.documents(as: .xliff) {
    try Data(document.content.utf8).write(to: folder.appending(path: document.path))
}

let result = table.apply(try TranslationFile(contentsOf: url))
for finding in result.findings { print(finding) }
print(result.importedCount, result.unchangedCount, result.refusedCount)  // 1 0 0
try table.write()

// Into several tables, and from units that a program makes; `new` is a draft.
var tables = [table]
let unit = TranslationUnit(
    original: "Localizable.xcstrings",
    id: "Good morning, %@!",
    target: "Утро, %@",
    state: TranslationUnit.State.new
)
let units = TranslationFile(units: [unit], language: "ru", sourceLanguage: file.sourceLanguage)
let drafts = tables.apply(units, root: folder)
for finding in drafts.findings { print(finding.code) }  // draftSkipped

// A unit of a machine is finished, and says so.
var machine = unit
machine.state = .machineTranslated
print(machine.state == .translated)  // false

// A template in PO names the Swift files that use a key.
let keys = SourceKeys(in: [folder])
let template = try TranslationFile(of: tables, language: nil, root: folder, usedBy: keys)
for document in template.documents(as: TranslationFormat.po) { print(document.path) }
