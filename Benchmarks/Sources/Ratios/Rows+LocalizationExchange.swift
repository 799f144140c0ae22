import FootingLocalizationTools
import Foundation
import Harness

#if canImport(FoundationXML)
import FoundationXML
#endif

extension Comparison {
    static func exchange() -> [Comparison] {
        [
            Comparison(
                "import of 800 units of XLIFF",
                to: "XMLParser, read them",
                goal: 4
            ) { effort in
                let folder = FileManager.default.temporaryDirectory
                    .appending(path: "footing-exchange-\(UUID().uuidString)")
                try FileManager.default.createDirectory(
                    at: folder,
                    withIntermediateDirectories: true
                )
                let (catalog, xliff) = (
                    folder.appending(path: "L.xcstrings"), folder.appending(path: "ru.xliff")
                )
                let keys = (0..<(effort.isSmoke ? 10 : 800)).map { "“%@” is number \($0) of %lld" }
                let entries = keys.map { "    \"\($0)\" : {\n\n    }" }.joined(separator: ",\n")
                let text =
                    "{\n  \"sourceLanguage\" : \"en\",\n  \"strings\" : {\n\(entries)\n  },\n"
                    + "  \"version\" : \"1.0\"\n}"
                try Data(text.utf8).write(to: catalog)
                let table = try TableFile(contentsOf: catalog)
                var file = try TranslationFile(of: [table], language: "ru", root: folder)
                for index in file.units.indices {
                    file.units[index].target = "«%@» — номер \(index) из %lld"
                    file.units[index].state = .translated
                }
                let document = file.documents(as: .xliff)[0].content
                try Data(document.utf8).write(to: xliff)
                return Sides(
                    ours: { count in
                        for _ in 0..<count {
                            var table = table
                            guard let file = try? TranslationFile(contentsOf: xliff) else { return }
                            blackHole(table.apply(file).importedCount)
                        }
                    },
                    peer: { count in
                        for _ in 0..<count {
                            guard let data = try? Data(contentsOf: xliff) else { return }
                            let (parser, reader) = (XMLParser(data: data), UnitReader())
                            parser.delegate = reader
                            blackHole(parser.parse() ? reader.units.count : 0)
                        }
                    }
                )
            }
        ]
    }
}

/// The units of an XLIFF, without their tables.
private final class UnitReader: NSObject, XMLParserDelegate {
    var units: [(id: String, source: String, target: String)] = []
    private var text = ""

    func parser(
        _ parser: XMLParser,
        didStartElement name: String,
        namespaceURI: String?,
        qualifiedName: String?,
        attributes: [String: String]
    ) {
        text = ""
        if name == "trans-unit" { units.append((attributes["id"] ?? "", "", "")) }
    }

    func parser(
        _ parser: XMLParser,
        didEndElement name: String,
        namespaceURI: String?,
        qualifiedName: String?
    ) {
        guard !units.isEmpty else { return }
        if name == "source" { units[units.count - 1].source = text }
        if name == "target" { units[units.count - 1].target = text }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
}
