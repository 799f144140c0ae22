import Foundation
import FootingLocalization
import FootingLocalizationMembers

#if canImport(FoundationXML)
import FoundationXML
#endif

/// A reader of XLIFF 1.2 and 2.
///
/// The system's parser is guarded: a document type could hide text, and the parser accepts files
/// that are cut off.
final class XLIFFReader: NSObject, XMLParserDelegate {
    private let path: String
    private var error: LocalizationToolsError?
    private var units: [TranslationUnit] = []
    private var findings: [LocalizationFinding] = []
    private var languages: (source: String?, target: String?)
    private var sourceLanguages: [String: LanguageTag] = [:]
    /// The names of the open elements.
    private var names: [String] = []
    private var isVersion2 = false
    private var hasEnded = false
    private var original = ""
    private var unit: TranslationUnit?
    /// The segments of the unit; XLIFF 1.2 has one.
    private var segments: [Segment] = []
    private var segment = Segment()
    /// The text of the innermost element that is read, and the number of elements around it.
    private var text: String?
    private var textDepth = 0

    private struct Segment {
        var source: String?
        var target: String?
        var state: TranslationUnit.State?
        var isIgnorable = false
        /// The position of the target among the segments, counted from 1.
        var order: Int?

        var isUntranslated: Bool { source?.isEmpty == false && target?.isEmpty != false }
    }

    /// Reads the content of a file in UTF-8.
    static func read(
        _ bytes: [UInt8],
        at path: String
    ) throws(LocalizationToolsError) -> TranslationFile {
        let reader = XLIFFReader(path)
        try reader.parse(bytes)
        let target = reader.languages.target.flatMap { LanguageTag($0) }
        let source = reader.languages.source.flatMap { LanguageTag($0) }
        var file = TranslationFile(
            units: reader.units,
            language: target,
            sourceLanguage: source
        )
        (file.findings, file.sourceLanguages) = (reader.findings, reader.sourceLanguages)
        return file
    }

    private init(_ path: String) { self.path = path }

    private func parse(_ bytes: [UInt8]) throws(LocalizationToolsError) {
        if let index = Self.documentType(in: bytes) {
            let line = bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1
            throw invalid("A document type could hide text: remove it.", line: line)
        }
        let declaration = bytes.prefix { $0 != UInt8(ascii: ">") }
        let text = String(decoding: declaration, as: UTF8.self).lowercased()
        if text.hasPrefix("<?xml"), text.contains("encoding"), !text.contains("utf-8"),
            !text.contains("us-ascii")
        {
            throw invalid("The file is not in UTF-8: save it in UTF-8.", line: 1)
        }
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = self
        parser.shouldProcessNamespaces = true
        let isComplete = parser.parse()
        if let error { throw error }
        guard isComplete, hasEnded else {
            throw invalid("The file is cut off: get it again.", line: max(1, parser.lineNumber))
        }
    }

    /// The index of a document type, which is before the root element.
    private static func documentType(in bytes: [UInt8]) -> Int? {
        var rest = bytes[...]
        while let start = rest.firstIndex(of: UInt8(ascii: "<")) {
            rest = rest[start...]
            let isComment = rest.starts(with: "<!--".utf8)
            guard isComment || rest.starts(with: "<?".utf8) else {
                return rest.starts(with: "<!".utf8) ? start : nil
            }
            let content = rest.dropFirst(isComment ? 4 : 2)
            guard let end = content.firstRange(of: Array((isComment ? "-->" : "?>").utf8)) else {
                return nil
            }
            rest = rest[end.upperBound...]
        }
        return nil
    }

    private func invalid(_ message: String, line: Int) -> LocalizationToolsError {
        LocalizationToolsError(.invalidXLIFF, file: path, line: line, message)
    }

    /// Stops with an error, unless there was one.
    private func fail(_ parser: XMLParser, _ other: LocalizationToolsError) {
        error = error ?? other
        parser.abortParsing()
    }

    func parser(_ parser: XMLParser, parseErrorOccurred parseError: any Error) {
        let message = "The file isn't well-formed XML, or is cut off: correct it here."
        error = error ?? invalid(message, line: max(1, parser.lineNumber))
    }

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        let parent = names.last
        names.append(name)
        guard error == nil else { return }
        if text != nil { return addInline(name, attributes) }
        switch name {
        case _ where parent == nil: start(name, attributes, parser)
        case "file":
            original = attributes["original"] ?? attributes["id"] ?? ""
            sourceLanguages[original] = attributes["source-language"].flatMap { LanguageTag($0) }
            readLanguages(attributes["source-language"], attributes["target-language"], parser)
        case "trans-unit", "unit":
            guard units.count < TranslationFile.maximumUnits else {
                return fail(parser, TranslationFile.tooManyUnits(path, line: parser.lineNumber))
            }
            let id = isVersion2 ? attributes["name"] ?? attributes["id"] : attributes["id"]
            guard let id else {
                return fail(
                    parser,
                    invalid("A unit has no id: give it one.", line: parser.lineNumber)
                )
            }
            unit = TranslationUnit(original: original, id: id)
            unit?.line = parser.lineNumber
            (segments, segment) = ([], Segment())
        case "segment", "ignorable":
            segment = Segment(isIgnorable: name == "ignorable")
            segment.state = state(attributes["state"])
        case "source" where Self.hasText(parent): beginText()
        case "target" where Self.hasText(parent):
            if !isVersion2 { segment.state = state(attributes["state"]) }
            let isByMachine = attributes["state-qualifier"] == "leveraged-mt"
            if isByMachine, segment.state?.isFinished == true { segment.state = .machineTranslated }
            segment.order = attributes["order"].flatMap { Int($0) }
            beginText()
        case "note" where unit != nil:
            if attributes["from"] == "auto-generated" { unit?.isCommentAutoGenerated = true }
            beginText()
        default: break
        }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        _ = names.popLast()
        if names.isEmpty { hasEnded = true }
        if let text, names.count < textDepth {
            self.text = nil
            switch name {
            case "source": segment.source = text
            case "target": segment.target = text
            default:
                if !text.isEmpty { unit?.comment.appendLine(text) }
            }
        } else if name == "segment" || name == "ignorable" {
            segments.append(segment)
        } else if name == "trans-unit" || name == "unit" {
            if name == "trans-unit" { segments.append(segment) }
            finishUnit()
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text?.append(string) }

    func parser(_ parser: XMLParser, foundCDATA data: Data) {
        text?.append(String(decoding: data, as: UTF8.self))
    }

    /// Whether an element has a source and a target.
    private static func hasText(_ name: String?) -> Bool {
        ["trans-unit", "segment", "ignorable"].contains(name)
    }

    private func beginText() { (text, textDepth) = ("", names.count) }

    private func start(_ name: String, _ attributes: [String: String], _ parser: XMLParser) {
        let version = attributes["version"] ?? ""
        guard name == "xliff", ["1.2", "2.0", "2.1", "2.2"].contains(version) else {
            let message =
                "The file is not in XLIFF 1.2 or 2.0 to 2.2: export it in one of these versions."
            return fail(parser, invalid(message, line: parser.lineNumber))
        }
        isVersion2 = version != "1.2"
        readLanguages(attributes["srcLang"], attributes["trgLang"], parser)
    }

    private func readLanguages(_ source: String?, _ target: String?, _ parser: XMLParser) {
        languages.source = languages.source ?? source
        guard let target else { return }
        if let known = languages.target, known != target {
            let message = "The file has units in \(known) and \(target): split it by language."
            let line = parser.lineNumber
            let code = LocalizationToolsError.Code.unusableLanguage
            fail(parser, LocalizationToolsError(code, file: path, line: line, message))
        }
        languages.target = target
    }

    /// Adds the text of an empty inline element; the text of others is read as it comes.
    private func addInline(_ name: String, _ attributes: [String: String]) {
        let empty = isVersion2 ? ["cp", "ec", "ph", "sc"] : ["bx", "ex", "x"]
        guard empty.contains(name) else { return }
        let equivalents = ["equiv-text", "equiv", "disp"].lazy.compactMap { attributes[$0] }
        if let equivalent = equivalents.first {
            text?.append(equivalent)
        } else if self.names.dropLast().last != "note" {
            unit?.fault = .inlineMarkup
        }
    }

    private func state(_ name: String?) -> TranslationUnit.State? {
        guard let name else { return nil }
        if let state = TranslationUnit.State(named: name) { return state }
        if let unit { findings.append(.unknownState(name, unit, path)) }
        return .translated
    }

    private func finishUnit() {
        guard var unit = unit.take() else { return }
        let sources = segments.compactMap(\.source)
        unit.source = sources.isEmpty ? nil : sources.joined()
        let ordered = segments.enumerated().sorted {
            ($0.element.order ?? $0.offset + 1, $0.offset)
                < ($1.element.order ?? $1.offset + 1, $1.offset)
        }
        let targets = ordered.compactMap {
            $0.element.target ?? ($0.element.isIgnorable ? $0.element.source : nil)
        }
        let own = segments.filter { !$0.isIgnorable }
        let states = own.map(\.state)
        unit.state = states.first { $0?.isFinished == false } ?? states.first ?? nil
        let hasText = own.contains { $0.target?.isEmpty == false }
        if hasText, own.contains(where: \.isUntranslated) {
            unit.fault = .emptyValue
        } else if own.contains(where: { $0.target != nil }), targets.count == segments.count {
            unit.target = targets.joined()
        }
        units.append(unit)
    }
}
