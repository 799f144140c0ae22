/// Events in order, noted from any thread.
package final class Log<Entry: Sendable>: Sendable {
    private let noted = Shared<[Entry]>([])

    package init() {}

    package var entries: [Entry] { noted.value }

    package func add(_ entry: Entry) {
        noted.change { $0.append(entry) }
    }
}
