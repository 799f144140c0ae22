import CDownloads
import FootingDownloads
import Foundation
import LoopbackServer
import TestSupport
import XCTest

/// Facts of a whole process: its libraries, its signals and its user.
final class SystemTests: XCTestCase {
    private static let key = "FOOTING_DOWNLOAD_TO"

    /// The error code of a download in a process of its own.
    private func code(
        of fixture: Fixture,
        _ environment: [String: String],
        by prefix: [String] = []
    ) throws -> String {
        let argument = "\(fixture.server.url()) \(fixture.file.path)"
        let environment = environment.merging([Self.key: argument]) { $1 }
        let (status, output) = try runProgram(prefix + command, environment: environment)
        let line = output.split(separator: "\n").first { $0.hasPrefix("code: ") }
        return try XCTUnwrap(line.map { String($0.dropFirst(6)) }, "\(status): \(output)")
    }

    /// Downloads, and prints the code of the error, in a process that `code(of:)` has started.
    private func downloadIfTold() async throws -> Bool {
        guard let argument = ProcessInfo.processInfo.environment[Self.key] else { return false }
        let words = argument.split(separator: " ").map(String.init)
        let url = try XCTUnwrap(URL(string: words[0]))
        do {
            _ = try await Download(from: url, to: URL(filePath: words[1])).value
            print("code: none")
        } catch {
            print("code: \(error.code)")
        }
        return true
    }

    func testDownloadsAreUnavailableWithoutAUsableLibcurl() async throws {
        if try await downloadIfTold() { return }
        let fixture = try Fixture(self)
        XCTAssertEqual(try code(of: fixture, [:]), "none")
        try FileManager.default.removeItem(at: fixture.file)
        let libraries = try fixture.folder.makeFolder("libraries")
        for name in ["libcurl.so.4", "libcurl-gnutls.so.4"] {
            try fixture.folder.write("not a library", to: "libraries/\(name)")
        }
        let environment = ["LD_LIBRARY_PATH": libraries.path]
        let count = fixture.server.connectionCount
        XCTAssertEqual(try code(of: fixture, environment), "unavailable")
        XCTAssertEqual(fixture.server.connectionCount, count)

        try require(["cc", "--version"])
        let names = [
            "easy_init", "easy_reset", "easy_setopt", "easy_cleanup", "slist_append",
            "slist_free_all", "multi_init", "multi_setopt", "multi_add_handle",
            "multi_remove_handle", "multi_perform", "multi_poll", "multi_wakeup",
            "multi_info_read", "multi_cleanup",
        ]
        let source = """
            static struct { int age; const char *text; unsigned number; const char *host;
                int features; } version;
            void *curl_version_info(int age) { return &version; }
            int curl_global_init(long flags) { return 0; }
            """ + names.map { "void curl_\($0)(void) {}\n" }.joined()
        let file = try fixture.folder.write(source, to: "without-tls.c")
        _ = try bytesPrinted(by: [
            "cc", "-shared", "-fPIC", "-o", "\(libraries.path)/libcurl.so.4", file.path,
        ])
        XCTAssertEqual(try code(of: fixture, environment), "unavailable")
        XCTAssertEqual(fixture.server.connectionCount, count)
    }

    func testSignalOfAClosedPipeIsBlockedDuringATransfer() async throws {
        let key = "FOOTING_SIGNAL"
        guard let address = ProcessInfo.processInfo.environment[key] else {
            let fixture = try Fixture(self, [1])
            let (status, output) = try runProgram(
                command,
                environment: [key: fixture.server.url().absoluteString]
            )
            XCTAssertEqual(status, 0, output)
            return XCTAssertEqual(fixture.server.requests.count, 1)
        }
        signal(SIGPIPE, SIG_DFL)
        XCTAssertTrue(footing_transfer_load())
        let transfer = unsafe try XCTUnwrap(footing_transfer_create())
        defer { unsafe footing_transfer_destroy(transfer) }
        let code = unsafe "\(address)\0\0\0".withCString { strings in
            var count = 0
            return unsafe withUnsafeMutablePointer(to: &count) { count in
                var request = unsafe footing_transfer_request(
                    strings: strings,
                    connect_timeout: 10_000,
                    idle_timeout: 10_000,
                    context: count,
                    header: { _, _, _ in raise(SIGPIPE) == 0 },
                    body: { _, _, _ in raise(SIGPIPE) == 0 }
                )
                return unsafe footing_transfer_run(transfer, &request)
            }
        }
        XCTAssertEqual(code, 0)
        // The mask is that of before, and the signal does not follow.
        var mask = sigset_t()
        unsafe pthread_sigmask(SIG_BLOCK, nil, &mask)
        XCTAssertEqual(unsafe sigismember(&mask, SIGPIPE), 0)
    }

    func testPartOfAnotherUserInASharedFolderIsLeftAlone() async throws {
        if try await downloadIfTold() { return }
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        try require(user + ["test", "-x", command[0]])
        let fixture = try Fixture(self)
        XCTAssertEqual(unsafe chmod(fixture.folder.url.path, 0o1777), 0)
        XCTAssertEqual(try code(of: fixture, [:], by: user), "none")
        try fixture.folder.write("other", to: "file.footing-part")
        for mode in [0o644, 0o666, 0o600] as [mode_t] {
            XCTAssertEqual(unsafe chmod(fixture.part.path, mode), 0)
            XCTAssertEqual(try code(of: fixture, [:], by: user), "unusablePart", "\(mode)")
            XCTAssertEqual(try String(contentsOf: fixture.part, encoding: .utf8), "other")
        }
    }
}
