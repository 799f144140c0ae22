import CDownloads
import FootingDownloads
import FootingExtendedAttributes
import Foundation
import LoopbackServer
import TestSupport
import XCTest

/// Facts of a whole process: its libraries, its signals and its user.
final class SystemTests: XCTestCase {
    private static let key = "FOOTING_DOWNLOAD_TO"
    private static let authoritiesKey = "FOOTING_AUTHORITIES"

    /// The error code of a download in a process of its own.
    private func code(
        of fixture: Fixture,
        _ environment: [String: String] = [:],
        by prefix: [String] = []
    ) throws -> String {
        let (status, output) = try run(fixture, environment, by: prefix)
        let line = output.split(separator: "\n").first { $0.hasPrefix("code: ") }
        return try XCTUnwrap(line.map { String($0.dropFirst(6)) }, "\(status): \(output)")
    }

    private func run(
        _ fixture: Fixture,
        _ environment: [String: String],
        by prefix: [String] = [],
        isDirect: Bool = false
    ) throws -> (status: Int32, output: String) {
        let direct = isDirect ? " direct" : ""
        let argument = "\(fixture.server.url()) \(fixture.file.path)\(direct)"
        let environment = environment.merging([Self.key: argument]) { $1 }
        return try runProgram(prefix + command, environment: environment)
    }

    /// Downloads, and prints the code of the error, in a process that `code(of:)` has started.
    private func downloadIfTold() async throws -> Bool {
        guard let argument = ProcessInfo.processInfo.environment[Self.key] else { return false }
        let words = argument.split(separator: " ").map(String.init)
        let url = try XCTUnwrap(URL(string: words[0]))
        signal(SIGPIPE, SIG_DFL)
        let authorities = ProcessInfo.processInfo.environment[Self.authoritiesKey]
        let queue = DownloadQueue(
            proxy: words.count > 2 ? .direct : .environment,
            certificateAuthorities: authorities.map { URL(filePath: $0) }
        )
        var options = DownloadOptions.standard
        options.limits.retries = 0
        let file = URL(filePath: words[1])
        do {
            _ = try await Download(from: url, to: file, options: options, in: queue).value
            print("code: none")
        } catch {
            print("code: \(error.code)\n\(error)")
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
        XCTAssertEqual(try code(of: fixture, environment), "libcurlMissing")
        XCTAssertEqual(fixture.server.connectionCount, count)

        try makeLibrary(in: libraries, features: 0)
        XCTAssertEqual(try code(of: fixture, environment), "libcurlMissing")
        XCTAssertEqual(fixture.server.connectionCount, count)
    }

    /// Makes a libcurl that prints the options about authorities, answers nothing, and raises a
    /// signal when it closes a connection.
    private func makeLibrary(in folder: URL, features: Int, failing option: Int = 0) throws {
        try require(["cc", "--version"])
        let empty = [
            "global_init", "easy_reset", "easy_cleanup", "slist_free_all", "multi_setopt",
            "multi_add_handle", "multi_remove_handle", "multi_perform", "multi_poll",
            "multi_wakeup", "multi_info_read",
        ]
        let full = ["version_info", "easy_init", "slist_append", "multi_init"]
        let source = """
            #include <signal.h>
            #include <stdarg.h>
            #include <stdio.h>
            static struct { int age; const char *text; unsigned number; const char *host;
                int features; } version = { .features = \(features) };
            int curl_easy_setopt(void *easy, int option, ...) {
                va_list list;
                va_start(list, option);
                const char *value = va_arg(list, const char *);
                if (option == 10065 || option == 10097) {
                    printf("%d: %s\\n", option, value ? value : "none");
                    fflush(stdout);
                }
                va_end(list);
                return option == \(option) ? 48 : 0;
            }
            int curl_multi_cleanup(void *multi) { return raise(SIGPIPE); }

            """ + empty.map { "void *curl_\($0)(void) { return 0; }\n" }.joined()
            + full.map { "void *curl_\($0)(void) { return &version; }\n" }.joined()
        let file = folder.appending(path: "libcurl.c")
        try source.write(to: file, atomically: true, encoding: .utf8)
        _ = try bytesPrinted(by: [
            "cc", "-shared", "-fPIC", "-o", "\(folder.path)/libcurl.so.4", file.path,
        ])
    }

    func testProxyOfTheEnvironmentCanBeTurnedOff() async throws {
        if try await downloadIfTold() { return }
        let fixture = try Fixture(self)
        let environment = ["http_proxy": "http://127.0.0.1:1", "no_proxy": ""]
        let (_, output) = try run(fixture, environment, isDirect: true)
        XCTAssertTrue(output.contains("code: none\n"), output)
        XCTAssertEqual(fixture.server.requests.count, 1)
        let (_, error) = try run(fixture, environment)
        XCTAssertTrue(error.contains("code: cannotConnect\n"), error)
        XCTAssertTrue(error.contains("the proxy"), error)
    }

    func testOwnAuthoritiesReplaceThoseOfLibcurl() async throws {
        if try await downloadIfTold() { return }
        let fixture = try Fixture(self)
        let libraries = try fixture.folder.makeFolder("libraries")
        let environment = ["LD_LIBRARY_PATH": libraries.path, Self.authoritiesKey: "/own.pem"]
        for (option, code) in [
            (0, "system"), (10_065, "libcurlMissing"), (10_097, "libcurlMissing"),
        ] {
            try makeLibrary(in: libraries, features: 4, failing: option)
            let (status, output) = try run(fixture, environment)
            let folder = option == 10_065 ? "" : "10097: none\n"
            XCTAssertTrue(output.contains("10065: /own.pem\n\(folder)code: \(code)\n"), output)
            XCTAssertEqual(status, 0)
        }
    }

    func testSignalOfAClosedPipeIsBlockedWhileConnectionsClose() async throws {
        let key = "FOOTING_CLOSING"
        if ProcessInfo.processInfo.environment[key] != nil {
            signal(SIGPIPE, SIG_DFL)
            XCTAssertTrue(footing_transfer_load())
            return unsafe footing_transfer_destroy(try XCTUnwrap(footing_transfer_create()))
        }
        let libraries = try TemporaryFolder(self).url
        try makeLibrary(in: libraries, features: 4)
        let environment = ["LD_LIBRARY_PATH": libraries.path, key: "1"]
        let (status, output) = try runProgram(command, environment: environment)
        XCTAssertEqual(status, 0, output)
    }

    func testNewPartMayHaveAnotherOwner() async throws {
        if try await downloadIfTold() { return }
        let tracer = ["strace", "-f", "-o", "/dev/null", "-e", "inject=geteuid:retval=77"]
        try require(tracer + ["true"])
        let fixture = try Fixture(self)
        XCTAssertEqual(try code(of: fixture, by: tracer), "none")
        fixture.assertWhole()
        try FileManager.default.removeItem(at: fixture.file)
        await fixture.leavePart(of: 60_000)
        XCTAssertEqual(try code(of: fixture, by: tracer), "unusablePart")
    }

    func testFolderNeedNotBeReadable() async throws {
        if try await downloadIfTold() { return }
        let user = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
        try require(user + ["test", "-x", command[0]])
        let fixture = try Fixture(self)
        XCTAssertEqual(unsafe chown(fixture.folder.url.path, 65_534, 65_534), 0)
        XCTAssertEqual(unsafe chmod(fixture.folder.url.path, 0o300), 0)
        XCTAssertEqual(try code(of: fixture, by: user), "none")
        fixture.assertWhole()
        XCTAssertEqual(
            try fixture.file.extendedAttributes.names(),
            [HTTPCacheRecord.attributeName]
        )
        // The folder neither permits a new file.
        XCTAssertEqual(unsafe chmod(fixture.folder.url.path, 0o500), 0)
        XCTAssertEqual(try code(of: fixture, by: user), "accessDenied")
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
