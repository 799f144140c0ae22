/// A kind of files with tables.
///
/// A new kind is a case here and a reader: all that depends on the kind of a file asks its case.
///
/// The raw value is the rank among the files with a key; the highest is used.
enum TableKind: Int, Sendable {
    /// A string catalog.
    case catalog
    /// Strings in text format or in a property list.
    case strings
    /// A property list with plural variables, device rules and width rules.
    case stringsDict

    private static var all: [TableKind] { [.catalog, .strings, .stringsDict] }

    /// The end of the names of such files.
    var suffix: String {
        switch self {
        case .catalog: ".xcstrings"
        case .strings: ".strings"
        case .stringsDict: ".stringsdict"
        }
    }

    /// Whether such files usually repeat keys of files of another kind.
    func repeatsKeys(of other: TableKind) -> Bool { self == .stringsDict && other == .strings }

    /// Whether a file names the languages of its strings; it can be outside the language folders.
    var isMultilingual: Bool { self == .catalog }

    /// Reads a file: a multilingual one into tables, and others into the table of their language.
    func read(
        _ file: consuming [UInt8],
        at path: String,
        into tables: TableBuilders,
        _ table: StringTableBuilder?
    ) throws(FileFault) {
        switch (self, table) {
        case (.catalog, _): try CatalogReader.read(file, at: path, into: tables)
        case (.strings, let table?): try StringsReader.read(file, into: table)
        case (.stringsDict, let table?): try StringsDictReader.read(file, into: table)
        case (_, nil): break
        }
    }

    /// Returns the kind of a file and the name of its table; `nil` for a file without a table.
    @inline(never)
    static func table(inFileNamed name: String) -> (kind: TableKind, table: String)? {
        for kind in all {
            if let table = name.dropping(suffix: kind.suffix) { return (kind, table) }
        }
        return nil
    }
}
