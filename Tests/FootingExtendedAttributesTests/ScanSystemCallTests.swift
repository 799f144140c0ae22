import FootingExtendedAttributes
import Foundation
import XCTest

/// The number of system calls of a scan, and its behaviour where some of them are missing.
///
/// Each test runs itself again in a child process, under a tracer or in a sandbox.
final class ScanSystemCallTests: XCTestCase {
    /// 11 folders with 90 files.
    private static let paths = (0..<10).flatMap { folder in
        ["\(folder)/"] + (0..<9).map { "\(folder)/\($0 % 2 == 0 ? "" : "plain")\($0)" }
    }
    private static let folders = 11
    private static let files = 90

    func testEachEntryIsOneAttributeCallAndNoStat() throws {
        let calls = try traced()

        let answered = calls.filter { $0.isRead && !$0.text.contains("ENOSYS") }
        XCTAssertEqual(answered.count, Self.folders + Self.files)
        let opened = calls.filter { $0.name.hasPrefix("open") }
        XCTAssertEqual(opened.count, Self.folders)
        for call in opened {
            for flag in ["O_DIRECTORY", "O_NOFOLLOW", "O_CLOEXEC"] {
                XCTAssertTrue(call.text.contains(flag), call.text)
            }
        }
        XCTAssertEqual(calls.filter { $0.name == "close" }.count, Self.folders)
        XCTAssertEqual(calls.filter { $0.name.hasPrefix("getdents") }.count, 2 * Self.folders)
        // The C library reads the status of each folder, and the scan that of the first one.
        let looks = calls.filter { $0.name.contains("stat") }
        XCTAssertLessThanOrEqual(looks.count, Self.folders + 1, "\(looks.map(\.text))")
    }

    func testMissingCallIsFoundOnceAndPathsAreUsedFromThenOn() throws {
        for answer in [ENOSYS, EPERM] {
            let calls = try traced(in: Sandbox(answer: answer))
            let byName = calls.filter(\.isReadByName)
            XCTAssertLessThanOrEqual(byName.count, 2, "\(byName.map(\.text))")
            XCTAssertEqual(
                calls.filter { $0.name == "lgetxattr" }.count,
                Self.folders + Self.files
            )
        }
    }

    func testScanIsTheSameWithoutTheCall() throws {
        for answer in [ENOSYS, EPERM] {
            try inChild(under: Sandbox(answer: answer).program, on: makeFolder()) { _ in
                let folder = try makeTree(["a/", "a/b", "plain", "c"])
                try makeLinks(in: folder)
                try folder.appending(path: "c").extendedAttributes.set([0xFF], for: mark.name)
                XCTAssertEqual(
                    ExtendedAttributes.scan(folder, for: mark).lines(below: folder),
                    [
                        " folder 0 -",
                        "/a folder 1 “a/”",
                        "/a/b file 2 “a/b”",
                        "/c file 1 read undecodableValue",
                        "/circle symbolicLink 1 -",
                        "/link symbolicLink 1 -",
                        "/plain file 1 -",
                    ]
                )
            }
        }
    }

    func testFilesThatGoAwayAreLeftOutWithoutTheCallToo() throws {
        try inChild(under: Sandbox(answer: ENOSYS).program, on: makeFolder()) { _ in
            let folder = try makeTree(["a", "b", "c"])
            var paths: [String] = []
            for entry in ExtendedAttributes.scan(folder, for: mark) {
                XCTAssertNoThrow(try entry.value)
                paths.append(entry.path)
                guard entry.depth == 1 else { continue }
                for name in ["a", "b", "c"] { unsafe unlink(folder.path + "/" + name) }
            }
            XCTAssertEqual(paths.count, 2)
        }
    }

    func testLargeValuesAreWholeWithoutTheCallToo() throws {
        try inChild(under: Sandbox(answer: EPERM).program, on: makeFolder()) { _ in
            let file = try makeFileForLargeValues()
            let value = String(repeating: "a", count: 60_000)
            try file.extendedAttributes.set(value.utf8, for: mark.name)
            let scan = ExtendedAttributes.scan(file.deletingLastPathComponent(), for: mark)
            XCTAssertEqual(try scan.map { try $0.value }, [nil, value])
        }
    }

    func testRefusalThatIsTheFilesOwnIsTheErrorOfItsEntry() throws {
        let sandbox = Sandbox(answer: EPERM, sparingProbes: true)
        try inChild(under: sandbox.program, on: makeFolder()) { _ in
            let folder = try makeTree(["a", "b"])
            XCTAssertEqual(
                ExtendedAttributes.scan(folder, for: mark).map(\.outcome),
                ["-", "read notPermitted", "read notPermitted"]
            )
        }
    }

    func testFolderThatFailsWhileItIsReadComesAgainWithTheError() throws {
        try underTracer(injecting: "getdents64:error=EIO:when=2+") { folder in
            let entries = Array(ExtendedAttributes.scan(folder, for: mark, maxDepth: 1))
            XCTAssertEqual(entries.count, 12, "The folder twice, and those in it")
            XCTAssertEqual(entries.last?.path, folder.path)
            let error = assertFailure(.system, try entries.last?.value)
            XCTAssertEqual(error?.operation, .scan)
            XCTAssertEqual(error?.errno, EIO)
        }
    }

    func testLackOfDescriptorsIsTheErrorOfTheFolder() throws {
        try underTracer(injecting: "openat:error=EMFILE:when=1") { folder in
            let scan = ExtendedAttributes.scan(folder, for: mark)
            XCTAssertEqual(scan.map(\.outcome), ["-", "scan system"])
            XCTAssertEqual(scan.map(\.depth).count, Self.folders + Self.files, "The next time")
        }
    }

    func testInterruptedCallsAreMadeAgain() throws {
        for call in ["openat", "getdents64", "newfstatat"] {
            try underTracer(injecting: "\(call):error=EINTR:when=1..2") { folder in
                let scan = ExtendedAttributes.scan(folder, for: mark)
                XCTAssertEqual(scan.map(\.depth).count, Self.folders + Self.files, call)
            }
        }
    }

    private func makeLinks(in folder: URL) throws {
        XCTAssertEqual(unsafe symlink("a", folder.path + "/link"), 0)
        XCTAssertEqual(unsafe symlink(".", folder.path + "/circle"), 0)
    }

    /// Runs `body` with a tree in a child process, where system calls on the tree's folder fail.
    private func underTracer(injecting fault: String, _ body: (URL) throws -> Void) throws {
        // In the child, the tree is there.
        let folder = try Self.childFile ?? makeTree(Self.paths)
        let tracer = ["strace", "-f", "-qq", "-o", "/dev/null", "-P", folder.path]
        try inChild(under: tracer + ["-e", "inject=\(fault)"], on: folder, body)
    }

    /// Scans a tree in a child process, and returns the system calls.
    private func traced(in sandbox: Sandbox? = nil) throws -> [TracedCall] {
        let (first, last) = ("/footing-begins", "/footing-ends")
        let log = try makeFolder().appending(path: "calls")
        // The tracer is in the sandbox, so that what makes the sandbox is not traced.
        let program = (sandbox?.program ?? []) + ["strace", "-f", "-qq", "-o", log.path]
        try inChild(under: program, on: makeTree(Self.paths)) { folder in
            let scan = ExtendedAttributes.scan(folder, for: mark)
            unsafe access(first, F_OK)
            var values = 0
            for entry in scan where try entry.value != nil { values += 1 }
            unsafe access(last, F_OK)
            XCTAssertEqual(values, 60)
        }
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        let start = try XCTUnwrap(lines.firstIndex { $0.contains(first) }, "No trace")
        let end = try XCTUnwrap(lines.firstIndex { $0.contains(last) }, "No trace")
        let thread = lines[start].prefix { $0 != " " }
        return lines[(start + 1)..<end].filter { $0.hasPrefix(thread) }.compactMap(TracedCall.init)
    }
}

/// A system call in the format of the tracer.
private struct TracedCall {
    let name: String
    let text: String

    init?(_ line: Substring) {
        // Spaces fill the column of the thread's number.
        let call = line.drop { $0.isNumber }.drop { $0 == " " }
        guard let end = call.firstIndex(of: "(") else { return nil }
        name = String(call[..<end])
        text = String(call)
    }

    /// Whether it reads an attribute by a file's name; older tracers know only the call's number.
    var isReadByName: Bool { ["getxattrat", "syscall_0x1d0"].contains(name) }
    var isRead: Bool { isReadByName || name.hasSuffix("getxattr") }
}

/// A sandbox in which getxattrat fails with an error number, as in sandboxes that block it.
private struct Sandbox {
    let answer: Int32
    /// Whether the sandbox allows the call that checks for a sandbox.
    var sparingProbes = false

    /// The program that runs another one in the sandbox, made of a seccomp filter.
    var program: [String] {
        ["python3", "-c", Self.script, "\(answer)", sparingProbes ? "1" : "0"]
    }

    private static let script = """
        import ctypes, os, struct, sys
        answer, sparing = int(sys.argv[1]), int(sys.argv[2])
        load, equal, end = 0x20, 0x15, 0x06
        lines = [
            (load, 0, 0, 0),
            (equal, 0, 3, 464),
            (load, 0, 0, 16),
            (equal, sparing, 0, 0xFFFFFFFF),
            (end, 0, 0, 0x50000 | answer),
            (end, 0, 0, 0x7FFF0000),
        ]
        code = b"".join(struct.pack("HBBI", *line) for line in lines)
        memory = ctypes.create_string_buffer(code, len(code))
        class Program(ctypes.Structure):
            _fields_ = [("count", ctypes.c_ushort), ("lines", ctypes.c_void_p)]
        program = Program(len(lines), ctypes.addressof(memory))
        system = ctypes.CDLL(None, use_errno=True)
        probe = [ctypes.c_long(number) for number in (464, -1, 0, 0, 0, 0, 0)]
        if sparing and system.syscall(*probe) < 0 and ctypes.get_errno() != 22:
            sys.exit("there is no getxattrat")
        if system.prctl(38, 1, 0, 0, 0) or system.prctl(22, 2, ctypes.byref(program), 0, 0):
            sys.exit("no seccomp: " + os.strerror(ctypes.get_errno()))
        os.execvp(sys.argv[3], sys.argv[3:])
        """
}
