import Foundation

/// One use of the package, which any number of threads make at the same time.
protocol Scenario: Sendable {
    /// Does a few milliseconds of work, and leaves little behind that is still to be done.
    ///
    /// - Parameters:
    ///   - random: The source of all choices.
    ///   - thread: The number of the thread that calls.
    /// - Throws: Any error; each is a fault.
    func step(_ random: inout RandomSource, on thread: Int) throws
}

/// The longest that a step waits for something that has to come.
let patience = Duration.seconds(60)

/// The objects from which a scenario is made.
struct Setting {
    let ledger: Ledger
    /// A folder of its own.
    let folder: URL
    let threads: Int
}

/// All scenarios by their names.
let scenarios: [(name: String, make: @Sendable (Setting) throws -> any Scenario)] = [
    ("cells", SharedCells.init),
    ("objects", ObservedObjects.init),
    ("jobs", QueuedJobs.init),
    ("combined", CombinedJobs.init),
    ("latest", LatestResults.init),
    ("calls", SentCalls.init),
    ("delays", DelayedCalls.init),
    ("confined", ConfinedObjects.init),
    ("threads", StoppedThreads.init),
    ("tables", ReloadedTables.init),
    ("missing", MissingTexts.init),
    ("translation", TranslatedTexts.init),
    ("tree", AttributedTree.init),
    ("claims", ClaimedFiles.init),
    ("documents", MappedDocuments.init),
    ("deliveries", Deliveries.init),
    ("archives", PackedFolders.init),
    ("downloads", LoopbackDownloads.init),
    ("caches", JumpingClock.init),
    ("lists", SortedLists.init),
    ("pages", ParsedPages.init),
    ("kills", KilledPrograms.init),
]
