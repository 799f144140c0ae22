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

/// An error whose message the reader may see.
struct RequestError: Error {
    let message: LocalizedMessage
}

/// Answers errors in the language of the reader.
struct ErrorMiddleware: Middleware {
    func respond(
        to request: Request,
        next: @Sendable (Request) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request)
        } catch {
            guard let error = error as? RequestError else { throw error }
            return Response(body: Texts.localizer(error.message))
        }
    }
}

// A handler takes the localizer from its task, and so does every function that it calls.
@Sendable func showShelf(_ request: Request) async throws -> Response {
    await Task.yield()
    let l10n = Texts.localizer
    return Response(body: l10n("greeting", "Anna") + " " + l10n("books.mapped", 5))
}

// The plugin `LocalizationKeys` generates such a member from the tables of a target.
extension LocalizedMessage {
    static func notStored(_ arg1: any FormatArgument) -> LocalizedMessage {
        LocalizedMessage("not.stored", arguments: [arg1.formatValue])
    }
}

// This function knows no reader.
@Sendable func store(note: String, on volume: String) async throws {
    throw RequestError(message: .notStored(volume))
}

@Sendable func takeNote(_ request: Request) async throws -> Response {
    try await store(note: "Return it by Friday.", on: "ramfs")
    return Response(body: "")
}

@Sendable func route(_ request: Request) async throws -> Response {
    try await ErrorMiddleware().respond(
        to: request,
        next: request.path == "/shelf" ? showShelf : takeNote
    )
}

let middleware = LocalizationMiddleware()

@Sendable func answer(_ languages: String, path: String = "/shelf") async throws -> String {
    let request = Request(path: path, headers: ["Accept-Language": languages])
    let response = try await middleware.respond(to: request, next: route)
    return "\(response.headers["Content-Language"] ?? "none"): \(response.body)"
}

async let british = answer("en-GB")
async let austrian = answer("de-AT, en;q=0.5")
async let ukrainian = answer("uk, pl;q=0.9, *;q=0.1")
for line in try await [british, austrian, ukrainian] { print(line) }
// en: Hello, Anna! 5 books were read.
// de: Hallo, Anna! 5 Bücher wurden gelesen.
// pl: Cześć, Anna! Wczytano 5 książek.

print(try await answer("de-AT", path: "/note"))
// de: Dieses Volume speichert keine Attribute: ramfs
