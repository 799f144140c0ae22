public import FootingLocalization

/// An error that occurs when a table can't be written as a `.strings` file.
public struct StringsFileError: Error, Hashable, Sendable {
    /// The name of the table.
    public let table: String
    /// The language.
    public let language: LanguageTag
    /// The keys whose strings have plural variables, variants for widths or named specifiers,
    /// in the order of the table.
    ///
    /// To write the other keys, use the other rows of a ``JoinedTable``.
    public let keys: [String]
}

extension StringsFileError: CustomStringConvertible {
    /// A sentence that names the first key.
    public var description: String {
        let more = keys.count > 1 ? " and \(keys.count - 1) more" : ""
        return
            "“\(keys.first ?? "")”\(more) of the table “\(table)” in \(language) can't be written "
            + "as .strings, which has no plural forms, variants for widths or named specifiers: "
            + "keep them in a .stringsdict or a catalog."
    }
}
