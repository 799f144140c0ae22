// Writes the keys of sources into a string catalog.

import FootingLocalizationTools
import Foundation

let folder = FileManager.default.temporaryDirectory.appending(path: "UpdateTables-\(UUID())")
defer { try? FileManager.default.removeItem(at: folder) }
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
let sources = folder
let catalog = folder.appending(path: "Localizable.xcstrings")
let empty = """
    {
      "sourceLanguage" : "en",
      "strings" : {

      },
      "version" : "1.0"
    }
    """
try Data(empty.utf8).write(to: catalog)
try Data("print(tr(\"order.late\"))".utf8).write(to: folder.appending(path: "Orders.swift"))

let keys = SourceKeys(in: [sources], functions: .standard + ["tr(_:)"])
var table = try TableFile(contentsOf: catalog)
for change in try table.update(from: keys).changes { print(change) }  // + order.late
print(table.isChanged)  // true
try table.write()

print(try String(contentsOf: catalog, encoding: .utf8))

// A catalog in another layout is rewritten only on demand.
try Data(#"{"sourceLanguage":"en","strings":{}}"#.utf8).write(to: catalog)
table = try TableFile(contentsOf: catalog)
var options = TableUpdate.Options.standard
(options.marksManual, options.allowsManyStale, options.prunes) = (true, true, true)
let update = try table.update(from: keys, options: options)
for change in update.changes where change.kind == .stale { print("unused:", change.key) }
do {
    try table.write()
} catch {
    print(error.code)  // layoutNotReproducible
}
table.reformat()
try table.write()
