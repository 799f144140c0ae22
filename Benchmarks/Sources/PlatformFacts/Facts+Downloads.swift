import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

private let module = "Downloads"

extension Fact {
    static let downloads = responses + continuations
}

private let responses: [Fact] = [
    Fact(module, "URLSession: a connection lost in the header", known: "trap") {
        try load("HTTP/1.1 200 OK\r\nContent-Le")
    },
    Fact(module, "URLSession: chunks with a trailer", known: "trap") {
        try load(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX: 1\r\n\r\n"
        )
    },
    Fact(module, "URLSession: a Content-Length of Int.max", known: "trap") {
        try load("HTTP/1.1 200 OK\r\nContent-Length: 9223372036854775807\r\n\r\nhello")
    },
    Fact(module, "URLCache: responses with max-age that it stores", known: "0 bytes") {
        let configuration = URLSessionConfiguration.default
        let cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 1 << 20, diskPath: "cache")
        configuration.urlCache = cache
        let head = "HTTP/1.1 200 OK\r\nCache-Control: max-age=3600\r\nContent-Length: 5\r\n\r\n"
        for _ in 0..<2 { _ = try load("\(head)hello", configuration) }
        return "\(cache.currentMemoryUsage + cache.currentDiskUsage) bytes"
    },
]

private let continuations: [Fact] = [
    Fact(module, "URLSession: cancel(byProducingResumeData:)", known: "no data") {
        let url = try server(
            of: "HTTP/1.1 200 OK\r\nContent-Length: 9999\r\n\r\nhello",
            holds: true
        )
        let task = URLSession.shared.downloadTask(with: url)
        task.resume()
        Thread.sleep(forTimeInterval: 1)
        task.cancel { answer($0.map { "\($0.count) bytes" } ?? "no data") }
        dispatchMain()
    },
    Fact(module, "URLSession: downloadTask(withResumeData:)", known: "trap") {
        let task = URLSession.shared.downloadTask(withResumeData: Data("{}".utf8)) { _, _, error in
            answer((error as? URLError).map { "error \($0.code.rawValue)" } ?? "no error")
        }
        task.resume()
        dispatchMain()
    },
]

/// Loads a URL whose server answers with these bytes, and returns the number of bytes or the error.
private func load(
    _ response: String,
    _ configuration: URLSessionConfiguration = .default
) throws -> String {
    let url = try server(of: response)
    let outcome = Shared("")
    let done = DispatchSemaphore(value: 0)
    let task = URLSession(configuration: configuration).dataTask(with: url) { data, _, error in
        outcome.value = error.map { "error \(($0 as NSError).code)" } ?? "\(data?.count ?? 0) bytes"
        done.signal()
    }
    task.resume()
    done.wait()
    return outcome.value
}

/// Starts a server that answers each connection with these bytes.
private func server(of response: String, holds: Bool = false) throws -> URL {
    let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
            bind(socket, address, size) == 0 && listen(socket, 8) == 0
                && getsockname(socket, address, &size) == 0
        }
    }
    let port = UInt16(bigEndian: address.sin_port)
    guard isListening, let url = URL(string: "http://127.0.0.1:\(port)/") else {
        throw Untried("no server can be started")
    }
    Thread.detachNewThread {
        while true {
            let connection = accept(socket, nil, nil)
            var buffer = [UInt8](repeating: 0, count: 65_536)
            _ = recv(connection, &buffer, buffer.count, 0)
            _ = Array(response.utf8).withUnsafeBytes {
                send(connection, $0.baseAddress, $0.count, 0)
            }
            if !holds { close(connection) }
        }
    }
    return url
}
