public import FootingLocalization

/// An error that occurs when a table can't be written as a `.strings` file.
public struct StringsFileError: Error, Hashable, Sendable {
    /// The name of the table.
    public let table: String
    /// The language.
    public let language: LanguageTag
    /// The keys whose strings have plural variables or variants for widths, in the order of the
    /// table.
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
            + "as .strings, which supports neither plural forms nor variants for widths: keep them "
            + "in a .stringsdict or a catalog."
    }
}
