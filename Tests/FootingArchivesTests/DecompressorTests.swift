import FootingArchives
import Foundation
import TestSupport
import XCTest

/// Rules 1 and 3, and the rows of gzip and zlib in table 6.2.
final class DecompressorTests: XCTestCase {
    private let text = Data("Nothing is written before it is checked. ".utf8) + Samples.log(900)

    private func member(_ text: Data, flags: UInt8 = 0, fields: [UInt8] = []) -> Data {
        let packed = text.compressed(as: .gzip)
        var header = Array(packed.prefix(10))
        header[3] = flags
        return Data(header + fields) + packed.dropFirst(10)
    }

    // MARK: Cuts

    func testACutAtAnyByteChangesNothing() {
        let gzip = text.compressed(as: .gzip)
        var streams: [(CompressedFormat, Data)] = [
            (.gzip, gzip), (.zlib, text.compressed(as: .zlib)),
            (.deflate, text.compressed(as: .deflate, level: .fastest)),
            (.deflate, text.compressed(as: .deflate, level: .uncompressed)),
            (
                .gzip,
                gzip + Data(count: 3)
                    + member(text, flags: 31, fields: [2, 0, 7, 7, 65, 0, 66, 0, 0, 0])
            ),
            (.gzip, gzip + Data("tail".utf8)), (.gzip, gzip + Data([0x1F])), (.zlib, Data([0x78])),
            (.gzip, Data("plain".utf8)), (.gzip, gzip + gzip.prefix(11)),
        ]
        // And with a fault at some places.
        let wholeCount = streams.count
        for index in stride(from: 0, to: gzip.count, by: 29) {
            var damaged = gzip
            damaged[index] ^= 0x40
            streams.append((.gzip, damaged))
        }
        for (index, (format, data)) in streams.enumerated() {
            let whole = decompress(data, as: format) { data.count }
            let step = isUnderStress || index < wholeCount ? 1 : 7
            for first in stride(from: 0, through: data.count, by: step) {
                var sizes = [first, data.count][...]
                let cut = decompress(data, as: format) { sizes.popFirst() ?? data.count }
                XCTAssertEqual(cut, whole, "\(format), \(data.count) bytes cut at \(first)")
            }
            XCTAssertEqual(decompress(data, as: format) { 1 }, whole, "byte by byte")
            if let error = whole.error {
                XCTAssertThrowsError(try data.decompressed(as: format)) {
                    XCTAssertEqual($0 as? ArchiveError, error)
                }
            } else {
                XCTAssertEqual(try data.decompressed(as: format), whole.data)
            }
        }
    }

    func testAnEndAtAnyByteIsTruncated() throws {
        for format in CompressedFormat.all {
            let data = text.compressed(as: format)
            for count in 0..<data.count {
                XCTAssertThrowsError(try data.prefix(count).decompressed(as: format)) { error in
                    let error = error as? ArchiveError
                    XCTAssertEqual(error?.code, .truncated, "\(format), \(count) bytes")
                    XCTAssertEqual(error?.offset, count, "\(format), \(count) bytes")
                }
            }
        }
    }

    func testALongStreamIsTheSameHoweverItIsCut() throws {
        var random = SeededRandom(seed: 6)
        let plain = Samples.mixture(rounds(200_000, underStress: 700_000))
        for format in CompressedFormat.all {
            let data = plain.compressed(as: format)
            for size in [10, 5_000, 300_000] {
                let outcome = decompress(data, as: format) {
                    Int.random(in: 1...size, using: &random)
                }
                XCTAssertTrue(outcome == Outcome(data: plain), "\(format), \(size)")
            }
        }
    }

    // MARK: Members and what follows them

    func testAllMembersAreReadAsOneStream() throws {
        let data = member(text) + member(Data()) + member(Data("end".utf8))
        XCTAssertEqual(try data.decompressed(as: .gzip), text + Data("end".utf8))
    }

    func testEmptyInputIsTruncated() {
        for format in CompressedFormat.all {
            XCTAssertEqual(
                decompress(Data(), as: format) { 1 }.error?.code,
                .truncated,
                "\(format)"
            )
        }
    }

    func testZerosAfterGzipAreIgnored() throws {
        let data = member(text) + Data(count: 1_000)
        XCTAssertEqual(try data.decompressed(as: .gzip), text)
        XCTAssertEqual(try (data + member(text)).decompressed(as: .gzip), text + text)
    }

    func testOtherBytesAfterTheStreamAreThrownLast() {
        for format in CompressedFormat.all {
            let packed = text.compressed(as: format)
            for tail in [Data("\r\n".utf8), Data([0x1F, 0x8C]), Data([1]), Data([0x1F, 1, 2])] {
                let outcome = decompress(packed + tail, as: format) { 100 }
                XCTAssertEqual(outcome.data, text, "\(format)")
                XCTAssertEqual(outcome.error?.code, .unclaimedBytes, "\(format)")
                XCTAssertEqual(outcome.error?.offset, packed.count, "\(format)")
                XCTAssertEqual(
                    try (packed + tail).decompressed(as: format, ignoringTrailingBytes: true),
                    text
                )
            }
        }
        // A zero is not a part of zlib or deflate.
        let data = text.compressed(as: .zlib) + Data([0])
        XCTAssertEqual(decompress(data, as: .zlib) { 9 }.error?.code, .unclaimedBytes)
    }

    func testReadingEndsAfterOneMemberOnRequest() throws {
        let rest = member(text) + Data("and more".utf8)
        for format in CompressedFormat.all {
            let data = text.compressed(as: format) + rest
            for size in [1, 50, 10_000] {
                let decompressor = Decompressor(format, readingAllMembers: false)
                var plain = Data()
                for start in stride(from: 0, to: data.count, by: size) {
                    try decompressor.append(data[start..<min(start + size, data.count)])
                    plain += try decompressor.drain()
                    let hasEnded = start + size >= data.count - rest.count
                    XCTAssertEqual(decompressor.trailingBytes != nil, hasEnded, "\(start)")
                }
                try decompressor.finish()
                XCTAssertEqual(plain, text)
                XCTAssertEqual(decompressor.trailingBytes, rest, "\(format), \(size)")
            }
        }
    }

    func testUnusedBytesAreEmptyAtTheEndOfTheData() throws {
        let decompressor = Decompressor(.gzip, readingAllMembers: false)
        XCTAssertNil(decompressor.trailingBytes)
        try decompressor.append(member(text))
        XCTAssertEqual(try decompressor.drain(), text)
        XCTAssertEqual(decompressor.trailingBytes, Data())
    }

    func testATruncatedStreamHasNoUnusedBytes() throws {
        for readingAllMembers in [false, true] {
            for format in CompressedFormat.all {
                let decompressor = Decompressor(format, readingAllMembers: readingAllMembers)
                try decompressor.append(text.compressed(as: format).dropLast())
                while try decompressor.next() != nil {}
                XCTAssertThrowsError(try decompressor.finish()) { error in
                    XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
                }
                XCTAssertNil(decompressor.trailingBytes, "\(format), \(readingAllMembers)")
            }
        }
    }

    /// A tail that begins as gzip does is a member, which is damaged or cut off.
    func testATailThatBeginsAsGzipDoesIsAMember() {
        let packed = member(text)
        let rows: [(tail: [UInt8], code: ArchiveError.Code?, ignoring: ArchiveError.Code?)] = [
            ([0x1F], .truncated, nil), ([0x1F, 0], .unclaimedBytes, nil),
            ([0x1F, 0x8B], .truncated, .truncated),
            ([0x1F, 0x8B, 7], .unsupportedMethod, .unsupportedMethod),
            ([0x1F, 0x8B, 8, 0xFF], .malformed, .malformed),
            ([0, 0x1F], .truncated, nil),
        ]
        for row in rows {
            for (isIgnoring, code) in [(false, row.code), (true, row.ignoring)] {
                let outcome = decompress(
                    packed + row.tail,
                    as: .gzip,
                    ignoringTrailingBytes: isIgnoring
                ) { 3 }
                XCTAssertEqual(outcome.error?.code, code, "\(row.tail), \(isIgnoring)")
                XCTAssertEqual(outcome.data, text, "\(row.tail), \(isIgnoring)")
            }
        }
    }

    // MARK: Headers

    func testTheHeaderOfGzipIsRead() throws {
        let compressor = Compressor(
            .gzip,
            name: "naïve.txt",
            modificationDate: Date(timeIntervalSince1970: 1_700_000_000.75),
            comment: "two\nlines"
        )
        compressor.append(text)
        compressor.finish()
        let decompressor = Decompressor(.gzip)
        XCTAssertNil(decompressor.name)
        try decompressor.append(compressor.drain() + Compressor(.gzip, name: "second").finished())
        XCTAssertEqual(try decompressor.drain(), text)
        XCTAssertEqual(decompressor.name, "naïve.txt")
        XCTAssertEqual(decompressor.comment, "two\nlines")
        XCTAssertEqual(decompressor.modificationDate, Date(timeIntervalSince1970: 1_700_000_000))
    }

    func testAHeaderHasNothingThatWasNotGiven() {
        let header = text.compressed(as: .gzip).prefix(10)
        XCTAssertEqual(Array(header), [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
        XCTAssertEqual(text.compressed(as: .gzip, level: .smallest)[8], 2)
        XCTAssertEqual(text.compressed(as: .gzip, level: .fastest)[8], 4)
        let dates = [-1, 4_294_967_296, .infinity, .nan].map { Date(timeIntervalSince1970: $0) }
        for date in dates {
            let data = Compressor(.gzip, modificationDate: date).finished()
            XCTAssertEqual(Array(data[4..<8]), [0, 0, 0, 0], "\(date)")
        }
        let data = Compressor(.gzip, name: "a\0b").finished()
        XCTAssertEqual(Array(data[10..<12]), [97, 0])
    }

    func testANameThatIsNotUTF8IsLatin1() throws {
        let decompressor = Decompressor(.gzip)
        try decompressor.append(member(text, flags: 8, fields: [0xE9, 0x74, 0xE9, 0]))
        _ = try decompressor.drain()
        XCTAssertEqual(decompressor.name, "été")
    }

    func testFieldsOfTheHeaderAreSkippedOrChecked() throws {
        let rows: [(name: String, flags: UInt8, fields: [UInt8], code: ArchiveError.Code?)] = [
            ("text", 1, [], nil), ("extra field", 4, [3, 0, 9, 9, 9], nil),
            ("empty extra field", 4, [0, 0], nil), ("empty name", 8, [0], nil),
            ("all", 1 + 4 + 8 + 16, [1, 0, 9, 65, 0, 66, 0], nil),
            ("wrong header checksum", 2, [1, 2], .checksumMismatch),
            ("reserved flag 5", 32, [], .malformed), ("reserved flag 7", 128, [], .malformed),
        ]
        for row in rows {
            let data = member(text, flags: row.flags, fields: row.fields)
            let outcome = decompress(data, as: .gzip) { 1 }
            XCTAssertEqual(outcome.error?.code, row.code, row.name)
            if row.code == nil { XCTAssertEqual(outcome.data, text, row.name) }
        }
    }

    func testTheChecksumOfAHeaderIsThatOfAllFields() throws {
        // The extra field is as long as it can be, and has zeros.
        var header: [UInt8] = [0x1F, 0x8B, 8, 2 + 4 + 8 + 16, 0, 0, 0, 0, 0, 255, 0xFF, 0xFF]
        header += (0..<65_535).map { UInt8(truncatingIfNeeded: $0 / 3) }
        header += [65, 0, 66, 0]
        let sum = Checksum.crc32(Data(header)) & 0xFFFF
        let rows: [(UInt32, ArchiveError.Code?)] = [(sum, nil), (sum ^ 0x100, .checksumMismatch)]
        for (sum, code) in rows {
            let decompressor = Decompressor(.gzip)
            let end = [UInt8(sum & 0xFF), UInt8(sum >> 8)]
            try decompressor.append(Data(header + end) + text.compressed(as: .gzip).dropFirst(10))
            guard code == nil else {
                XCTAssertThrowsError(try decompressor.next()) { error in
                    XCTAssertEqual((error as? ArchiveError)?.code, code)
                    XCTAssertEqual((error as? ArchiveError)?.offset, header.count + 1)
                }
                continue
            }
            XCTAssertEqual(try decompressor.drain(), text)
            XCTAssertEqual(decompressor.name, "A")
            XCTAssertEqual(decompressor.comment, "B")
        }
    }

    func testTheChecksumOfAHeaderIsThatOfPython() throws {
        // The checksum of a header with a name and itself, by Python's zlib.
        let header: [UInt8] = [0x1F, 0x8B, 8, 10, 0, 0, 0, 0, 0, 255, 120, 0, 0x40, 0x0B]
        let data = Data(header) + text.compressed(as: .gzip).dropFirst(10)
        XCTAssertEqual(try data.decompressed(as: .gzip), text)
    }

    func testFaultsOfFramesAreSeenAtTheirByte() {
        let gzip = text.compressed(as: .gzip)
        let zlib = text.compressed(as: .zlib)
        func changed(_ data: Data, _ index: Int, _ byte: UInt8) -> Data {
            var data = data
            data[index < 0 ? data.count + index : index] = byte
            return data
        }
        let rows: [(name: String, CompressedFormat, Data, ArchiveError.Code, offset: Int)] = [
            ("not gzip", .gzip, changed(gzip, 0, 0x50), .notAnArchive, 0),
            ("not gzip", .gzip, changed(gzip, 1, 0x50), .notAnArchive, 1),
            ("method", .gzip, changed(gzip, 2, 7), .unsupportedMethod, 2),
            (
                "CRC", .gzip, changed(gzip, -8, gzip[gzip.count - 8] ^ 1), .checksumMismatch,
                gzip.count - 5
            ),
            ("length", .gzip, changed(gzip, -1, 1), .lengthMismatch, gzip.count - 1),
            ("method", .zlib, Data([0x77, 0x85]), .unsupportedMethod, 0),
            ("window", .zlib, Data([0x88, 0x1C]), .malformed, 0),
            ("header check", .zlib, changed(zlib, 1, zlib[1] ^ 1), .malformed, 1),
            ("dictionary", .zlib, Data([0x78, 0xBB, 0, 0, 0, 1]), .unsupportedFeature, 1),
            (
                "Adler", .zlib, changed(zlib, -1, zlib[zlib.count - 1] ^ 1), .checksumMismatch,
                zlib.count - 1
            ),
        ]
        for (name, format, data, code, offset) in rows {
            let outcome = decompress(data, as: format) { 3 }
            XCTAssertEqual(outcome.error?.code, code, name)
            XCTAssertEqual(outcome.error?.offset, offset, name)
            XCTAssertThrowsError(try data.decompressed(as: format), name) {
                XCTAssertEqual($0 as? ArchiveError, outcome.error)
            }
        }
    }

    func testASmallWindowOfZlibIsAccepted() throws {
        var data = text.compressed(as: .zlib)
        (data[0], data[1]) = (0x08, 0x1D)
        XCTAssertEqual(try data.decompressed(as: .zlib), text)
    }

    func testFixedCodesAndOthersTakeTurns() throws {
        let parts = [20, 9_000, 30, 40, 8_000, 7_000, 50].map { Samples.log($0) }
        let members = parts.map { $0.compressed(as: .gzip) }
        // The types of the first blocks, after headers of 10 bytes.
        XCTAssertEqual(members.map { $0[10] >> 1 & 3 }, [1, 2, 1, 1, 2, 2, 1])
        let data = Data(members.joined())
        for size in [1, 777, 100_000] {
            let outcome = decompress(data, as: .gzip) { size }
            XCTAssertNil(outcome.error)
            XCTAssertTrue(outcome.data == Data(parts.joined()), "\(size)")
        }
    }

    func testAMatchReachesNoEarlierMember() {
        // A fixed block with a match of distance 1, as the first symbol of the second member. With
        // bytes behind it, the quick loop sees it; after a long member, the window has moved.
        let bits = Bits.fixed().code("0000001 00000 0000000")
        let second = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]) + bits.data
        for first in [text, Samples.mixture(250_000)] {
            for count in [0, 64] {
                let data = member(first) + second + Data(count: count)
                for size in [999, 1_000_000] {
                    let outcome = decompress(data, as: .gzip) { size }
                    XCTAssertEqual(outcome.error?.code, .malformed)
                    XCTAssertTrue(outcome.data == first)
                }
            }
        }
    }

    func testFormatsAreDetected() {
        for (name, data) in Samples.all {
            for level in 0...9 {
                let level = CompressionLevel(level)
                let data = data.prefix(10)
                let gzip = data.compressed(as: .gzip, level: level)
                let zlib = data.compressed(as: .zlib, level: level)
                XCTAssertEqual(CompressedFormat(detecting: gzip.prefix(2)), .gzip, name)
                XCTAssertEqual(CompressedFormat(detecting: zlib), .zlib, name)
            }
        }
        for bytes: [UInt8] in [
            [], [0x1F], [0x1F, 0x8C], [0x50, 0x4B], [0x78, 0x02], [0x88, 0x1C],
        ] {
            XCTAssertNil(CompressedFormat(detecting: bytes), "\(bytes)")
        }
    }

    // MARK: Errors

    func testGoodPiecesComeBeforeTheErrorWhichEveryCallThrowsAgain() throws {
        var data = Samples.noise(200_000).compressed(as: .gzip)
        data[150_000] ^= 1
        let decompressor = Decompressor(.gzip)
        try decompressor.append(data)
        var count = 0
        XCTAssertThrowsError(
            try { while let piece = try decompressor.next() { count += piece.count } }()
        )
        XCTAssertEqual(count, 200_000)
        for _ in 0..<2 {
            XCTAssertThrowsError(try decompressor.next())
            XCTAssertThrowsError(try decompressor.append(data))
            XCTAssertThrowsError(try decompressor.drain())
            XCTAssertThrowsError(try decompressor.finish()) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .checksumMismatch)
            }
        }
    }

    func testFinishDoesNotThrowBeforeThePiecesWereTaken() throws {
        let data = text.compressed(as: .gzip).dropLast()
        let decompressor = Decompressor(.gzip)
        try decompressor.append(data)
        try decompressor.finish()
        try decompressor.finish()
        XCTAssertEqual(try decompressor.next(), text)
        for _ in 0..<2 {
            XCTAssertThrowsError(try decompressor.finish()) { error in
                XCTAssertEqual((error as? ArchiveError)?.code, .truncated)
            }
        }
        XCTAssertThrowsError(try decompressor.next())
    }

    func testADrainAfterFinishReturnsNothingOfDamagedData() throws {
        let plain = Samples.noise(200_000)
        var damaged = plain.compressed(as: .gzip)
        damaged[150_000] ^= 1
        for (data, code) in [
            (plain.compressed(as: .gzip).dropLast(), ArchiveError.Code.truncated),
            (damaged, .checksumMismatch),
        ] {
            let decompressor = Decompressor(.gzip)
            try decompressor.append(data)
            try decompressor.finish()
            for _ in 0..<2 {
                XCTAssertThrowsError(try decompressor.drain()) { error in
                    XCTAssertEqual((error as? ArchiveError)?.code, code)
                }
                XCTAssertThrowsError(try decompressor.next())
            }
        }
        let decompressor = Decompressor(.gzip)
        try decompressor.append(plain.compressed(as: .gzip))
        try decompressor.finish()
        XCTAssertTrue(try decompressor.drain() == plain)
        XCTAssertEqual(try decompressor.drain(), Data())
    }

    func testWholeStreamsMayBeFinishedTwice() throws {
        let decompressor = Decompressor(.gzip)
        try decompressor.append(member(text))
        XCTAssertEqual(try decompressor.drain(), text)
        try decompressor.finish()
        try decompressor.finish()
        XCTAssertNil(try decompressor.next())
    }

    func testSentencesNameTheByteAndTheCause() {
        let rows: [(Data, CompressedFormat, String)] = [
            (Data(), .gzip, "byte 0: the data ends before the stream does; fetch the data again"),
            (
                Data("plain text".utf8), .gzip,
                "byte 0: the data is not gzip; check the source and the format"
            ),
            (
                Data([7]), .deflate,
                "byte 0: invalid block type 3; fetch the data again, or check its format"
            ),
        ]
        for (data, format, sentence) in rows {
            XCTAssertThrowsError(try data.decompressed(as: format)) {
                XCTAssertEqual("\($0)", sentence)
            }
        }
    }
}

extension Compressor {
    /// All output of a stream without further input.
    fileprivate func finished() -> Data {
        finish()
        return drain()
    }
}
