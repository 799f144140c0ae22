@testable import FootingBytes
@testable import FootingPropertyLists
@testable import FootingLocalization
import Foundation

/// The promises of the readers of tables for any bytes.
///
/// The first byte is the kind of file: `s` for `.strings`, `d` for `.stringsdict`, `c` for a
/// catalog.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct TablePromises {
    let kind: TableKind
    let file: [UInt8]

    init?(_ bytes: [UInt8]) {
        switch bytes.first {
        case UInt8(ascii: "s"): kind = .strings
        case UInt8(ascii: "d"): kind = .stringsDict
        case UInt8(ascii: "c"): kind = .catalog
        default: return nil
        }
        file = Array(bytes.dropFirst())
    }

    func check() {
        switch kind {
        case .catalog:
            CatalogPromises(file).check()
        case .strings:
            let isList = isBinary || isXML
            let table = ReadTable(file, .strings)
            expect(table.wasRead || isList, "a text that was not read")
            table.check(lineCount: lineCount)
            if isList {
                checkPropertyList(table)
            } else {
                checkFoundation(table)
                checkBeginning(of: table)
            }
            checkWriting(table)
        case .stringsDict:
            let table = ReadTable(file, .stringsDict)
            table.check(lineCount: lineCount)
            checkPropertyList(table)
        }
    }

    /// The number of lines, or `nil` for a binary list, whose entries have none.
    private var lineCount: Int? { isBinary ? nil : ReadTable.lineCount(of: Self.utf8(file)) }

    private var isBinary: Bool { Self.withView(of: file) { PropertyList.isBinary($0) } }

    private var isXML: Bool { Self.withView(of: Self.utf8(file)) { PropertyList.isXML($0) } }

    private static func withView(of bytes: [UInt8], _ body: (ByteView) -> Bool) -> Bool {
        unsafe bytes.withUnsafeBufferPointer { body(unsafe ByteView($0)) }
    }

    /// A file that Foundation reads, and in which our reader finds no fault, has the same texts.
    private func checkFoundation(_ table: ReadTable) {
        let text = Self.utf8(file)
        // It calls itself for what nests, and takes another beginning for another kind of list.
        guard table.report.allSatisfy({ $0 == .undefinedVariable }),
            !text.contains(where: { "({<".utf8.contains($0) }),
            String(validating: text, as: UTF8.self) != nil, !Self.hasDoubtfulEscape(text),
            let texts = try? PropertyListDecoder().decode([String: String].self, from: Data(text)),
            texts.count == table.texts.count
        else { return }
        let own = table.textsByKey
        for (key, value) in texts {
            let isSame = own[Array(key.utf8)].map { $0.utf8.elementsEqual(value.utf8) }
            expect(isSame == true, "Foundation reads other texts")
        }
    }

    /// Whether an escape may be in a text that Foundation reads as another character than C does
    /// (`\f` and `\v`), or as a zero (`\U` without digits).
    private static func hasDoubtfulEscape(_ text: [UInt8]) -> Bool {
        text.indices.contains { index in
            let escape = text[index...].prefix(3)
            guard escape.count == 3, escape.first == UInt8(ascii: "\\") else { return false }
            let isHexadecimal = UnicodeScalar(text[index + 2]).properties.isASCIIHexDigit
            return "fv".utf8.contains(text[index + 1])
                || text[index + 1] == UInt8(ascii: "U") && !isHexadecimal
        }
    }

    /// The text in UTF-8, without a mark.
    private static func utf8(_ file: [UInt8]) -> [UInt8] {
        let text = unsafe file.withUnsafeBufferPointer { buffer in
            unsafe ConvertedText(ByteView(buffer))?.bytes
        }
        let utf8 = text ?? file
        return utf8.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(utf8.dropFirst(3)) : utf8
    }

    /// Whatever follows a beginning without a fault, the entries of this stay, unless they are
    /// replaced by a later one of the same key.
    private func checkBeginning(of table: ReadTable) {
        let end = file.count / 2
        guard end >= 4 else { return }
        let beginning = ReadTable(Array(file[..<end]), .strings)
        guard beginning.issueCount == 0 else { return }
        expect(table.texts.count >= beginning.texts.count, "entries lost to what follows them")
        for (own, other) in zip(beginning.texts, table.texts) {
            expect(own.key == other.key, "another key for what follows it")
            let isSame = own.text.utf8.elementsEqual(other.text.utf8)
            let isReplaced = own.line != other.line || table.report.contains(.duplicateKey)
            expect(isSame || isReplaced, "another text for what follows it")
        }
    }

    /// Entries written down plainly are read as the same, in every encoding.
    private func checkWriting(_ table: ReadTable) {
        // It begins with what tells the encoding; a key could begin with a zero.
        var text = "// Written.\n"
        for (key, value, _) in table.texts {
            text += "\"\(Self.escaped(key))\" = \"\(Self.escaped(value))\";\n"
        }
        let units = Array(text.utf16)
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let wide = text.unicodeScalars.flatMap { scalar in
            [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
        }
        let forms = [
            Array(text.utf8), [0xFE, 0xFF] + big, [0xFF, 0xFE] + little, big, little,
            [0, 0, 0xFE, 0xFF] + wide, wide,
        ]
        for form in forms {
            let again = ReadTable(form, .strings)
            expect(
                again.report.allSatisfy { $0 == .undefinedVariable },
                "written, and read with \(again.report)"
            )
            let isSame = again.texts.elementsEqual(table.texts) { own, other in
                own.key.utf8.elementsEqual(other.key.utf8)
                    && own.text.utf8.elementsEqual(other.text.utf8)
            }
            expect(isSame, "written, and read as others")
        }
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in text.unicodeScalars {
            if scalar == "\"" || scalar == "\\" { escaped += "\\" }
            escaped.unicodeScalars.append(scalar)
        }
        return escaped
    }

    /// Of a list that Foundation reads, too, each key is one of the list's, and no text is lost
    /// unsaid.
    private func checkPropertyList(_ table: ReadTable) {
        guard table.wasRead, isBinary || Self.utf8(file) == file,
            let list = try? unsafe PropertyListSerialization.propertyList(
                from: Data(file),
                format: nil
            ) as? [String: Any]
        else { return }
        for (key, _, _) in table.texts {
            expect(list[key] != nil, "a key that isn't in the list")
        }
        guard kind == .strings else { return }
        let own = table.textsByKey
        for (key, value) in list {
            guard let value = value as? String else { continue }
            let text = own[Array(key.utf8)]
            expect(text == value || text == nil && table.issueCount > 0, "a text left out")
        }
    }
}
