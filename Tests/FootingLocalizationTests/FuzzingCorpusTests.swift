import TestSupport
import XCTest

/// The inputs of the fuzzers, and all that they have found, against the promises that they check.
final class FuzzingCorpusTests: XCTestCase {
    func testTablesKeepTheirPromises() throws {
        var kinds: Set<UInt8> = []
        try Corpus.forEach("StringTables") { bytes in
            try XCTUnwrap(TablePromises(bytes), "The first byte is no kind.").check()
            kinds.insert(bytes[0])
        }
        XCTAssertEqual(kinds, Set("sdc".utf8))
    }

    func testFormatsKeepTheirPromises() throws {
        try Corpus.forEach("TextFormats") { FormatPromises($0).check() }
    }

    func testNamesOfLanguagesKeepTheirPromises() throws {
        try Corpus.forEach("LanguageNames") { NamePromises($0).check() }
    }

    func testMutatedTablesKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 21)
        let alphabet = Array("\"'=;{}()<>/*\\U09af%#@$ \n".utf8) + [0, 0x0D, 0x80, 0xC3, 0xFF]
        try Corpus.forEach("StringTables") { bytes in
            for _ in 0..<rounds(5, underStress: 250) {
                let file = bytes.dropFirst().mutated(from: alphabet, using: &generator)
                TablePromises([bytes[0]] + file)?.check()
            }
        }
    }

    func testMutatedFormatsKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 22)
        let alphabet = Array("%%$@#*.-+ 0123456789dfeguxsclan='\n".utf8) + [0, 0xC3]
        try Corpus.forEach("TextFormats") { bytes in
            for _ in 0..<rounds(6, underStress: 200) {
                FormatPromises(bytes[...].mutated(from: alphabet, using: &generator)).check()
            }
        }
    }

    func testMutatedNamesKeepTheirPromises() throws {
        var generator = SeededRandom(seed: 23)
        let alphabet = Array(",;:q=01.*-_@ abdenzhHantUS\n".utf8) + [0, 0xC3]
        try Corpus.forEach("LanguageNames") { bytes in
            for _ in 0..<rounds(5, underStress: 60) {
                NamePromises(bytes[...].mutated(from: alphabet, using: &generator)).check()
            }
        }
    }
}

extension ArraySlice<UInt8> {
    /// The bytes with a few of them replaced, removed, or put in.
    fileprivate func mutated(
        from alphabet: [UInt8],
        using generator: inout SeededRandom
    ) -> [UInt8] {
        var bytes = Array(self)
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let byte = alphabet.randomElement(using: &generator) ?? 0
            let index = Int.random(in: 0...bytes.count, using: &generator)
            switch Int.random(in: 0..<3, using: &generator) {
            case 0 where index < bytes.count: bytes[index] = byte
            case 1 where index < bytes.count: bytes.remove(at: index)
            default: bytes.insert(byte, at: index)
            }
        }
        return bytes
    }
}
