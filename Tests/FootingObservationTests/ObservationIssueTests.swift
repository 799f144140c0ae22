import FootingObservation
import Foundation
import FootingLocks
import TestSupport
import XCTest

/// Mistakes are told, and never stop the program.
final class ObservationIssueTests: XCTestCase {
    func testTheHandlerStaysWhatItIsHoweverOftenItIsLookedAt() {
        let count = Lock(0)
        let usual = ObservationIssue.handler
        ObservationIssue.handler = { _ in count.withLock { $0 += 1 } }
        defer { ObservationIssue.handler = usual }
        onThread(stackSize: 512 << 10) {
            let account = Account()
            for _ in 0..<20_000 { _ = ObservationIssue.handler }
            withExtendedLifetime(account.observe(\.plain) { _ in }) {}
        }
        XCTAssertEqual(count.withLock { $0 }, 1)
    }

    func testAKeyPathWithNothingObservedMakesAnInertTokenThatStillTellsTheInitialValue() {
        let account = Account()
        let log = Log<String>()
        var token: ObservationToken?
        let line: UInt = #line + 2
        let issues = collectIssues {
            token = account.observe(\.plain, initial: true) { log.add("plain", $0) }
        }
        account.plain = 1

        XCTAssertEqual(token?.isLive, false)
        XCTAssertEqual(log.entries, ["plain: = 0"])
        XCTAssertEqual(issues.map(\.code), [.nothingObserved])
        XCTAssertEqual(
            issues.first?.callSites,
            ["FootingObservationTests/ObservationIssueTests.swift:\(line)"]
        )
        let text = issues.first.map { "\($0)" } ?? ""
        XCTAssertTrue(
            text.hasPrefix("\(issues.first?.callSites.first ?? "nowhere"): observing "),
            text
        )
        XCTAssertTrue(text.contains("@Observed"), text)
    }

    func testAnnouncingWhatCannotBeAnnouncedIsTold() {
        final class Use: KeyValueObservable {
            let shared = ObservedValue(1)
            @Observed var number = 1
            var sum: Int { number + shared.value }
        }
        let account = Account()
        let use = Use()
        var tokens: [ObservationToken] = []
        let issues = collectIssues {
            tokens.append(account.observe(beforeChangeOf: \.plain) { _ in })
            tokens.append(use.observe(beforeChangeOf: \.sum) { _ in })
        }

        XCTAssertEqual(tokens.map(\.isLive), [false, true])
        XCTAssertEqual(issues.map(\.code), [.nothingObserved, .notAnnounced])
    }

    func testAnIssueOfAListNamesThePlaceOfTheKeyPathInIt() {
        final class Use: KeyValueObservable {
            @Observed var number = 1
            var plain = 1
            var computed: Int { 1 }
        }
        let use = Use()
        let issues = collectIssues {
            let token = use.observe(anyOf: [\.number, \.plain, \.computed]) { _ in }
            XCTAssertTrue(token.isLive)
        }
        XCTAssertEqual(issues.map(\.position), [1, 2])
        let texts = issues.map(\.description)
        XCTAssertTrue(texts[0].contains("observing key path 2 of the list, "), texts[0])
        XCTAssertTrue(texts[0].contains(".plain: the key path reads no"), texts[0])
        XCTAssertTrue(texts[1].contains("key path 3 of the list: the key path reads no"), texts[1])
    }

    func testAnEmptyListOfKeyPathsIsToldAndEnds() {
        let account = Account()
        var tokens: [ObservationToken] = []
        let line: UInt = #line + 2
        let issues = collectIssues {
            tokens.append(account.observe(anyOf: []) { _ in })
            tokens.append(account.observe(anyOf: [], with: account) { _, _ in })
        }
        XCTAssertEqual(tokens.map(\.isLive), [false, false])
        XCTAssertEqual(issues.map(\.code), [.nothingObserved, .nothingObserved])
        XCTAssertEqual(
            issues.first?.description,
            "FootingObservationTests/ObservationIssueTests.swift:\(line): the list of key paths is "
                + "empty: name at least one."
        )
    }

    private final class Restless: KeyValueObservable {
        @Observed var balance = 0
        var copies: [Restless] = []
        var total: Int {
            let copy = Restless()
            copies.append(copy)
            copy.balance = copy.balance + balance
            return copy.balance
        }
    }

    func testAComputedPropertyThatChangesWhatItReadsIsStopped() {
        let restless = Restless()
        var totals: [Int] = []
        let bag = ObservationBag()
        let issues = collectIssues {
            restless.observe(\.total) { totals.append($0.newValue) }.store(in: bag)
            restless.balance = 7
        }
        XCTAssertEqual(totals.last, 7)
        XCTAssertFalse(issues.isEmpty)
        XCTAssertEqual(Set(issues.map(\.code)), [.endlessFeedback])
    }

    func testFeedbackThatMultipliesIsStoppedBeforeItIsStored() {
        final class Holder: KeyValueObservable { @Observed var canary: Canary? }
        let holder = Holder()
        let count = Population()
        var most = 0
        let bag = ObservationBag()
        for _ in 0..<1_000 {
            holder.observe(\.canary) { _ in
                holder.canary = count.canary()
                most = max(most, count.count)
            }.store(in: bag)
        }
        XCTAssertEqual(collectIssues { holder.canary = nil }.map(\.code), [.endlessFeedback])

        // Round 1 holds 1,000 changes and round 2 would hold 1,000,000.
        XCTAssertLessThan(most, 102_010)
        XCTAssertEqual(count.count, 1)
        bag.cancel()
    }

    func testAnObjectReleasedWhenFeedbackIsStoppedFeedsNothing() {
        final class Holder: KeyValueObservable { @Observed var resource: OnDeinit? }
        let holder = Holder()
        var calls = 0
        var isFeeding = true
        let token = holder.observe(\.resource) { _ in
            calls += 1
            guard isFeeding else { return }
            holder.resource = OnDeinit {
                guard calls > 100 else { return }
                isFeeding = false
                holder.resource = nil
            }
        }
        XCTAssertEqual(collectIssues { holder.resource = nil }.map(\.code), [.endlessFeedback])
        let before = calls
        isFeeding = false
        holder.resource = nil
        XCTAssertEqual(calls, before + 1, "a change of the delivery before was kept")
        token.cancel()
    }

    // MARK: Standard error

    /// Runs `body` while standard error is what `replace` makes of it.
    private func withStandardError(_ replace: () -> Void, _ body: () -> Void) {
        let usual = dup(STDERR_FILENO)
        replace()
        body()
        XCTAssertEqual(dup2(usual, STDERR_FILENO), STDERR_FILENO)
        close(usual)
    }

    func testAnIssueIsPrintedToStandardError() throws {
        let pipe = Pipe()
        withStandardError {
            dup2(pipe.fileHandleForWriting.fileDescriptor, STDERR_FILENO)
        } _: {
            XCTAssertFalse(Account().observe(\.plain) { _ in }.isLive)
        }
        try pipe.fileHandleForWriting.close()
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)

        XCTAssertTrue(text.contains("FootingObservationTests/ObservationIssueTests.swift:"), text)
        XCTAssertTrue(text.hasSuffix(".\n"), text)
    }

    func testAClosedOrFullStandardErrorStopsNothing() {
        for path in [nil, "/dev/full"] {
            withStandardError {
                close(STDERR_FILENO)
                // The lowest free descriptor is that of standard error. Only Linux has the file.
                if let path { _ = unsafe open(path, O_WRONLY) }
            } _: {
                XCTAssertFalse(Account().observe(\.plain) { _ in }.isLive)
            }
        }
    }
}
