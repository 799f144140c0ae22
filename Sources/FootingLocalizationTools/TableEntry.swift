import FootingLocalization

/// An entry of a table.
struct TableEntry {
    let table: StringTable
    /// The index in the table.
    let index: Int
    let key: String
    let string: String
    let location: FindingLocation

    var language: LanguageTag { table.languageTag }

    /// The string, followed by the forms of its variables and the strings for widths.
    var fullString: String {
        var full = string
        for string in EntryString.strings(of: self) {
            if let width = string.width { full += " {\(width)} \(string.string)" }
            for variable in string.variables {
                full += " {\(variable.name)}"
                for form in variable.forms { full += " {\(form.category.rawValue)} \(form.string)" }
            }
        }
        return full
    }
}

extension StringTable {
    /// The entries, in the order of the files.
    var entries: [TableEntry] {
        var entries: [TableEntry] = []
        forEachEntry { index, key, string, file, line in
            let location = FindingLocation(file: files[file], line: line, table: name, key: key)
            entries.append(
                TableEntry(
                    table: self,
                    index: index,
                    key: key,
                    string: string,
                    location: location
                )
            )
        }
        return entries
    }
}
