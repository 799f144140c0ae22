import Foundation

#if canImport(FoundationXML)
import FoundationXML
#endif

private let module = "HTML"

/// Facts about HTML, text in the encodings of pages, and URLs as pages write them.
extension Fact {
    static let html = parsers + encodings + urls
}

private let parsers: [Fact] = [
    Fact(module, "XMLDocument tidies HTML: br in a paragraph", known: "<p>a<br>b</br></p>") {
        try tidied("<p>a<br>b</p>")
    },
    Fact(module, "XMLDocument tidies HTML: eacute and nbsp", known: "<p>Caf!</p>") {
        try tidied("<p>Caf&eacute;&nbsp;!</p>")
    },
    Fact(module, "XMLParser.parse(): br in a paragraph", known: "true, error 76 and 5") {
        parsed("<p>a<br>b</p>")
    },
    Fact(module, "XMLParser.parse(): nbsp in a paragraph", known: "false, error 26") {
        parsed("<p>a&nbsp;b</p>")
    },
    Fact(module, "NSAttributedString from HTML", known: "does not compile") {
        try Compiler.verdict(
            on: """
                import Foundation
                print(NSAttributedString(html: Data(), documentAttributes: nil) as Any)
                """
        )
    },
    Fact(module, "CFXMLCreateStringByUnescapingEntities", known: "does not compile") {
        try Compiler.verdict(
            on: """
                import Foundation
                let function = CFXMLCreateStringByUnescapingEntities
                """
        )
    },
]

private let encodings: [Fact] = [
    Fact(
        module,
        "an invalid byte in UTF-8, gb18030, Shift_JIS, EUC-KR",
        known: "nil, nil, nil, nil"
    ) {
        [.utf8, gb18030, .shiftJIS, eucKR].map { scalars([0x41, 0xFF, 0x42], $0) }
            .joined(separator: ", ")
    },
    Fact(module, "the byte FF in Big5", known: "41 f8f8 42") {
        scalars([0x41, 0xFF, 0x42], big5)
    },
    Fact(module, "the bytes 81 and 9D in windows-1252", known: "nil, nil") {
        [0x81, 0x9D].map { scalars([0x41, $0], .windowsCP1252) }.joined(separator: ", ")
    },
    Fact(module, "valid EUC-JP, by both of its numbers", known: "nil, nil") {
        let hiragana: [UInt8] = [0xA4, 0xA2]
        return [.japaneseEUC, String.Encoding(rawValue: 0x8000_0920)]
            .map { scalars(hiragana, $0) }
            .joined(separator: ", ")
    },
    Fact(module, "windows-1251 in FoundationEssentials", known: "nil", within: .seconds(60)) {
        try Compiler.output(
            of: """
                import FoundationEssentials
                let string = String(bytes: [0xEF] as [UInt8], encoding: .windowsCP1251)
                print(string ?? "nil")
                """
        )
    },
]

private let urls: [Fact] = [
    Fact(module, "URL(string:), a space before the scheme", known: "nil") {
        resolved(" https://swift.org/b")
    },
    Fact(module, "URL(string:relativeTo:), an empty string", known: "nil") {
        resolved("")
    },
    Fact(module, "URL(string:relativeTo:), https:b", known: "https:b") {
        resolved("https:b")
    },
    Fact(module, #"URL(string:relativeTo:), \b"#, known: "https://swift.org/%5Cb") {
        resolved(#"\b"#)
    },
]

// Raw values of encodings that have no name of their own in Foundation.
private let gb18030 = String.Encoding(rawValue: 0x8000_0632)
private let big5 = String.Encoding(rawValue: 0x8000_0A03)
private let eucKR = String.Encoding(rawValue: 0x8000_0940)

private func tidied(_ html: String) throws -> String {
    let document = try XMLDocument(xmlString: html, options: .documentTidyHTML)
    return document.rootElement()?.xmlString ?? "no element"
}

private func parsed(_ html: String) -> String {
    final class Errors: NSObject, XMLParserDelegate {
        var codes: [String] = []

        func parser(_ parser: XMLParser, parseErrorOccurred error: any Error) {
            codes.append("\((error as NSError).code)")
        }
    }
    let errors = Errors()
    let parser = XMLParser(data: Data(html.utf8))
    parser.delegate = errors
    return "\(parser.parse()), error \(errors.codes.joined(separator: " and "))"
}

/// The scalars of decoded bytes in hexadecimal.
private func scalars(_ bytes: [UInt8], _ encoding: String.Encoding) -> String {
    guard let string = String(data: Data(bytes), encoding: encoding) else { return "nil" }
    return string.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
}

private func resolved(_ string: String) -> String {
    URL(string: string, relativeTo: URL(string: "https://swift.org/a"))?.absoluteString ?? "nil"
}
