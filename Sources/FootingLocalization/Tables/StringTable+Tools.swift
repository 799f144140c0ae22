// The interface for tools. A `package` declaration stays in every program that links the module,
// used or not, so there are few.

extension StringTable {
    package var languageTag: LanguageTag { language.tag }

    /// Calls `body` with every entry, in the order in which the keys first occur in the files;
    /// `file` is an index into ``files``.
    package func forEachEntry(
        _ body: (_ index: Int, _ key: String, _ text: String, _ file: Int, _ line: Int?) -> Void
    ) {
        for index in 0..<count {
            let (key, text) = (memory.key(at: index), text(at: index))
            body(index, key, text, fileIndex(at: index), line(at: index))
        }
    }

    /// Calls `visitor` with the elements of an entry's format; a plain string has none.
    ///
    /// The variables of the source, whose forms replace missing ones, are only visited if
    /// `includesSource` is set; they follow the entry's own variables.
    package func visitEntry(
        at index: Int,
        includingSource includesSource: Bool,
        _ visitor: (FormatElement) -> Void
    ) {
        guard let format = format(at: index) else { return }
        if format.variants.isEmpty {
            visitor(.string(text(at: index), width: nil))
            format.visit(includingSource: includesSource, visitor)
        }
        for variant in format.variants {
            visitor(.string(variant.text, width: variant.width))
            variant.format?.visit(includingSource: includesSource, visitor)
        }
    }

    /// The language of the source's variables of an entry; `nil` if it has none.
    package func sourceLanguage(ofEntryAt index: Int) -> LanguageTag? {
        format(at: index)?.variables.source?.tag
    }

    /// Calls `visitor` with the elements of a string that is not an entry, such as a key; the
    /// specifiers of catalogs can have names, whose positions are those in the source strings.
    package static func visitString(
        _ string: String,
        knowsNames: Bool = false,
        namedIn sources: [String] = [],
        _ visitor: (FormatElement) -> Void
    ) {
        var forms = PluralForms<String>()
        for (category, source) in zip(PluralCategory.allCases, sources) {
            forms[category] = source
        }
        let names = knowsNames ? ArgumentNames(in: forms, []) : nil
        let format = FormatString(string, names: names)
        format.visit(0..<Int32(clamping: format.pieces.count), visitor)
    }
}

extension LocalizationStore {
    /// The current tables of each bundle, by name and language.
    package var tables: [[StringTable]] { snapshot.tablesByBundle }

    /// Whether a file has tables of several languages; `nil` for the name of another file.
    package static func isMultilingualTable(_ fileName: String) -> Bool? {
        TableKind.table(inFileNamed: fileName)?.kind.isMultilingual
    }

    /// The bytes of a file, or `nil` if it can't be read or is too large for a store.
    package static func contents(ofFileAt path: String) -> [UInt8]? {
        try? PathStatus.contents(ofFileAt: path, limit: BundledTable.maximumSize)
    }
}

extension Localizer {
    /// The tables of the localizer's snapshot for each bundle, by name and language.
    package var tables: [[StringTable]] { view.snapshot.tablesByBundle }
    package var width: Int? { view.width }
}

extension LocalizationSnapshot {
    fileprivate var tablesByBundle: [[StringTable]] {
        bundles.map { bundle in bundle.groups.flatMap(\.tables) }
    }
}
