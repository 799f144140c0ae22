import FootingLocalization
import FootingLocalizationTools

/// Reads the text of a file for translators.
func readTranslations(
    _ text: String,
    _ path: String = "ru.xliff",
    language: LanguageTag? = nil
) throws -> TranslationFile {
    try TranslationFile.read(Array(text.utf8), at: path, language: language)
}

func xliff(_ units: String, target: String = "ru") -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
    <file original="A.xcstrings" source-language="en" target-language="\(target)">
    <body>\(units)</body></file></xliff>
    """
}

func xliff2(_ units: String) -> String {
    """
    <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"
        trgLang="ru"><file id="f" original="A.xcstrings">\(units)</file></xliff>
    """
}

/// A unit as `id|source|target|state|comment`.
func unitSummary(_ unit: TranslationUnit) -> String {
    let texts = [unit.source, unit.target, unit.state?.rawValue, unit.comment]
    return ([unit.id] + texts.map { $0 ?? "-" }).joined(separator: "|")
}

func po(_ header: String, _ entries: String) -> String {
    "msgid \"\"\nmsgstr \"\"\n\(header)\n\(entries)\n"
}
