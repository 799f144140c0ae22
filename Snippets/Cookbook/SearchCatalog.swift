// Searches a catalog while a user types, and shows only the results of the latest text.
//
// Run it with `swift run SearchCatalog TEXT...`. Each text is typed letter by letter.

import FootingCollections
import FootingMapping
import FootingOperations
import Foundation

struct Book: Mappable {
    var title = ""
    var author = ""

    static let mapping = Mapping<Book> {
        Field("title", \.title).required()
        Field("author", \.author)
    }

    var texts: [String] { [title, author] }
}

/// The list that a search field leaves.
@MainActor
final class ResultList {
    private let books: [Book]
    private let index: SearchIndex
    private var results: SearchResults?
    private let queue = FutureQueue(name: "search", maxConcurrentJobs: 1)
    private let latest = LatestOnly<SearchResults, Never>()

    init(_ books: [Book]) {
        self.books = books.sorted(byName: \.title)
        index = SearchIndex(self.books) { $0.texts }
    }

    /// Called for each letter: the search of an earlier text ends, or its results are dropped.
    func textDidChange(_ text: String, shown: @escaping @MainActor @Sendable () -> Void) {
        let search = { @Sendable [queue, index, results] in
            queue.submit { index.results(for: text, narrowing: results) }
        }
        latest.submit(search, on: .main) { [weak self] outcome in
            guard case .success(let results) = outcome else { return }
            self?.show(results)
            shown()
        }
    }

    private func show(_ results: SearchResults) {
        self.results = results
        for position in results.positions {
            let book = books[position]
            print("  \(marked(book.title, results.query)), \(marked(book.author, results.query))")
        }
    }

    private func marked(_ text: String, _ query: SearchQuery) -> String {
        var (marked, end) = ("", text.startIndex)
        for range in query.ranges(in: text) {
            marked += "\(text[end..<range.lowerBound])[\(text[range])]"
            end = range.upperBound
        }
        return marked + text[end...]
    }
}

let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Data/Cookbook/catalog.json")
let (books, report) = try Book.mapping.makeArray(of: Book(), json: Data(contentsOf: file))
for issue in report.issues { print(issue) }
let list = ResultList(books)
for text in CommandLine.arguments.dropFirst() where !text.isEmpty {
    print("“\(text)”")
    await withCheckedContinuation { done in
        for end in text.indices {
            let isLast = text.index(after: end) == text.endIndex
            list.textDidChange(String(text[...end])) { if isLast { done.resume() } }
        }
    }
}
