// Reloads the tables of a server on a signal, while requests are served.
//
// Run it with `swift run ReloadTables`. It edits a copy of its tables, and sends itself the signal
// that an operator sends with `kill -HUP`.

import FootingLocalization
import FootingOperations
import Foundation

let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Data/Cookbook")
let folder = FileManager.default.temporaryDirectory.appending(path: "tables-\(UUID())")
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
let tables = folder.appending(path: "Recipes.bundle")
try FileManager.default.copyItem(at: data.appending(path: "Recipes.bundle"), to: tables)
defer { try? FileManager.default.removeItem(at: folder) }

let store = LocalizationStore(try ResourceBundle.locate("Recipes", in: [folder]))
let requests = FutureQueue(name: "requests", maxConcurrentJobs: 4)

/// Answers a request; all its strings are of one version of the tables.
func answer(
    _ languages: String,
    body: @escaping @Sendable () -> Void = {}
) -> Future<String, Never> {
    requests.submit {
        let l10n = store.localizer(acceptLanguage: languages)
        let title = l10n("shop.title")
        body()
        return "\(title): \(l10n("shop.hours"))"
    }
}

// Signals are handled on a queue, where reading files is allowed, and not in a signal handler of C.
signal(SIGHUP, SIG_IGN)
let (reloads, continuation) = AsyncStream.makeStream(of: String.self)
let hangUps = DispatchSource.makeSignalSource(signal: SIGHUP, queue: DispatchQueue(label: "reload"))
hangUps.setEventHandler {
    do throws(LocalizationError) {
        let hasChanged = try store.reloadIfChanged()
        continuation.yield(
            hasChanged ? "reloaded, issues: \(store.report.issueCount)" : "no file has changed"
        )
    } catch {
        continuation.yield("the old strings stay: \(error.code)")
    }
}
hangUps.activate()

/// Replaces a table by renaming, so that no reader sees a part of it; then signals.
func edit(_ change: (String) -> String) async throws {
    let file = tables.appending(path: "Localizable.xcstrings")
    let table = try String(contentsOf: file, encoding: .utf8)
    try change(table).write(to: file, atomically: true, encoding: .utf8)
    kill(getpid(), SIGHUP)
    for await reload in reloads { return print(reload) }
}

print(try await answer("de").value)
let (reading, edited) = (Promise<Void, Never>(), Promise<Void, Never>())
let slow = answer("de") {
    reading.succeed(())
    try? edited.future.wait()
}
try await reading.future.value
try await edit { $0.replacing("9–18", with: "10–20") }
edited.succeed(())
print("began before:", try await slow.value)
print("began after: ", try await answer("de").value)

// A catalog that was cut off.
try await edit { String($0.prefix($0.count / 2)) }
print(try await answer("de").value)
