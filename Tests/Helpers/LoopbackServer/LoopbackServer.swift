package import Foundation

/// An HTTP server on the loopback interface, whose answers are made by the test.
// Unchecked: the lock guards all variables.
package final class LoopbackServer: @unchecked Sendable {
    package typealias Answer = @Sendable (LoopbackRequest) -> LoopbackResponse

    private let socket: Int32
    package let port: UInt16
    private let lock = NSLock()
    private var answer: Answer
    private var received: [LoopbackRequest] = []
    private var acceptedCount = 0
    private var isStopped = false

    /// Starts a server.
    package init(_ answer: @escaping Answer) throws {
        self.answer = answer
        socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        // The pointers are used only during the calls, which know the size of the address.
        port = unsafe try withUnsafeMutablePointer(to: &address) { [socket] pointer in
            let raw = UnsafeMutableRawPointer(pointer)
            let address = unsafe raw.assumingMemoryBound(to: sockaddr.self)
            guard unsafe bind(socket, address, size) == 0, listen(socket, 512) == 0,
                unsafe getsockname(socket, address, &size) == 0
            else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
            return unsafe UInt16(bigEndian: pointer.pointee.sin_port)
        }
        Thread.detachNewThread { [weak self, socket] in
            while true {
                let connection = accept(socket, nil, nil)
                guard connection >= 0, let self else {
                    if connection >= 0 { close(connection) }
                    close(socket)
                    return
                }
                change { $0.acceptedCount += 1 }
                Thread.detachNewThread { [weak self] in
                    LoopbackConnection(connection).serve { self?.note($0) }
                }
            }
        }
    }

    deinit { stop() }

    /// Refuses further connections.
    package func stop() {
        // Once, and the accepting thread closes the socket: another one may get its number.
        let isFirst = change { server in
            defer { server.isStopped = true }
            return !server.isStopped
        }
        if isFirst { shutdown(socket, Int32(SHUT_RDWR)) }
    }

    package func url(_ path: String = "/file") -> URL {
        URL(string: "http://127.0.0.1:\(port)\(path)") ?? URL(filePath: "/")
    }

    /// Answers differently from now on.
    package func answer(_ answer: @escaping Answer) { change { $0.answer = answer } }

    /// The requests so far.
    package var requests: [LoopbackRequest] { change { $0.received } }
    /// Returns the requests since the last call, and forgets them.
    package func takeRequests() -> [LoopbackRequest] {
        change { server in
            defer { server.received = [] }
            return server.received
        }
    }

    /// The number of connections that were accepted.
    package var connectionCount: Int { change { $0.acceptedCount } }
    private func note(_ request: LoopbackRequest) -> LoopbackResponse {
        let answer = change { server in
            server.received.append(request)
            return server.answer
        }
        return answer(request)
    }

    private func change<Result>(_ body: (LoopbackServer) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(self)
    }
}

/// A request that the server received.
package struct LoopbackRequest: Sendable {
    package let target: String
    /// With names in lower case.
    package let fields: [String: String]

    package subscript(_ name: String) -> String? { fields[name] }

    /// The first byte of the range that is asked for, whose end does not matter.
    package var rangeStart: Int? {
        fields["range"].flatMap { Int($0.dropFirst("bytes=".count).prefix { $0 != "-" }) }
    }
}

/// An answer, with its faults.
package struct LoopbackResponse: Sendable {
    package var status = 200
    package var fields: [String] = []
    package var body: [UInt8] = []
    /// All that is sent, instead of the other members.
    package var raw: [UInt8]?
    /// The number of bytes of the body after which the connection ends.
    package var cut: Int?
    /// Whether it ends as if the host had failed, with a reset.
    package var isReset = false
    /// Called after the bytes before the cut, or else before the body.
    package var pause: @Sendable () -> Void = {}
    /// Whether the length is not sent, and the end of the connection ends the body.
    package var hasLength = true
    /// Whether the body is sent in chunks, with a field after the last one.
    package var isChunked = false

    package init(_ status: Int = 200, _ fields: [String] = [], body: [UInt8] = []) {
        (self.status, self.fields, self.body) = (status, fields, body)
    }

    package init(raw: String) { self.raw = Array(raw.utf8) }

    /// Answers as a server should: with a range if it was asked for and its condition holds.
    package init(
        _ content: [UInt8],
        etag: String? = "\"1\"",
        lastModified: String? = nil,
        for request: LoopbackRequest
    ) {
        if let etag {
            fields.append("ETag: \(etag)")
            if request["if-none-match"] == etag {
                status = 304
                return
            }
        }
        if let lastModified {
            fields.append("Last-Modified: \(lastModified)")
            fields.append("Date: Sun, 06 Nov 1994 12:00:00 GMT")
        }
        body = content
        let condition = request["if-range"]
        guard let start = request.rangeStart,
            condition == nil || condition == etag || condition == lastModified
        else { return }
        guard start < content.count else {
            status = 416
            body = []
            return
        }
        status = 206
        fields.append("Content-Range: bytes \(start)-\(content.count - 1)/\(content.count)")
        body = Array(content[start...])
    }
}

/// One connection, on a thread of its own.
private final class LoopbackConnection {
    private let socket: Int32
    private var unread: [UInt8] = []

    init(_ socket: Int32) { self.socket = socket }

    deinit { close(socket) }

    func serve(_ answer: (LoopbackRequest) -> LoopbackResponse?) {
        while let request = readRequest(), let response = answer(request), send(response) {}
    }

    private func readRequest() -> LoopbackRequest? {
        let end = Array("\r\n\r\n".utf8)
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let range = unread.firstRange(of: end) {
                let lines = String(decoding: unread[..<range.lowerBound], as: UTF8.self)
                    .components(separatedBy: "\r\n")
                unread.removeFirst(range.upperBound)
                let words = lines[0].split(separator: " ")
                var fields: [String: String] = [:]
                for line in lines.dropFirst() {
                    let halves = line.split(separator: ":", maxSplits: 1)
                    fields[halves[0].lowercased()] =
                        halves.count > 1 ? halves[1].trimmingCharacters(in: .whitespaces) : ""
                }
                return LoopbackRequest(target: String(words[1]), fields: fields)
            }
            let count = unsafe recv(socket, &buffer, buffer.count, 0)
            guard count > 0 else { return nil }
            unread += buffer[..<count]
        }
    }

    /// Returns whether the connection stays open.
    private func send(_ response: LoopbackResponse) -> Bool {
        if let raw = response.raw {
            _ = send(raw)
            response.pause()
            return false
        }
        var fields = response.fields
        if response.isChunked {
            fields.append("Transfer-Encoding: chunked")
        } else if response.hasLength, response.status != 304 {
            fields.append("Content-Length: \(response.body.count)")
        }
        let head = ["HTTP/1.1 \(response.status) Status"] + fields + ["", ""]
        guard send(Array(head.joined(separator: "\r\n").utf8)) else { return false }
        if response.cut == nil { response.pause() }
        guard send(Self.encoded(response)) else { return false }
        if response.cut != nil {
            response.pause()
            if response.isReset {
                var linger = Foundation.linger(l_onoff: 1, l_linger: 0)
                let size = socklen_t(MemoryLayout<Foundation.linger>.size)
                _ = unsafe setsockopt(socket, SOL_SOCKET, SO_LINGER, &linger, size)
            }
        }
        return response.cut == nil && (response.hasLength || response.isChunked)
    }

    private static func encoded(_ response: LoopbackResponse) -> [UInt8] {
        let body = response.body[..<min(response.cut ?? .max, response.body.count)]
        guard response.isChunked else { return Array(body) }
        var bytes: [UInt8] = []
        var rest = body
        while !rest.isEmpty {
            let chunk = rest.prefix(10_000)
            bytes += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
            rest = rest.dropFirst(10_000)
        }
        return response.cut == nil ? bytes + "0\r\nX-Trailer: late\r\n\r\n".utf8 : bytes
    }

    private func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            // The memory is valid during the call.
            let count = unsafe bytes[sent...].withUnsafeBytes { rest in
                unsafe Foundation.send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL))
            }
            guard count > 0 else { return false }
            sent += count
        }
        return true
    }
}
