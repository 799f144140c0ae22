package import FootingLocalization

/// An entry of a table.
package struct TableEntry {
    package let table: StringTable
    /// The index in the table.
    package let index: Int
    package let key: String
    package let string: String
    package let location: FindingLocation

    package var language: LanguageTag { table.languageTag }

    /// The string, followed by the forms of its variables and the strings for widths.
    package var fullString: String {
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
    package var entries: [TableEntry] {
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
