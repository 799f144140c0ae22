import FootingExtendedAttributes
import FootingLocalization
import FootingMapping
import FootingObservation
import FootingOperations
import FootingProxies
import Foundation

/// One delivery through all products: a file with an attribute is read by a job, mapped onto an
/// object, told to an observer, sent to main, and shown in a reader's language.
final class Deliveries: Scenario {
    /// Belongs to main.
    @MainActor
    private final class Panel: Invocable {
        private(set) var count = 0

        func show() { count += 1 }
    }

    private struct Order: Equatable {
        var number = 0
        var books = 0

        static let mapping = Mapping<Order> {
            Field("number", \.number)
            Field("books", \.books)
        }
    }

    private let folder: URL
    private let store: LocalizationStore
    private let queue = FutureQueue(name: "deliveries", maxConcurrentJobs: 2)
    private let latest = ObservedValue(Order())
    private let panel: Panel
    private let bag = ObservationBag()
    private let read: Counter
    private let observed: Counter
    private let shown: Counter
    private let texts: Counter

    init(_ setting: Setting) throws {
        let ledger = setting.ledger
        folder = setting.folder
        read = ledger.counter("deliveries: orders read")
        observed = ledger.counter("deliveries: orders observed")
        shown = ledger.counter("deliveries: orders shown on main")
        texts = ledger.counter("deliveries: texts as expected")
        store = LocalizationStore(try TableFiles(setting.folder).bundle)
        let panel = MainActor.assumeIsolated { Panel() }
        self.panel = panel
        latest.observe { [observed, shown] _ in
            observed.see()
            panel.on(.main) { panel in
                panel.show()
                shown.see()
            }
        }.store(in: bag)
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        let (store, latest, read) = (store, latest, read)
        let language = random.choice("en", "pl", "de")
        let orders = (1...random.number(1...5)).map { number in
            Order(number: thread * 1000 + number, books: random.number(0...999))
        }
        let futures = try orders.map { order in
            let file = folder.appending(path: "order \(order.number).json")
            let json = #"{"number": "\#(order.number)", "books": \#(order.books)}"#
            try Data(json.utf8).write(to: file)
            try file.extendedAttributes.set(language, for: .soakOwner)
            read.expect()
            observed.expect()
            shown.expect()
            return queue.submit { () throws in
                var order = Order()
                _ = try Order.mapping.apply(json: Data(contentsOf: file), to: &order)
                let reader = try file.extendedAttributes.value(for: .soakOwner) ?? "none"
                try FileManager.default.removeItem(at: file)
                latest.set(order)
                read.see()
                let l10n = store.localizer(for: LanguagePreferences(names: [reader]))
                return "\(order.number): \(l10n("books", order.books))"
            }
        }
        for (order, future) in zip(orders, futures) {
            let text = "\(order.number): \(TableFiles.books(order.books, language, version: 0))"
            texts.check(try future.wait(timeout: patience), is: text)
        }
        // No step goes on before main has shown what was sent to it.
        panel.on(.main).sync { _ in }
    }
}
