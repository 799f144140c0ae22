@testable import FootingBytes
@testable import FootingExtendedAttributes
@testable import FootingPropertyLists
import Foundation

/// The promises of the check of binary property lists, with the decoder behind it, and of the
/// reader of lists in text.
///
/// A fuzzer and an ordinary test share this file; each defines `expect`.
struct DecodedListPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        checkText()
        let coding = ExtendedAttributeCoding<Anything>.binaryPropertyList()
        let decoded = unsafe bytes.withUnsafeBytes { coding.decode(unsafe $0.bytes) }
        guard let decoded else { return }
        let own: Void? = DecoderInput.withDocument(inPropertyList: Data(bytes)) {
            check(0, in: $0, decoded)
        }
        expect(own != nil, "decoded, though it can't be read")
    }

    /// The walk and the decoder find the same strings in the same places.
    private func check(_ index: Int, in own: JSONDocument, _ decoded: Anything) {
        let token = own[index]
        var child = index + 1
        switch (token.kind, decoded) {
        case (.string, .null):
            expect(own.text(of: token) == "$null", "a string is lost")
        case (.string, .string(let text)):
            let same = own.text(of: token)?.utf8.elementsEqual(text.utf8)
            expect(same == true, "decoded as “\(text)”")
        case (.array, .array(let elements)):
            expect(own.elementCount(of: index) == elements.count, "arrays of other lengths")
            for element in elements where child < token.extent {
                check(child, in: own, element)
                child = own.index(after: child)
            }
        case (.object, .dictionary(let members)):
            let count = own.elementCount(of: index)
            expect(count == 2 * members.count, "dictionaries of other sizes")
            while child < token.extent {
                let key = own.text(of: own[child]) ?? ""
                let value = members.first { $0.key.utf8.elementsEqual(key.utf8) }?.value
                if let value { check(child + 1, in: own, value) } else { expect(false, "lost") }
                child = own.index(after: child + 1)
            }
        case (.null, .null), (.null, .other): break
        default: expect(false, "\(token.kind) is decoded as \(decoded)")
        }
    }

    /// A list in text has the strings that Foundation reads.
    private func checkText() {
        let own = unsafe bytes.withUnsafeBufferPointer { buffer in
            let view = unsafe ByteView(buffer)
            let isText = !PropertyList.isBinary(view) && !PropertyList.isXML(view)
            return isText ? OpenStepScanner.strings(in: view) : nil
        }
        // Foundation reads an octal escape of no character as a zero.
        guard let (texts, isArray) = own, !hasDoubtfulEscape,
            !texts.contains(where: { $0.unicodeScalars.contains("\u{FFFD}") }),
            let list = try? unsafe PropertyListSerialization.propertyList(
                from: Data(bytes),
                format: nil
            )
        else { return }
        let foundation = isArray ? list as? [String] : (list as? String).map { [$0] }
        let isSame = foundation?.elementsEqual(texts) { $0.utf8.elementsEqual($1.utf8) }
        expect(isSame == true, "Foundation reads \(list), not \(texts)")
    }

    /// Whether an escape may be in a text that Foundation reads as another character than C does
    /// (`\f` and `\v`), or as a zero (`\U` without digits).
    private var hasDoubtfulEscape: Bool {
        bytes.indices.contains { index in
            let escape = bytes[index...].prefix(3)
            guard escape.count == 3, escape.first == UInt8(ascii: "\\") else { return false }
            let isHexadecimal = hexadecimalValue(bytes[index + 2]) != nil
            return "fv".utf8.contains(bytes[index + 1])
                || bytes[index + 1] == UInt8(ascii: "U") && !isHexadecimal
        }
    }

    /// A value of any kind, decoded in all its parts.
    private indirect enum Anything: Codable {
        case null, other
        case string(String)
        case array([Anything])
        case dictionary([String: Anything])

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if container.decodeNil() {
                self = .null
            } else if let text = try? container.decode(String.self) {
                self = .string(text)
            } else if let members = try? container.decode([String: Anything].self) {
                self = .dictionary(members)
            } else if let elements = try? container.decode([Anything].self) {
                self = .array(elements)
            } else {
                let isValue =
                    (try? container.decode(Bool.self)) != nil
                    || (try? container.decode(Int.self)) != nil
                    || (try? container.decode(UInt64.self)) != nil
                    || (try? container.decode(Double.self)) != nil
                    || (try? container.decode(Date.self)) != nil
                // Else the error of a faulty part, which was tried above, would be lost.
                if !isValue { _ = try container.decode(Data.self) }
                self = .other
            }
        }

        func encode(to _: any Encoder) {}
    }
}
