import FootingFiles
import Foundation
import XCTest

@testable import FootingExtendedAttributes

/// Saving while others read and save.
///
/// `FOOTING_STRESS=1` makes each test at least twenty times longer.
final class SavingStressTests: XCTestCase {
    func testReadersSeeContentAndAttributesOfOneVersion() throws {
        let file = try makeFile()
        try file.extendedAttributes.set([7], for: "user.kept")
        let minimum = stressFactor > 1 ? 2_400 : 100
        try Self.save(0, to: file)

        let writer = Repetition { round in try Self.save(round, to: file) }
        defer { writer.stop() }
        var reads = 0
        var versions = Set<Data>()
        while writer.isRunning, writer.rounds < minimum || reads < minimum || versions.count < 2 {
            let handle = try FileHandle(forReadingFrom: file)
            let attributes = ExtendedAttributes(of: handle)
            let content = try XCTUnwrap(try handle.readToEnd())
            let version = try XCTUnwrap(attributes.data(for: "user.version"))
            guard content.prefix(version.count) == version, content.count == version.count * 5_000
            else { return XCTFail("Two versions in one file") }
            XCTAssertEqual(try attributes.data(for: "user.kept"), Data([7]))
            try handle.close()
            reads += 1
            versions.insert(version)
        }
        writer.stop()
        XCTAssertNil(writer.failure)
        XCTAssertGreaterThanOrEqual(reads, minimum)
        XCTAssertGreaterThan(versions.count, 1, "The file never changed while it was read.")
        try assertNoTemporaryFile(beside: file)
    }

    func testSaversAtOnceAllSucceedAndLoseNoAttributes() throws {
        let file = try makeFile()
        try file.extendedAttributes.setContents(Specimen.contents)
        let minimum = stressFactor > 1 ? 1_600 : 50

        let writers = (0..<4).map { number in
            Repetition { _ in
                try Data("\(number)".utf8).write(to: file, keepingExtendedAttributes: .user)
            }
        }
        defer { for writer in writers { writer.stop() } }
        while writers.allSatisfy(\.isRunning), writers.contains(where: { $0.rounds < minimum }) {
            let value = try file.extendedAttributes.data(for: "user.only-nuls")
            XCTAssertEqual(value, Data([0, 0, 0]))
        }
        for writer in writers {
            writer.stop()
            XCTAssertNil(writer.failure)
            XCTAssertGreaterThanOrEqual(writer.rounds, minimum)
        }
        XCTAssertEqual(try file.extendedAttributes.contents(in: .user), Specimen.contents)
        try assertNoTemporaryFile(beside: file)
    }

    func testBulkReadsSucceedWhileAttributesComeAndGo() throws {
        let file = try makeFile()
        let copy = try makeFile().extendedAttributes
        let attributes = file.extendedAttributes
        let changing = (0..<8).map { ExtendedAttributeName.user("\($0)") }
        try attributes.set([7], for: "user.stays")
        let minimum = stressFactor > 1 ? 4_000 : 200

        let writer = Repetition { round in
            let name = changing[round % 8]
            if round / 8 % 2 == 0 {
                try attributes.set([1], for: name)
            } else {
                try attributes.remove(name)
            }
        }
        defer { writer.stop() }
        var reads = 0
        var counts = Set<Int>()
        while writer.isRunning, writer.rounds < minimum || reads < minimum || counts.count < 2 {
            let contents = try attributes.contents(in: .user)
            XCTAssertEqual(contents["user.stays"], Data([7]))
            XCTAssertEqual(contents.values.filter { $0 != Data([1]) }, [Data([7])])
            let report = try attributes.copy(to: copy, removingOthers: true)
            XCTAssertTrue(report.stored.contains("user.stays"))
            XCTAssertEqual(try copy.names(in: .user), report.stored)
            reads += 1
            counts.insert(contents.count)
        }
        writer.stop()
        XCTAssertNil(writer.failure)
        XCTAssertGreaterThanOrEqual(reads, minimum)
        XCTAssertGreaterThan(counts.count, 1, "No attribute came or went while they were read.")
    }

    private static func save(_ round: Int, to file: URL) throws {
        let version = Data("\(round),".utf8)
        let content = Data(String(repeating: "\(round),", count: 5_000).utf8)
        let replacement = FileReplacement(path: SystemPath(file), selection: .user)
        _ = try replacement(with: content) { attributes throws(ExtendedAttributeError) in
            try attributes.set(version, for: "user.version")
        }
    }
}
