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

    /// The elements of the format; a plain string has none.
    func elements(includingSource includesSource: Bool = false) -> [FormatElement] {
        var elements: [FormatElement] = []
        table.visitEntry(at: index, includingSource: includesSource) { elements.append($0) }
        return elements
    }

    /// The string, followed by the forms of its variables and the strings for widths.
    var fullString: String {
        var full = string
        var isInForm = false
        for element in elements() {
            switch element {
            case .string(let variant, let width):
                if let width { full += " {\(width)} \(variant)" }
                isInForm = false
            case .variable(let name, _, _, _): full += " {\(name)}"
            case .form(let category):
                full += " {\(category.rawValue)} "
                isInForm = true
            case .literal(let literal): if isInForm { full += literal }
            case .specifier(let source, _, _, _, _): if isInForm { full += source }
            case .strayPercent: break
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
            let location = FindingLocation(file: files[file], line: line, table: name)
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
