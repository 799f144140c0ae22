// A server that handles concurrent requests, each in the language of its reader.

import FootingLocalization
import Foundation

/// The texts of the server.
enum Texts {
    /// Without the bundle, each text is its key.
    static let store: LocalizationStore = {
        let data = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Data")
        let bundle = ResourceBundle.locateIfPresent("Tour", in: [data])
        return LocalizationStore(bundle.map { [$0] } ?? [], developmentLanguage: "en")
    }()

    /// The localizer of the request that the current task answers.
    @TaskLocal static var localizer = store.localizer(for: .system)
}

// Minimal versions of types that a framework provides.
struct Request: Sendable {
    var path: String
    var headers: [String: String] = [:]
}
struct Response: Sendable {
    var headers: [String: String] = [:]
    var body: String
}
protocol Middleware: Sendable {
    func respond(
        to request: Request,
        next: @Sendable (Request) async throws -> Response
    ) async throws -> Response
}

/// Chooses the reader's language before a request is answered, and names it in the response.
struct LocalizationMiddleware: Middleware {
    func respond(
        to request: Request,
        next: @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        let header = request.headers["Accept-Language"] ?? ""
        let localizer = Texts.store.localizer(acceptLanguage: header)
        var response = try await Texts.$localizer.withValue(localizer) {
            try await next(request)
        }
        response.headers["Content-Language"] = localizer.languages.first?.description
        response.headers["Vary"] = "Accept-Language"
        return response
    }
}

// A handler takes the localizer from its task, and so does every function that it calls.
@Sendable func showShelf(_ request: Request) async throws -> Response {
    await Task.yield()
    let l10n = Texts.localizer
    return Response(body: l10n("greeting", "Anna") + " " + l10n("books.mapped", 5))
}

let middleware = LocalizationMiddleware()

@Sendable func answer(_ languages: String) async throws -> String {
    let request = Request(path: "/shelf", headers: ["Accept-Language": languages])
    let response = try await middleware.respond(to: request, next: showShelf)
    return "\(response.headers["Content-Language"] ?? "none"): \(response.body)"
}

async let british = answer("en-GB")
async let austrian = answer("de-AT, en;q=0.5")
async let ukrainian = answer("uk, pl;q=0.9, *;q=0.1")
for line in try await [british, austrian, ukrainian] { print(line) }
// en: Hello, Anna! 5 books were read.
// de: Hallo, Anna! 5 Bücher wurden gelesen.
// pl: Cześć, Anna! Wczytano 5 książek.
