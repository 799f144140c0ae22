// Compresses the bodies of HTTP responses.
//
// Run it with `swift run CompressResponses`.

import FootingArchives
import Foundation

/// Whether a client accepts gzip, by its header `Accept-Encoding`.
func acceptsGzip(_ header: String) -> Bool {
    header.lowercased().split(separator: ",").contains { item in
        let fields = item.split(separator: ";").map { $0.filter { $0 != " " } }
        guard fields.first == "gzip" else { return false }
        return !fields.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
}

func response(_ body: Data, accepting header: String) -> (headers: [String: String], body: Data) {
    guard body.count > 1_400, acceptsGzip(header) else { return ([:], body) }
    let headers = ["Content-Encoding": "gzip", "Vary": "Accept-Encoding"]
    return (headers, body.compressed(as: .gzip, level: 4))
}

let body = Data(String(repeating: "<li>Bread, baked this morning</li>\n", count: 200).utf8)
for header in ["gzip, br", "br, gzip;q=0", "*"] {
    let answer = response(body, accepting: header)
    print("\(header): \(answer.headers["Content-Encoding"] ?? "plain"), \(answer.body.count) bytes")
}

/// A client, which decompresses what it receives.
actor Client {
    private let decompressor = Decompressor(.gzip)

    func send(_ bytes: Data) throws {
        try decompressor.append(bytes)
        let plain = try decompressor.drain()
        if !plain.isEmpty { print("the client has \(plain.count) more bytes") }
    }
}

// A body that is compressed while it is written.
func sendRows(to client: Client) async throws {
    let rows = AsyncStream<Data> { continuation in
        for row in 1...1_000 { continuation.yield(Data("row \(row)\n".utf8)) }
        continuation.finish()
    }
    for try await piece in rows.compressed(as: .gzip, level: 4) {
        try await client.send(piece)
    }
}
try await sendRows(to: Client())

// Events that the client must have at once.
func sendEvents(to client: Client) async throws {
    let events = Compressor(.gzip, level: .fastest)
    for event in ["opened", "paid", "shipped"] {
        events.append(Data("data: \(event)\n\n".utf8))
        events.flush()
        try await client.send(events.drain())
    }
    events.finish()
    try await client.send(events.drain())
}
try await sendEvents(to: Client())
