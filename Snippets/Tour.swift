// A walk through all six products, on one record that a service might send.
//
//     swift run Tour          reads Snippets/Data/delivery.json
//     swift run Tour FILE     reads any JSON object of yours
import FootingExtendedAttributes
import FootingLocalization
import FootingMapping
import FootingObservation
import FootingOperations
import FootingProxies
import Foundation

/// A book of a public library, whose properties can be observed.
final class Book: KeyValueObservable {
    @Observed var id = 0
    @Observed var title = "Untitled"
    @Observed var subtitle: String?
    @Observed var pages = 0
    @Observed var price = 0.0
    @Observed var weight = 0.0
    @Observed var copies = 0
    @Observed var available = false
    @Observed var author = Person()
    @Observed var publisher = Company()

    struct Person {
        var name = "Anonymous"
        var born: Int?
    }

    struct Company {
        var name = ""
        var city = ""
    }

    static let mapping = Mapping<Book> {
        Field("id", \.id)
        Field("title", \.title)
        Field("subtitle", \.subtitle)
        Field("pages", \.pages)
        Field("price", \.price)
        Field("weight", \.weight)
        Field("copies", \.copies)
        Field("available", \.available)
        Field("author", \.author, person)
        Field("publisher", \.publisher, company)
    }

    private static let person = Mapping<Person> {
        Field("name", \.name)
        Field("born", \.born)
    }

    private static let company = Mapping<Company> {
        Field("name", \.name)
        Field("city", \.city)
    }
}

/// The desk where readers ask: it belongs to the main actor.
@MainActor
final class Desk: Invocable {
    private(set) var announcements = 0

    func announce(_ text: String) {
        announcements += 1
        show("  \(text)")
    }
}

/// The six stops.
struct Walk: Sendable {
    let l10n: Localizer

    /// Untrusted data becomes an object.
    func map(_ payload: Data, from path: String, onto book: Book) -> MappingReport {
        var options = MappingOptions.standard
        options.listsFields = true
        do {
            let report = try Book.mapping.apply(json: payload, to: book, options: options)
            if let issue = report.issues.first, issue.path.components.isEmpty {
                fail("\(path): it holds no JSON object (\(issue.sourceKind.rawValue))")
            }
            return report
        } catch {
            fail("\(path): \(error)")
        }
    }

    /// What was wrong with the data is told.
    func tell(_ report: MappingReport) {
        heading(1, "stop.map", "FootingMapping")
        let found =
            report.notes.map(\.path)
            + report.issues.filter { $0.sourceKind != .absent }.map(\.path)
        for line in wrapped(found.map { "\($0)" }) { show("  found      \(line)") }
        for note in report.notes where note.kind != .applied {
            show(
                "  \(note.kind.rawValue)  \(note.path): \(note.sourceKind.rawValue) to \(note.target)"
            )
        }
        for issue in report.issues { show("  refused    \(issue)") }
        show("  unknown    keys that this program does not know: \(report.unusedKeyCount)")
    }

    /// A job works on the object off main.
    ///
    /// Each change that it makes is observed there, with the old value and the new one, and
    /// announced on main.
    func lend(_ book: sending Book, at desk: Desk) async throws -> (title: String, changes: Int) {
        heading(2, "stop.observe", "FootingObservation")
        let lending = FutureQueue(width: 2).run {
            let bag = ObservationBag()
            book.observe(\.copies) { change in
                let place = MainDestination.isCurrent ? "on main" : "off main"
                let text = "copies: \(change.oldValue ?? 0) -> \(change.newValue), set \(place)"
                desk.on(.main) { $0.announce(text) }
            }.store(in: bag)
            for left in [5, 2, 1] { book.copies = left }
            return withExtendedLifetime(bag) { "\(book.title), \(book.author.name)" }
        }
        let title = try await lending.value
        // Calls to main are made in order, so all announcements were made before this one.
        let changes = await desk.on(.main).run { $0.announcements }

        heading(3, "stop.work", "FootingOperations")
        show("  “\(title)”")

        heading(4, "stop.deliver", "FootingProxies")
        show("  The desk belongs to the main actor. It was told \(changes) times.")
        return (title, changes)
    }

    /// The result is kept beside a file, as an attribute, and read back.
    func keep(_ title: String) throws {
        heading(5, "stop.store", "FootingExtendedAttributes")
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
        try Data("Reserved until Friday.\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let name = ExtendedAttributeName.portable("footing.tour.title")
        do {
            try file.extendedAttributes.set(title.utf8, for: name)
            guard let value = try file.extendedAttributes.data(for: name) else { return }
            show("  " + l10n("stored", "“\(String(decoding: value, as: UTF8.self))”", "\(name)"))
        } catch {
            guard error.code == .unsupported else { throw error }
            show("  " + l10n("not.stored", file.deletingLastPathComponent().path))
        }
    }

    /// The user's language comes from the environment, and plurals with it.
    func speak(of report: MappingReport, changes: Int) {
        heading(6, "stop.speak", "FootingLocalization")
        show("  " + l10n("values.converted", report.convertedCount))
        show("  " + l10n("problems", report.issueCount))
        show("  " + l10n("keys.unknown", report.unusedKeyCount))
        show("  " + l10n("changes", changes))
        for count in [5, 2, 1] { show("  " + l10n("copies", count)) }
        show("  " + l10n("language"))
    }

    private func heading(_ number: Int, _ key: String, _ product: String) {
        print("\n\(number)  \(l10n(key))")
        print("   \(product)")
    }
}

/// Prints a line, cut so that it fits a terminal of 80 columns.
func show(_ line: String) {
    print(line.count <= 80 ? line : line.prefix(79) + "…")
}

/// The words in lines that have room for a margin.
func wrapped(_ words: [String]) -> [String] {
    var lines: [String] = []
    for word in words {
        if let last = lines.last, last.count + word.count < 66 {
            lines[lines.count - 1] = "\(last) \(word)"
        } else {
            lines.append(word)
        }
    }
    return lines.isEmpty ? ["nothing"] : lines
}

/// Ends the program with one line on standard error.
func fail(_ message: String) -> Never {
    FileHandle.standardError.write(Data("Tour: \(message)\n".utf8))
    exit(1)
}

/// What stands in the file at `path`.
func contents(ofFileAt path: String) -> Data {
    do {
        return try Data(contentsOf: URL(filePath: path))
    } catch {
        let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
        let reason = isMissing ? "there is no such file" : "it can't be read"
        fail("\(path): \(reason); give the path of a JSON file, or none")
    }
}

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let path = CommandLine.arguments.dropFirst().first ?? data.appending(path: "delivery.json").path
let payload = contents(ofFileAt: path)
let bundle = try ResourceBundle.locate("Tour", in: [data])
let l10n = LocalizationStore(bundle, developmentLanguage: "en").localizer(for: .system)
let walk = Walk(l10n: l10n)
let book = Book()
let desk = Desk()

let report = walk.map(payload, from: path, onto: book)
show(l10n("tour.title"))
show(l10n("tour.intro"))
walk.tell(report)
let (title, changes) = try await walk.lend(book, at: desk)
try walk.keep(title)
walk.speak(of: report, changes: changes)
print(
    """

    \(l10n("tour.next"))
      swift run Tour FILE                 the same walk, with a JSON object of yours
      LANG=pl_PL.UTF-8 swift run Tour     in Polish; in German with de_DE.UTF-8
      Documentation/Guides                a guide for each product
      Snippets                            every sample, as a program to run
    """
)
