// The README's first sample: an observed object that is set from untrusted data.
import FootingMapping
import FootingObservation
import Foundation

final class Book: KeyValueObservable {
    @Observed var title = "Untitled"
    @Observed var pages = 0
    static let mapping = Mapping<Book> {
        Field("title", \.title)
        Field("pages", \.pages)
    }
}

let book = Book()
let token = book.observe(\.pages) {
    print("pages:", $0.oldValue ?? 0, "->", $0.newValue)
}
let json = Data(#"{ "title": null, "pages": "304", "shelf": "K 12" }"#.utf8)
let report = try Book.mapping.apply(json: json, to: book)
print(report, report.issues, separator: "\n")
