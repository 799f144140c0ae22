// A tour of Footing: one record, as a service might send it, passes through ten products.
//
//     swift run Tour           reads Snippets/Data/delivery.json
//     swift run Tour FILE      reads the JSON object in FILE
//     swift run Tour -         reads a JSON object from standard input
//     swift run Tour --help    prints these usages
//
// At each of the ten stops, the program prints the line of code that does the work, and the
// result.
// The output is in English, German or Polish: LANG=pl_PL.UTF-8 swift run Tour

import FootingArchives
import FootingCollections
import FootingDownloads
import FootingExtendedAttributes
import FootingHTML
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

/// The desk of the library, which belongs to the main actor.
@MainActor
final class Desk: Invocable {
    /// The numbers of copies that were announced, in the order of their arrival.
    private(set) var announced: [Int] = []

    func announce(_ copies: Int) {
        announced.append(copies)
    }
}

/// Maps untrusted JSON onto the book, or ends the program if there is no JSON object in it.
func map(_ json: Data, from source: String, to book: Book) -> MappingReport {
    var options = MappingOptions.standard
    options.listsFields = true
    do {
        let report = try Book.mapping.apply(json: json, to: book, options: options)
        if let issue = report.issues.first, issue.path.components.isEmpty {
            fail("\(source): it holds no JSON object (\(issue.sourceKind.rawValue))")
        }
        return report
    } catch {
        fail("\(source): \(error)")
    }
}

/// Shows a change where it happens, and announces it at the desk.
func tell(_ desk: Desk, of change: ValueChange<Int>) {
    let place = MainDestination.isCurrent ? "on main" : "off main"
    let copies = change.newValue
    show("copies: \(change.oldValue ?? 0) -> \(copies), set \(place)")
    desk.on(.main) { $0.announce(copies) }
}

/// Lends copies of the book, announces each change at the desk, and returns the book's entry.
func lend(_ book: Book, at desk: Desk) -> String {
    let token = book.observe(\.copies) { tell(desk, of: $0) }
    defer { token.cancel() }
    for left in [5, 2, 1] { book.copies = left }
    return "\(book.title), \(book.author.name)"
}

/// The ten stops, in the reader's language.
struct Tour: Sendable {
    let l10n: Localizer

    /// Stop 1: reports the fields that were found, converted and refused.
    func describe(_ report: MappingReport) {
        heading(1, "stop.map", "FootingMapping")
        quote(#"let report = try Book.mapping.apply(json: json, to: book, options: options)"#)
        let refused = report.issues.filter { $0.sourceKind != .absent }
        let found = report.notes.map { "\($0.path)" } + refused.map { "\($0.path)" }
        for line in wrapped(found) { show("found      \(line)") }
        for note in report.notes where note.kind != .applied {
            let source = note.sourceKind.rawValue
            show("\(note.kind.rawValue)  \(note.path): \(source) to \(note.target)")
        }
        for issue in report.issues { show("refused    \(issue)") }
        show("unknown    keys that this program does not know: \(report.unknownKeyCount)")
    }

    /// Stops 2 to 4: a job changes the book off main, and the desk gets each change on main.
    func lendOffMain(_ book: sending Book, at desk: Desk) async throws -> String {
        heading(2, "stop.observe", "FootingObservation")
        quote(#"let token = book.observe(\.copies) { tell(desk, of: $0) }"#)
        let queue = FutureQueue(maxConcurrentJobs: 2)
        let entry = try await queue.submit { lend(book, at: desk) }.value

        heading(3, "stop.work", "FootingOperations")
        quote(#"let entry = try await queue.submit { lend(book, at: desk) }.value"#)
        show("“\(entry)”")

        heading(4, "stop.deliver", "FootingProxies")
        quote(#"desk.on(.main) { $0.announce(copies) }"#)
        // Main runs these calls in order, so this one returns every announcement of the job.
        let announced = await desk.on(.main).run { $0.announced }
        show("announced on main: \(announced)")
        return entry
    }

    /// Stop 5: stores the entry with a file, as an attribute, and reads it back.
    func store(_ entry: String) throws {
        heading(5, "stop.store", "FootingExtendedAttributes")
        quote(#"try file.extendedAttributes.set(entry.utf8, for: name)"#)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).txt")
        try Data("Reserved until Friday.\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let name = ExtendedAttributeName.portable("footing.tour.entry")
        do {
            try file.extendedAttributes.set(entry.utf8, for: name)
            guard let value = try file.extendedAttributes.data(for: name) else { return }
            show(l10n("stored", "“\(String(decoding: value, as: UTF8.self))”", "\(name)"))
        } catch {
            guard error.code == .unsupported else { throw error }
            show(l10n("not.stored", file.deletingLastPathComponent().path))
        }
    }

    /// Stop 6: compresses the record, and decompresses it again.
    func pack(_ json: Data) throws {
        heading(6, "stop.pack", "FootingArchives")
        quote(#"let packed = json.compressed(as: .gzip)"#)
        let packed = json.compressed(as: .gzip)
        let plain = try packed.decompressed(as: .gzip, limits: .untrusted)
        guard plain == json else { fail("the record changed") }
        show(l10n("packed", "\(json.count)", "\(packed.count)"))
    }

    /// Stop 7: downloads the record to a file, twice, from a server in this process.
    func fetch(_ json: Data) async throws {
        heading(7, "stop.fetch", "FootingDownloads")
        quote(#"let result = try await Download(from: url, to: file).value"#)
        let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).json")
        defer { try? FileManager.default.removeItem(at: file) }
        guard let port = SocketPort(tcpPort: 0), let url = serve(json, on: port) else { return }
        defer { port.invalidate() }
        do {
            for _ in 1...2 {
                let result = try await Download(from: url, to: file).value
                switch result.source {
                case .network: show(l10n("fetched", "\(result.receivedBytes)"))
                case .unchanged: show(l10n("not.fetched"))
                @unknown default: break
                }
            }
        } catch {
            show("\(error)")
        }
    }

    /// Stop 8: puts the entry among others in the order of names, and finds it by two words.
    func shelve(_ entry: String) {
        heading(8, "stop.find", "FootingCollections")
        quote(#"let hits = shelf.search(words) { [$0] }"#)
        let others = ["Zazie, Raymond Queneau", "Émile, Rousseau", "Band 10", "Band 9"]
        let shelf = (others + [entry]).sorted(byName: \.self)
        for title in shelf { show(title) }
        let parts = entry.lowercased().split(separator: " ")
        let words = "\(parts.last ?? "") \(parts.first ?? "")"
        let hits = shelf.search(words) { [$0] }
        show(l10n("found", words, hits.first ?? ""))
    }

    /// Stop 9: makes a comment on the entry safe, and reads the page with both.
    func publish(_ entry: String) {
        heading(9, "stop.publish", "FootingHTML")
        quote(#"let comment = HTMLSanitizer.standard.sanitized(written)"#)
        let written = #"<b onclick="steal()">Wonderful!<script>steal()</script>"#
        let comment = HTMLSanitizer.standard.sanitized(written)
        let page = HTMLDocument("<title>\(entry.htmlEscaped)</title><p>\(comment)")
        for element in page.select("title, p *") { show(element.html) }
    }

    /// Stop 10: prints a summary in the reader's language, with its plural forms.
    func sumUp(_ report: MappingReport, changes: Int) {
        heading(10, "stop.speak", "FootingLocalization")
        quote(#"for count in [5, 2, 1] { show(l10n("copies", count)) }"#)
        for count in [5, 2, 1] { show(l10n("copies", count)) }
        show(l10n("values.converted", report.convertedCount))
        show(l10n("problems", report.issueCount))
        show(l10n("keys.unknown", report.unknownKeyCount))
        show(l10n("changes", changes))
        show(l10n("language"))
    }

    func welcome() {
        print(l10n("tour.title"))
        print(l10n("tour.intro"))
    }

    func sayGoodbye() {
        print("\n\(l10n("tour.next"))")
        list([
            "swift run Tour FILE": "usage.file",
            "swift run Tour -": "usage.input",
            "Documentation/README.md": "next.documentation",
            "Snippets": "next.snippets",
        ])
    }

    func help() {
        print("\(l10n("usage.title"))\n")
        list([
            "swift run Tour": "usage.sample",
            "swift run Tour FILE": "usage.file",
            "swift run Tour -": "usage.input",
            "swift run Tour --help": "usage.help",
        ])
        print("\n\(l10n("language"))")
    }

    private func heading(_ number: Int, _ key: String, _ product: String) {
        print("\n\(number)  \(l10n(key))")
        print("   \(product)")
    }

    /// Shows the line of code that does the work of a stop.
    ///
    /// `TourTests` checks that the same line is code of this file.
    private func quote(_ code: String) {
        show("> \(code)")
    }

    /// Prints names in one column, and the strings of their keys in a second one.
    private func list(_ entries: KeyValuePairs<String, String>) {
        for (name, key) in entries {
            show(name.padding(toLength: 25, withPad: " ", startingAt: 0) + l10n(key))
        }
    }
}

/// Answers two requests on a port of this machine, and returns the URL of the record.
func serve(_ json: Data, on port: SocketPort) -> URL? {
    let listener = port.socket
    Thread.detachNewThread {
        for _ in 1...2 {
            let number = accept(listener, nil, nil)
            guard number >= 0 else { return }
            let connection = FileHandle(fileDescriptor: number, closeOnDealloc: true)
            let request = String(decoding: connection.availableData, as: UTF8.self)
            let isKnown = request.contains("If-None-Match")
            let answer = isKnown ? "304 Not Modified" : "200 OK\r\nContent-Length: \(json.count)"
            let head = "HTTP/1.1 \(answer)\r\nETag: \"1\"\r\nConnection: close\r\n\r\n"
            connection.write(Data(head.utf8) + (isKnown ? Data() : json))
        }
    }
    // The address is that of C: after the family, it has the port, the high byte first.
    let address = [UInt8](port.address)
    return URL(string: "http://127.0.0.1:\(Int(address[2]) << 8 + Int(address[3]))/")
}

/// Prints an indented line, cut so that it fits a terminal of 80 columns.
func show(_ line: String) {
    print("  " + (line.count <= 78 ? line : line.prefix(77) + "…"))
}

/// Joins words to lines that leave room for a margin.
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

/// Reads the file at `path`, or standard input if the path is "-".
func read(_ path: String, named source: String) -> Data {
    do {
        let url = URL(filePath: path)
        let file = try path == "-" ? .standardInput : FileHandle(forReadingFrom: url)
        if let json = try file.readToEnd(), !json.isEmpty { return json }
        fail("\(source): it is empty; a JSON object is expected")
    } catch CocoaError.fileReadNoSuchFile {
        fail("\(source): there is no such file")
    } catch {
        fail("\(source): it can't be read")
    }
}

/// Ends the program with one line on standard error.
func fail(_ message: String, status: Int32 = 1) -> Never {
    FileHandle.standardError.write(Data("Tour: \(message)\n".utf8))
    exit(status)
}

/// Makes the tour, or prints the help.
@MainActor
func run(_ arguments: [String]) async throws {
    let data = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Data")
    let bundle = try ResourceBundle.locate("Tour", in: [data])
    let store = LocalizationStore(bundle, developmentLanguage: "en")
    let tour = Tour(l10n: store.localizer(for: .system))

    // 64 is the status of sysexits.h for a wrong command line.
    if arguments.count > 1 { fail("more than one argument; see --help", status: 64) }
    let path = arguments.first ?? data.appending(path: "delivery.json").path
    if path == "-h" || path == "--help" { return tour.help() }
    if path.hasPrefix("-"), path != "-" { fail("\(path): unknown option; see --help", status: 64) }

    let source = path == "-" ? "standard input" : path
    let book = Book()
    let desk = Desk()
    let json = read(path, named: source)
    let report = map(json, from: source, to: book)
    tour.welcome()
    tour.describe(report)
    let entry = try await tour.lendOffMain(book, at: desk)
    try tour.store(entry)
    try tour.pack(json)
    try await tour.fetch(json)
    tour.shelve(entry)
    tour.publish(entry)
    tour.sumUp(report, changes: desk.announced.count)
    tour.sayGoodbye()
}

do {
    try await run(Array(CommandLine.arguments.dropFirst()))
} catch {
    fail("\(error)")
}
