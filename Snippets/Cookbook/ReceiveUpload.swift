// Unpacks an upload, maps the JSON inside it, and reports errors in the language of the sender.
//
// Run it with `swift run ReceiveUpload FILE LANGUAGES`. The languages are those of the request's
// header field `Accept-Language`.

import FootingArchives
import FootingLocalization
import FootingMapping
import Foundation

struct Order {
    var id = 0
    var email = ""
    var copies = 1

    static let mapping = Mapping<Order> {
        Field("id", \.id).required()
        Field("customer.email", \.email).required().validated("rule.email") { $0.contains("@") }
        Field("copies", \.copies).required().validated("rule.copies") { $0 > 0 }
    }
}

/// Reads the orders of an upload; the messages have no language yet.
func receive(_ upload: URL) -> (orders: [Order], problems: [LocalizedMessage]) {
    do {
        let archive = try ZipArchive(contentsOf: upload, options: .untrusted)
        guard let json = try archive.contents(at: "orders.json") else {
            return ([], [LocalizedMessage("upload.missing", "orders.json")])
        }
        let (orders, report) = try Order.mapping.makeArray(
            of: Order(),
            json: json,
            options: .untrusted
        )
        return (orders, report.issues.map(message(about:)))
    } catch let error as MappingError {
        return ([], [LocalizedMessage("json.malformed", error.line ?? 0, error.column ?? 0)])
    } catch let error as ArchiveError where error.code == .limitExceeded {
        return ([], [LocalizedMessage("upload.large")])
    } catch {
        return ([], [LocalizedMessage("upload.damaged")])
    }
}

func message(about issue: MappingIssue) -> LocalizedMessage {
    // The JSON Pointer to the whole document is the empty string.
    let place = issue.path.components.isEmpty ? "$" : issue.path.jsonPointer
    return switch issue.code {
    case .missing, .null: LocalizedMessage("value.missing", place)
    case .rejected: LocalizedMessage(issue.explanation ?? "value.wrong", place)
    case .notNumeric: LocalizedMessage("value.number", place)
    default: LocalizedMessage("value.wrong", place)
    }
}

guard CommandLine.arguments.count == 3 else {
    print("usage: ReceiveUpload FILE LANGUAGES")
    exit(64)
}
let data = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../Data/Cookbook")
let bundle = ResourceBundle.locateIfPresent("Recipes", in: [data])
let store = LocalizationStore(bundle.map { [$0] } ?? [])

let (orders, problems) = receive(URL(filePath: CommandLine.arguments[1]))
let l10n = store.localizer(acceptLanguage: CommandLine.arguments[2])
print(l10n("orders.accepted", orders.count))
for problem in problems { print(l10n(problem)) }
