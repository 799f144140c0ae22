import Foundation
import Harness

/// A server of the files in a folder, a program in Python that ends with its owner.
final class FileServer {
    let folder: URL
    private let process = Process()
    private let input = Pipe()
    private var port = ""
    private let hasTLS: Bool

    /// Starts the server of a new folder in memory, or on the disk.
    init(withTLS hasTLS: Bool = false, inMemory: Bool = true) throws {
        self.hasTLS = hasTLS
        let parent = inMemory ? URL(filePath: "/dev/shm") : FileManager.default.temporaryDirectory
        folder = parent.appending(path: "footing-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        if hasTLS {
            try run([
                "openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj",
                "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1",
                "-keyout", "\(folder.path)/key.pem", "-out", certificate.path,
            ])
        }
        let script = """
            import http.server, os, ssl, sys, threading, time
            # The end of this input is that of the owner.
            end = lambda: (sys.stdin.read(), os._exit(0))
            threading.Thread(target=end, daemon=True).start()
            os.chdir(sys.argv[1])
            class Handler(http.server.SimpleHTTPRequestHandler):
                protocol_version = 'HTTP/1.1'
                disable_nagle_algorithm = True
                def log_message(self, *arguments): pass
                def copyfile(self, source, output):
                    output.flush()
                    self.connection.sendfile(source)
                def do_GET(self):
                    if self.path != '/hold': return super().do_GET()
                    self.wfile.write(b'HTTP/1.1 200 OK\\r\\nContent-Length: 9\\r\\n\\r\\nhello')
                    time.sleep(1)
                    self.close_connection = True
            server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
            if os.path.exists('key.pem'):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain('certificate.pem', 'key.pem')
                server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_port, flush=True)
            server.serve_forever()
            """
        let output = Pipe()
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = ["python3", "-c", script, folder.path]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        port = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
        guard !port.isEmpty else { throw Comparison.Unavailable("python3 can't serve files") }
    }

    deinit {
        try? input.fileHandleForWriting.close()
        try? FileManager.default.removeItem(at: folder)
    }

    var certificate: URL { folder.appending(path: "certificate.pem") }

    func url(_ path: String) -> URL {
        URL(string: "\(hasTLS ? "https" : "http")://127.0.0.1:\(port)/\(path)") ?? folder
    }

    /// Makes a file of a million bytes, repeated.
    func make(_ name: String, of size: Int) throws {
        let block = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 &* 0x9E37_79B1 >> 13) })
        let file = folder.appending(path: name)
        try Data().write(to: file)
        let handle = try FileHandle(forWritingTo: file)
        for start in stride(from: 0, to: size, by: block.count) {
            try handle.write(contentsOf: block.prefix(size - start))
        }
        try handle.close()
    }
}
