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

/// Prints a line, cut so that it fits a terminal of 80 columns.
func show(_ line: String) {
    print(line.count <= 80 ? line : line.prefix(79) + "…")
}

func heading(_ number: Int, _ product: String, _ subject: String) {
    print("\n\(number)  \(subject)")
    print("   \(product)")
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
    } catch let error as CocoaError where error.code == .fileReadNoSuchFile {
        fail("\(path): there is no such file; give the path of a JSON file, or none")
    } catch {
        fail("\(path): can't be read; give the path of a JSON file, or none")
    }
}

// 1. Untrusted data becomes an object, and what was wrong with it is told.
func map(_ payload: Data, from path: String, onto book: Book) {
    var options = MappingOptions.standard
    options.listsFields = true
    let report: MappingReport
    do {
        report = try Book.mapping.apply(json: payload, to: book, options: options)
    } catch {
        fail("\(path): \(error)")
    }
    heading(1, "FootingMapping", "A dirty record becomes an object")
    let fields = { (kind: MappingNote.Kind) in report.notes.filter { $0.kind == kind } }
    show("  as sent    " + fields(.applied).map { "\($0.path)" }.joined(separator: " "))
    for note in fields(.converted) + fields(.rounded) {
        show("  converted  \(note.path): \(note.sourceKind.rawValue) to \(note.target)")
    }
    for issue in report.issues {
        show("  refused    \(issue)")
    }
    show("  and \(report.unusedKeyCount) keys that this program does not know")
}

// 2, 3 and 4. A job works on the object off main; each change that it makes is observed there, with
// the old value and the new one, and announced on main.
func lend(_ book: sending Book, at desk: Desk) async throws -> String {
    heading(2, "FootingObservation", "Its changes are observed, with old and new values")
    let lending = FutureQueue(width: 2).run {
        let bag = ObservationBag()
        book.observe(\.copies) { change in
            let place = MainDestination.isCurrent ? "on main" : "off main"
            let text = "copies: \(change.oldValue ?? 0) -> \(change.newValue), changed \(place)"
            desk.on(.main) { $0.announce(text) }
        }.store(in: bag)
        for left in [5, 2, 1] { book.copies = left }
        return withExtendedLifetime(bag) { "\(book.title), \(book.author.name)" }
    }
    let title = try await lending.value
    // Calls to main are made in order, so all announcements were made before this one.
    let count = await desk.on(.main).run { $0.announcements }

    heading(3, "FootingOperations", "A job did that, and has a result")
    show("  “\(title)”")

    heading(4, "FootingProxies", "Its news came to main")
    show("  The desk belongs to the main actor, and was told \(count) times, in order.")
    return title
}

// 5. The result is kept beside a file, as an attribute, and read back.
func keep(_ title: String) throws {
    heading(5, "FootingExtendedAttributes", "A note beside a file")
    let file = FileManager.default.temporaryDirectory.appending(path: "tour-\(UUID().uuidString)")
    try Data("Reserved until Friday.\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    do {
        try file.extendedAttributes.set(title.utf8, for: .portable("footing.tour.title"))
        for name in try file.extendedAttributes.names(in: .user) {
            let value = try file.extendedAttributes.data(for: name) ?? Data()
            show("  \(name) = \(String(decoding: value, as: UTF8.self))")
        }
    } catch where error.code == .unsupported {
        show("  The volume of \(file.deletingLastPathComponent().path) keeps no attributes; on we go.")
    }
}

// 6. The user's language comes from the environment, plurals and digits with it.
func speak(of title: String, in data: URL) throws {
    heading(6, "FootingLocalization", "The user's language")
    let bundle = try ResourceBundle.locate("Tour", in: [data])
    let store = LocalizationStore(bundle, developmentLanguage: "en")
    let l10n = store.localizer(for: .system)
    show("  " + l10n("greeting", title))
    for count in [1, 2, 5] { show("  " + l10n("books.left", count)) }
    show("  " + l10n("visitors", 1_234_567))
}

let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
let path = CommandLine.arguments.dropFirst().first ?? data.appending(path: "delivery.json").path
let payload = contents(ofFileAt: path)

func tour() async throws {
    let book = Book()
    print("A walk through Footing, with \(URL(filePath: path).lastPathComponent)")
    map(payload, from: path, onto: book)
    let title = try await lend(book, at: Desk())
    try keep(title)
    try speak(of: title, in: data)
    print(
        """

        Where to go next
          swift run Tour FILE           the same walk with a JSON object of your own
          LANG=pl_PL.UTF-8 swift run Tour   in Polish (de_DE.UTF-8: in German)
          Documentation/Guides          a guide for each product
          Snippets                      every sample, as a program to run
        """
    )
}

try await tour()
