import FootingExtendedAttributes
import Foundation
import XCTest

/// Names and values that careless code loses, mixes up or cuts.
let oddContents: [ExtendedAttributeName: Data] = [
    "user.every byte": Data(0...255),
    "user.empty": Data(),
    "user.ended by NUL": Data([0x61, 0]),
    "user.NUL": Data([0]),
    "user.\u{E9}": Data("composed".utf8),
    "user.e\u{301}": Data("decomposed".utf8),
    "user.a=\"b\"\\\n": Data("quoted".utf8),
    ExtendedAttributeName(bytes: Array("user.".utf8) + [0xFF]): Data("no UTF-8".utf8),
    ExtendedAttributeName(bytes: Array("user.".utf8) + [0xFE]): Data("nor this".utf8),
]

/// Stores an attribute that only privileged processes may store, or skips the test.
func setPrivileged(_ name: ExtendedAttributeName, of file: URL) throws {
    do {
        try file.extendedAttributes.set([1], for: name)
    } catch {
        guard error.code == .notPermitted || error.code == .unsupported else { throw error }
        throw XCTSkip("“\(name)” can't be stored here: \(error)")
    }
}
