import FootingMapping
import Foundation

struct ArticleNumber: MappingConvertible, Equatable {
    var text = ""

    static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        String.converted(from: source).map { Self(text: $0) }
    }

    func write(to output: inout MappingOutput) throws(MappingRefusal) {
        try text.write(to: &output)
    }
}

struct Price {
    var amount = 0.0
    var currency = "EUR"

    static let mapping = Mapping<Price> {
        Field("amount", \.amount).required()
        Field("currency", \.currency)
    }
}

struct Article {
    var number = ArticleNumber()
    var price = Price()
    var stock: Int?

    static let mapping = Mapping<Article> {
        Field("sku", \.number).required()
        Field("price", \.price, Price.mapping)
        Field("stock", \.stock)
    }
}

let document = Data(
    #"""
    {"data": {"articles": [
        {"sku": "A-1", "price": {"amount": "12.50", "currency": "CHF"}, "stock": 3},
        {"sku": 4711, "price": {"amount": 8}, "stock": true},
        {"price": {"amount": 1}}
    ]}}
    """#.utf8
)

let (articles, report) = try Article.mapping.makeArray(
    of: Article(),
    json: document,
    at: "data.articles",
    options: .untrusted
)
for article in articles {
    print(article.number.text, article.price.amount, article.price.currency)
}
for issue in report.issues { print(issue) }
// A-1 12.5 CHF
// 4711 8.0 EUR
// $.data.articles[1].stock: wrong kind of value (bool, wanted Int?); kept
// $.data.articles[2].sku: required, but missing (wanted ArticleNumber); dropped

var options = MappingOptions.standard
options.acceptsBoolAsNumber = true
options.listsFields = true

let row: [String: Any] = ["sku": "B-7", "stock": true]
let (article, notes) = Article.mapping.make(Article(), from: row, options: options)
print(article?.stock ?? 0, notes.notes)
// 1 [$.sku: applied (string to ArticleNumber), $.stock: converted (bool to Int?)]

enum Availability: String, MappingConvertible {
    case inStock = "in stock"
    case soldOut = "sold out"

    static func converted(from source: borrowing MappingSource) -> MappingConversion<Self> {
        String.converted(from: source)
            .compactMap(Self.init(rawValue:), orFailing: .invalidFormat)
    }
}

struct Offer {
    var id = 0
    var availability = Availability.soldOut

    static let mapping = Mapping<Offer> {
        Field("id", \.id).required()
        Field("availability", \.availability)
    }
}

let offers = Data(
    #"""
    [{"id": 1, "availability": "in stock"}, {"id": true}, {"id": 3, "availability": "soon"},
     {"availability": 7}]
    """#.utf8
)

for var options in [MappingOptions.lenient, .strict] {
    options.limits.issues = 2
    let (made, report) = try Offer.mapping.makeArray(
        of: Offer(),
        json: offers,
        options: options
    )
    print(made.map(\.id))
    if report.isClean { continue }
    for issue in report.issues {
        let place = issue.offset.map { "byte \($0)" } ?? "not there"
        let outcome = issue.resolution == .droppedElement ? "no offer" : "an offer without it"
        print("\(issue.path) (\(place)): \(issue.code), \(outcome)")
    }
    if report.omittedIssueCount > 0 { print("and \(report.omittedIssueCount) more") }
}
// [1, 1, 3]
// $[2].availability (byte 80): invalidFormat, an offer without it
// $[3].id (not there): missing, no offer
// and 1 more
// [1, 3]
// $[1].id (byte 47): typeMismatch, no offer
// $[2].availability (byte 80): invalidFormat, an offer without it
// and 2 more

let (offer, refusals) = try Offer.mapping.make(Offer(), json: Data(#"{"id": "4a"}"#.utf8))
print(offer?.id as Any, refusals.issues)
// nil [$.id: not a number (string, wanted Int); failed]
