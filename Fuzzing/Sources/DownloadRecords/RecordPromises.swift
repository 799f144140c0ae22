@testable import FootingDownloads
import Foundation

/// The promises of the records of parts and files, and of dates and URLs, for any bytes.
///
/// A fuzzer and an ordinary test share this file; `expect` is theirs.
struct RecordPromises {
    private let bytes: [UInt8]

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    func check() {
        let data = Data(bytes)
        if let record = try? JSONDecoder().decode(PartRecord.self, from: data) {
            for length in [0, 1, 5_000, Int.max] {
                let trusted = record.trustedLength(of: length, for: record.identity)
                expect(0...length ~= trusted, "more than there is")
                expect(trusted == 0 || trusted <= record.total ?? .max, "more than the content")
                expect(trusted == 0 || Self.isPrintable(record.validator), "an unsafe validator")
                expect(record.trustedLength(of: length, for: "x\(record.identity)") == 0, "another")
            }
        }
        if let record = try? JSONDecoder().decode(CacheRecord.self, from: data) {
            for (_, value) in record.conditions {
                expect(Self.isPrintable(value), "unsafe: \(value)")
            }
            if let url = URL(string: "http://host/"),
                let request = try? OriginalRequest(of: url, .standard)
            {
                _ = record.isOf(request)
            }
            for now in [Int.min, 0, 1_000, Int.max] where record.isFresh(at: now) {
                expect(record.storedAt.map { $0 <= now } == true, "fresh before it was stored")
            }
        }
        let text = String(decoding: bytes, as: UTF8.self)
        if let seconds = HTTPDate.seconds(text) {
            expect(-62_167_219_200...253_402_300_800 ~= seconds, "a date in no year of four digits")
            expect(Self.isPrintable(text), "a date with other bytes")
        }
        if let address = URL(string: text).flatMap(WebAddress.init) { Self.check(address) }
        let base = URL(string: "https://user@host:81/a/b?c").flatMap(WebAddress.init)
        if let base, let address = WebAddress(location: text, from: base) { Self.check(address) }
    }

    /// The text of an address is read as the same address, and has no other meaning.
    private static func check(_ address: WebAddress) {
        let text = address.text
        expect(URL(string: text).flatMap(WebAddress.init) == address, "another address: \(text)")
        expect(text.utf8.allSatisfy { 0x21...0x7E ~= $0 }, "a byte that is not printable")
        expect(!address.host.utf8.contains { "/\\@?# ".utf8.contains($0) }, "a host with a mark")
        expect(text.hasPrefix("http://") || text.hasPrefix("https://"), "another scheme")
    }

    private static func isPrintable(_ text: String?) -> Bool {
        text?.utf8.allSatisfy { 0x20...0x7E ~= $0 } == true
    }
}
