import Foundation
import TestSupport
import XCTest

/// A server in Python, which prints its port and stops at the end of the test.
struct ServerProcess {
    let port: String

    /// Starts a server of the files in a folder, over TLS if they include `certificate.pem` and
    /// `key.pem`.
    ///
    /// Paths that begin with `/to/` redirect to the URL that follows.
    init(_ test: XCTestCase, of folder: URL) throws {
        try require(["python3", "-c", "import ssl"])
        let script = """
            import http.server, ssl, sys, os, threading, urllib.parse
            # The end of this input is that of the test.
            end = lambda: (sys.stdin.read(), os._exit(0))
            threading.Thread(target=end, daemon=True).start()
            os.chdir(sys.argv[1])
            class Handler(http.server.SimpleHTTPRequestHandler):
                def do_GET(self):
                    if not self.path.startswith('/to/'): return super().do_GET()
                    self.send_response(302)
                    self.send_header('Location', urllib.parse.unquote(self.path[4:]))
                    self.send_header('Content-Length', '0')
                    self.end_headers()
            server = http.server.ThreadingHTTPServer(('127.0.0.1', 0), Handler)
            if os.path.exists('key.pem'):
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain('certificate.pem', 'key.pem')
                server.socket = context.wrap_socket(server.socket, server_side=True)
            print(server.server_port, flush=True)
            server.serve_forever()
            """
        let process = Process(["python3", "-c", script, folder.path])
        let (pipe, input) = (Pipe(), Pipe())
        process.standardInput = input
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        test.addTeardownBlock { try? input.fileHandleForWriting.close() }
        var line = Data()
        while line.last != 10, let byte = try pipe.fileHandleForReading.read(upToCount: 1) {
            line += byte
        }
        port = String(decoding: line.dropLast(), as: UTF8.self)
    }
}
