@testable import FootingExtendedAttributes
@testable import FootingFormats
import Foundation

/// The promises of the check of binary property lists, with the decoder behind it.
///
/// A fuzzer and an ordinary test share this file; each defines `expect`.
struct DecodedListPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let coding = ExtendedAttributeCoding<Anything>.binaryPropertyList()
        let decoded = unsafe bytes.withUnsafeBytes { coding.decode(unsafe $0.bytes) }
        guard let decoded else { return }
        let own = unsafe bytes.withUnsafeBufferPointer { buffer in
            let limits = BinaryPropertyList.Limits.decodable(byteCount: buffer.count)
            return try? unsafe BinaryPropertyList.read(ByteView(buffer), within: limits)
        }
        guard let own else { return expect(false, "decoded, though it can't be read") }
        expect(own.duplicates.isEmpty, "decoded, though a key occurs twice")
        check(own.root, decoded)
    }

    /// The walk and the decoder find the same strings in the same places.
    private func check(_ own: PropertyListNode, _ decoded: Anything) {
        switch (own.content, decoded) {
        case (.string(let text), .null):
            expect(text == "$null", "a string is lost")
        case (.string(let first), .string(let second)):
            expect(first.utf8.elementsEqual(second.utf8), "decoded as “\(second)”, not “\(first)”")
        case (.array(let first), .array(let second)):
            expect(first.count == second.count, "arrays of other lengths")
            for (first, second) in zip(first, second) { check(first, second) }
        case (.dictionary(let first), .dictionary(let second)):
            expect(first.count == second.count, "dictionaries of other sizes")
            for member in first {
                let value = second.first { $0.key.utf8.elementsEqual(member.key.utf8) }?.value
                if let value { check(member, value) } else { expect(false, "a key is lost") }
            }
        case (.other, .null), (.other, .other): break
        default: expect(false, "\(own.content) is decoded as \(decoded)")
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
