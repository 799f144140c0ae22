import FootingExtendedAttributes
import Foundation
import TestSupport
import XCTest

/// Reading while others write.
///
/// `FOOTING_STRESS=1` runs them at full length.
final class StressTests: XCTestCase {
    func testValueResizedByAnotherProcessIsWholeInTheTemporaryFolder() throws {
        try assertValueStaysWhole { try $0(makeFile()) }
    }

    func testValueResizedByAnotherProcessIsWholeOnAVolumeForLargeValues() throws {
        try assertValueStaysWhole { try $0(makeFileForLargeValues()) }
    }

    func testValueResizedByAnotherProcessIsWholeOnXFS() throws {
        try assertValueStaysWhole { try onVolume(.xfs, $0) }
    }

    func testValueResizedByAnotherProcessIsWholeOnBtrfs() throws {
        try assertValueStaysWhole { try onVolume(.btrfs, $0) }
    }

    func testNamesChangedByAnotherProcessAreWholeInTheTemporaryFolder() throws {
        try assertNamesStayWhole { try $0(makeFile()) }
    }

    func testNamesChangedByAnotherProcessAreWholeOnAVolumeForLargeValues() throws {
        try assertNamesStayWhole { try $0(makeFileForLargeValues()) }
    }

    func testEightThreadsOnOneValueSeeWholeValues() throws {
        let attributes = try makeFileForLargeValues().extendedAttributes
        var random = SeededRandom(seed: 11)
        let values = [0, 18, 100, 3_000, 4_096, 5_000, 9_000, 60_000].map {
            SealedValue.make($0...$0, using: &random)
        }
        try attributes.set(values[0], for: Self.name)
        let demand = Sightings.demanded(factor: 8)
        let deadline = Sightings.deadline
        let board = Shared(Sightings())
        let threads = values.map { value in
            startThread {
                let inspector = SealedValue.Inspector()
                do {
                    while !board.value.isEnough(for: demand), ContinuousClock.now < deadline {
                        try attributes.set(value, for: Self.name)
                        let size = try Self.sizeOfWholeValue(of: attributes, inspector)
                        board.change { $0.add(size, isChange: size != value.count) }
                    }
                } catch {
                    XCTFail("\(error)")
                }
            }
        }
        for thread in threads { thread.pass() }
        board.value.check(against: demand)
        printSeen("by 8 threads, \(board.value.text)")
    }

    // MARK: -

    private static let name: ExtendedAttributeName = "user.value"

    /// Reads one value while another process replaces it by longer and shorter ones.
    private func assertValueStaysWhole(
        line: UInt = #line,
        _ withFile: ((URL) throws -> Void) throws -> Void
    ) throws {
        if let file = Self.secondProcessFile { return try resizeValue(file.extendedAttributes) }
        try withFile { file in
            let attributes = file.extendedAttributes
            let inspector = SealedValue.Inspector()
            try attributes.set([], for: Self.name)
            try watch(file, line: line) {
                try Self.sizeOfWholeValue(of: attributes, inspector)
            }
        }
    }

    private static func sizeOfWholeValue(
        of attributes: ExtendedAttributes,
        _ inspector: SealedValue.Inspector
    ) throws -> Int {
        let size = try attributes.withBytes(of: name) { bytes in
            inspector.isWhole(bytes) ? bytes.byteCount : -bytes.byteCount
        }
        guard let size else { throw Spoiled(what: "There was no value.") }
        guard size >= 0 else { throw Spoiled(what: "A torn value of \(-size) bytes") }
        return size
    }

    private func resizeValue(_ attributes: ExtendedAttributes) throws {
        var random = SeededRandom(seed: 7)
        // Every second value fits on volumes with little space.
        var values = [[], SealedValue.make(60_000...60_000, using: &random)]
        for _ in 0..<32 {
            values.append(SealedValue.make(16...3_900, using: &random))
            values.append(SealedValue.make(16...60_000, using: &random))
        }
        var index = 0
        try untilStopped {
            index = (index + 1) % values.count
            do throws(ExtendedAttributeError) {
                try attributes.set(values[index], for: Self.name)
            } catch {
                guard error.code == .noSpace, values.count > 10 else { throw error }
                values.remove(at: index)
            }
        }
    }

    /// Lists names while another process sets and removes them.
    private func assertNamesStayWhole(
        line: UInt = #line,
        _ withFile: ((URL) throws -> Void) throws -> Void
    ) throws {
        if let file = Self.secondProcessFile { return try changeNames(file.extendedAttributes) }
        try withFile { file in
            let attributes = file.extendedAttributes
            try attributes.set([1], for: "user.stays")
            var whole: Set<ExtendedAttributeName> = ["user.stays"]
            try watch(file, line: line) {
                let names = try attributes.names(in: .user)
                for name in names where !whole.contains(name) {
                    guard SealedName.isWhole(name) else { throw Spoiled(what: "Torn: \(name)") }
                    whole.insert(name)
                }
                guard names.contains("user.stays") else { throw Spoiled(what: "A name is lost.") }
                guard Set(names).count == names.count else { throw Spoiled(what: "A name twice") }
                return names.count
            }
        }
    }

    private func changeNames(_ attributes: ExtendedAttributes) throws {
        // More than 8 KiB of names, so that lists are also measured.
        var names = (0..<40).map(SealedName.make)
        var count = 0
        var isGrowing = true
        try untilStopped {
            if isGrowing {
                do throws(ExtendedAttributeError) {
                    try attributes.set([], for: names[count])
                    count += 1
                } catch {
                    guard error.code == .noSpace, count > 5 else { throw error }
                    names.removeSubrange(count...)
                }
            } else {
                count -= 1
                guard try attributes.remove(names[count]) else { throw Spoiled(what: "Lost") }
            }
            if count == 0 { isGrowing = true }
            if count == names.count { isGrowing = false }
        }
    }

    /// Calls `look`, which returns a size, until the demand is met.
    private func watch(_ file: URL, line: UInt, _ look: () throws -> Int) throws {
        let demand = Sightings.demanded()
        let writer = SecondProcess(of: self, on: file)
        let deadline = Sightings.deadline
        var seen = Sightings()
        var last = 0
        do {
            while true {
                let size = try look()
                seen.add(size, isChange: size != last)
                last = size
                guard seen.reads % 64 == 0 else { continue }
                if seen.isEnough(for: demand) || ContinuousClock.now > deadline { break }
                if !writer.isRunning { break }
            }
        } catch {
            XCTFail("After \(seen.reads) reads: \(error)", line: line)
        }
        let rounds = try writer.stop(line: line)
        seen.check(against: demand, line: line)
        printSeen("on \(try volumeType(of: file)), \(seen.text); \(rounds) changes were made")
    }

    private func volumeType(of file: URL) throws -> String {
        try runProgram(["stat", "-f", "-c", "%T", file.path]).output
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// A value that no reader may see.
private struct Spoiled: Error {
    let what: String
}

/// The numbers of values that a reader has seen, or must see.
private struct Sightings {
    var reads = 0
    var changes = 0
    var largest = 0

    /// The moment when a reader gives up, on a slow volume.
    static var deadline: ContinuousClock.Instant { .now + .seconds(240) }

    /// These numbers, divided by `factor`.
    static func demanded(factor: Int = 1) -> Sightings {
        !isUnderStress
            ? Sightings(reads: 1_280 / factor, changes: 128 / factor)
            : Sightings(reads: 50_000 / factor, changes: 5_000 / factor)
    }

    mutating func add(_ size: Int, isChange: Bool) {
        reads += 1
        largest = max(largest, size)
        if isChange { changes += 1 }
    }

    func isEnough(for demand: Sightings) -> Bool {
        reads >= demand.reads && changes >= demand.changes
    }

    func check(against demand: Sightings, line: UInt = #line) {
        XCTAssertGreaterThanOrEqual(reads, demand.reads, text, line: line)
        XCTAssertGreaterThanOrEqual(changes, demand.changes, text, line: line)
    }

    var text: String {
        "\(reads) reads with \(changes) changes, up to a size of \(largest)"
    }
}
