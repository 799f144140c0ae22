import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

final class ManyDownloadsTests: XCTestCase {
    func testRandomCutsLoseAndRepeatNothing() async throws {
        let content = bytes(200_000)
        let fixture = try Fixture(self, content)
        var random = SeededRandom(seed: 1)
        var cutCount = 0
        for round in 0..<rounds(100, underStress: 1_000) {
            let cuts = (0..<Int.random(in: 1...6, using: &random)).map { _ in
                (Int.random(in: 0..<content.count, using: &random), Bool.random(using: &random))
            }
            let before = fixture.server.requests.count
            fixture.server.answer { request in
                var response = LoopbackResponse(content, for: request)
                let number = fixture.server.requests.count - before - 1
                if number < cuts.count { (response.cut, response.isReset) = cuts[number] }
                return response
            }
            var options = fixture.options
            options.reusesUnchanged = false
            options.limits.retries = 10
            let download = Download(
                from: fixture.server.url(),
                to: fixture.file,
                options: options,
                in: fixture.queue
            )
            let result = try await download.value
            let stops = fixture.server.requests.count - before - 1
            cutCount += stops
            XCTAssertLessThanOrEqual(
                result.receivedBytes,
                content.count + 4_096 * stops,
                "\(round)"
            )
            XCTAssertTrue(try Data(contentsOf: fixture.file) == Data(content), "\(round)")
        }
        XCTAssertGreaterThan(cutCount, rounds(100, underStress: 1_000))
    }

    /// The ways in which a server names its versions.
    private enum Naming: CaseIterable {
        case strong, weak, none, changing, lying
    }

    func testContentThatIsReplacedIsNeverMixed() async throws {
        let versions = [bytes(40_000, seed: 1), bytes(40_000, seed: 2)]
        let fixture = try Fixture(self, versions[0])
        var random = SeededRandom(seed: 2)
        var wholeCount = 0
        for round in 0..<rounds(40, underStress: 500) {
            let naming = Naming.allCases[round % Naming.allCases.count]
            let change = Int.random(in: 1...4, using: &random)
            let cuts = (0..<Int.random(in: 1...4, using: &random)).map { _ in
                Int.random(in: 0..<40_000, using: &random)
            }
            let before = fixture.server.requests.count
            fixture.server.answer { request in
                let number = fixture.server.requests.count - before - 1
                let version = number < change ? 0 : 1
                let etag: String? =
                    switch naming {
                    case .strong: "\"\(version)\""
                    case .weak: "W/\"\(version)\""
                    case .none: nil
                    case .changing: "\"\(number)\""
                    case .lying: "\"1\""
                    }
                var response = LoopbackResponse(versions[version], etag: etag, for: request)
                if number < cuts.count { response.cut = cuts[number] }
                return response
            }
            var options = fixture.options
            options.reusesUnchanged = false
            let download = Download(
                from: fixture.server.url(),
                to: fixture.file,
                options: options,
                in: fixture.queue
            )
            try? FileManager.default.removeItem(at: fixture.file)
            do {
                _ = try await download.value
                let file = try Data(contentsOf: fixture.file)
                XCTAssertTrue(versions.contains { Data($0) == file }, "\(round): \(naming)")
                wholeCount += 1
            } catch let error as DownloadError {
                XCTAssertTrue(
                    error.code == .connectionLost || error.limit == .restarts,
                    "\(error)"
                )
                XCTAssertFalse(FileManager.default.fileExists(atPath: fixture.file.path))
            }
        }
        XCTAssertGreaterThan(wholeCount, rounds(40, underStress: 500) / 2)
    }

    func testAnyAnswersEndWithOneVersionOrAnError() async throws {
        let versions = [bytes(20_000, seed: 1), bytes(20_000, seed: 2)]
        let fixture = try Fixture(self, versions[0])
        let seed = Counter()
        fixture.server.answer { request in
            var random = SeededRandom(seed: seed.add(1))
            return Self.anyAnswer(to: request, versions, &random)
        }
        var options = fixture.options
        options.reusesUnchanged = false
        options.limits.retryDelay = .zero
        options.firstPause = .zero
        var wholeCount = 0
        let count = rounds(50, underStress: 100_000)
        for round in 0..<count {
            let download = Download(
                from: fixture.server.url(),
                to: fixture.file,
                options: options,
                in: fixture.queue
            )
            try? FileManager.default.removeItem(at: fixture.file)
            do {
                _ = try await download.value
                let file = try Data(contentsOf: fixture.file)
                XCTAssertTrue(versions.contains { Data($0) == file }, "\(round)")
                wholeCount += 1
            } catch is DownloadError {
                XCTAssertFalse(
                    FileManager.default.fileExists(atPath: fixture.file.path),
                    "\(round)"
                )
            }
        }
        XCTAssertGreaterThan(wholeCount, count / 10)
        XCTAssertLessThan(wholeCount, count)
    }

    /// A random row of the rules for responses, of a version with its own ETag.
    private static func anyAnswer(
        to request: LoopbackRequest,
        _ versions: [[UInt8]],
        _ random: inout SeededRandom
    ) -> LoopbackResponse {
        let version = Int.random(in: 0..<10, using: &random) == 0 ? 1 : 0
        var response = LoopbackResponse(versions[version], etag: "\"\(version)\"", for: request)
        func number() -> Int { Int.random(in: 0...21_000, using: &random) }
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8: response.cut = number()
        case 8: response.isChunked = true
        case 9:
            let statuses = [204, 301, 304, 404, 412, 416, 500, 503]
            response = LoopbackResponse(statuses.randomElement(using: &random) ?? 404)
        case 10: response.fields.append("Content-Range: bytes \(number())-\(number())/20000")
        case 11: response = LoopbackResponse(302, ["Location: /other"])
        case 12:
            response.status = 206
            response.fields.append("ETag: \"2\"")
        case 13: response = LoopbackResponse(raw: "HTTP/1.1 200 OK\r\nContent-Length: \(number())x")
        case 14: response.fields.append("Content-Length: \(number())")
        case 15:
            response.fields.append("Content-Length: \(response.body.count)")
            response.hasLength = false
            response.body = Array(response.body.dropLast(number()))
        default: break
        }
        return response
    }

    func testDescriptorsAndThreadsAreReturned() async throws {
        let fixture = try Fixture(self, bytes(1_000))
        func count(_ name: String) -> Int {
            (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/\(name)").count) ?? 0
        }
        func download(_ count: Int) async throws {
            for _ in 0..<count { _ = try await fixture.result() }
        }
        try await download(20)
        let (files, threads) = (count("fd"), count("task"))
        try await download(rounds(300, underStress: 3_000))
        // Idle connections of the server and the client may have come or gone.
        XCTAssertLessThan(count("fd"), files + 20)
        XCTAssertLessThan(count("task"), threads + 20)
    }
}

/// Downloads in processes that are killed.
final class KillTests: XCTestCase {
    private static let key = "FOOTING_DOWNLOAD"

    /// Runs in a process of its own: downloads, and stops itself after a step if it is told to.
    private func downloadIfTold() async throws -> Bool {
        guard let argument = ProcessInfo.processInfo.environment[Self.key] else { return false }
        let words = argument.split(separator: " ").map(String.init)
        var options = DownloadOptions.standard
        options.firstPause = .milliseconds(1)
        options.didFinishStep = { if "\($0)" == words[2] { kill(getpid(), SIGKILL) } }
        let url = try XCTUnwrap(URL(string: words[0]))
        _ = try await Download(from: url, to: URL(filePath: words[1]), options: options).value
        return true
    }

    private func start(_ fixture: Fixture, _ step: String = "none") throws -> Process {
        let argument = "\(fixture.server.url()) \(fixture.file.path) \(step)"
        let process = Process(command, environment: [Self.key: argument])
        process.standardOutput = FileHandle.nullDevice
        try process.run()
        return process
    }

    func testKilledProcessesLoseNothing() async throws {
        if try await downloadIfTold() { return }
        let content = bytes(4 << 20)
        let goal = Shared(0)
        let gate = Shared(Gate())
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            let start = request.rangeStart ?? 0
            if start + 300_000 < content.count { response.cut = 300_000 }
            // The process waits here to be killed.
            if start > goal.value {
                response.cut = 0
                response.pause = { [gate = gate.value] in gate.pass() }
            }
            return response
        }
        var random = SeededRandom(seed: 3)
        for _ in 0..<rounds(1, underStress: 200) {
            try? FileManager.default.removeItem(at: fixture.file)
            var kept = 0
            var killCount = 0
            while !FileManager.default.fileExists(atPath: fixture.file.path) {
                let before = fixture.server.requests.count
                goal.value = kept + Int.random(in: 0...1_500_000, using: &random)
                gate.value = Gate()
                let process = try start(fixture)
                func size() -> Int { (try? Data(contentsOf: fixture.part).count) ?? 0 }
                XCTAssertTrue(eventually { size() >= goal.value || !process.isRunning })
                kill(process.processIdentifier, SIGKILL)
                process.waitUntilExit()
                gate.value.open()
                killCount += 1
                let first = fixture.server.requests.dropFirst(before).first
                if kept > 0, let first {
                    XCTAssertEqual(first.rangeStart, kept - min(kept, 4_096))
                }
                kept = size()
            }
            fixture.assertWhole()
            XCTAssertGreaterThan(killCount, 1)
        }
    }

    func testProcessesKilledAfterAStepLoseNothing() async throws {
        if try await downloadIfTold() { return }
        for step in DownloadStep.allCases where step != .withdrewTrust {
            let fixture = try Fixture(self)
            let process = try start(fixture, "\(step)")
            process.waitUntilExit()
            XCTAssertEqual(process.terminationStatus, SIGKILL, "\(step)")
            let result = try await fixture.result()
            let isNamed = [.renamed, .syncedFolder, .removedRecord].contains(step)
            XCTAssertEqual(result.source, isNamed ? .unchanged : .network, "\(step)")
            XCTAssertLessThanOrEqual(result.receivedBytes, isNamed ? 0 : 4_096, "\(step)")
            fixture.assertWhole()
        }
    }

    func testProcessKilledBeforeAPartIsEmptiedBeginsAgain() async throws {
        if try await downloadIfTold() { return }
        let fixture = try Fixture(self)
        await fixture.leavePart(of: 60_000)
        let name = ExtendedAttributeName.portable("footing.download")
        let old = try XCTUnwrap(fixture.part.extendedAttributes.data(for: name))
        let flushed = String(decoding: old, as: UTF8.self)
            .replacing("\"flushed\":0", with: "\"flushed\":50000")
        try fixture.part.extendedAttributes.set(Data(flushed.utf8), for: name)
        let other = bytes(100_000, seed: 2)
        fixture.server.answer { LoopbackResponse(other, etag: "\"2\"", for: $0) }
        let process = try start(fixture, "\(DownloadStep.withdrewTrust)")
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, SIGKILL)
        XCTAssertEqual(try Data(contentsOf: fixture.part).count, 60_000)
        let result = try await fixture.result()
        XCTAssertEqual(result.resumedBytes, 0)
        XCTAssertNil(fixture.server.requests.last?["range"])
        fixture.assertWhole(other)
    }

    func testTwoProcessesDoNotShareAPart() async throws {
        if try await downloadIfTold() { return }
        let gate = Gate()
        let content = bytes(1_000)
        let fixture = try Fixture(self, content) { request in
            var response = LoopbackResponse(content, for: request)
            response.pause = { gate.pass() }
            return response
        }
        let process = try start(fixture)
        await assertComesTrue(fixture.server.requests.count == 1)
        let error = await fixture.error()
        XCTAssertEqual(error?.code, .inUse)
        gate.open()
        process.waitUntilExit()
        XCTAssertEqual(process.terminationStatus, 0)
        fixture.assertWhole()
    }
}
