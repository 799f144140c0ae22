import FootingExtendedAttributes
import Foundation
import XCTest

/// The lines of a tracer.
struct Trace {
    let lines: [String]

    /// The names of the calls; the tracer writes “???” for what a thread does as the process ends.
    var calls: [String] {
        lines.compactMap { line in
            line.split(separator: " ").dropFirst().first?.split(separator: "(").first
                .map(String.init)
        }
        .filter { $0.first?.isLetter == true }
    }
}

/// Child processes with other rights, or under a tracer.
extension XCTestCase {
    /// The program that runs another one as a user who owns no file of this process.
    static var asStranger: [String] {
        ["setpriv", "--reuid", "65534", "--regid", "65534", "--clear-groups"]
    }

    /// Runs `body` without the rights of root, in a child process if this one has them.
    func asOrdinaryUser(_ body: (URL) throws -> Void) throws {
        guard getuid() == 0 || Self.childFile != nil else { return try body(makeFile()) }
        let program = ["setpriv", "--reuid", "65534", "--clear-groups"]
        try inChild(under: program, on: makeFolder()) { _ in try body(makeFile()) }
    }

    /// Runs `body` in a traced child process and returns the calls that it made on `file`.
    @discardableResult
    func traced(
        _ file: URL,
        injecting fault: String? = nil,
        _ body: (URL) throws -> Void
    ) throws -> [String] {
        let injection = fault.map { ["-e", "inject=\($0)"] } ?? []
        return try trace(file, ["-P", file.path] + injection, body).calls
    }

    /// Runs `body` in a child process under a tracer of some calls, with more options.
    @discardableResult
    func trace(
        _ file: @autoclosure () throws -> URL,
        of calls: String = "/.*xattr.*",
        _ options: [String],
        _ body: (URL) throws -> Void
    ) throws -> Trace {
        // In the child, which is traced, no other file is made.
        let file = try Self.childFile ?? file()
        let log = file.deletingLastPathComponent().appending(path: "calls-\(UUID().uuidString)")
        let tracer = ["strace", "-f", "-qq", "-o", log.path, "-e", "trace=\(calls)"]
        try inChild(under: tracer + options, on: file, body)
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        return Trace(lines: lines.map(String.init))
    }
}

/// Stores an attribute that only privileged processes may store, or skips the test.
func setPrivileged(_ name: ExtendedAttributeName, of file: URL) throws {
    do {
        try file.extendedAttributes.set([1], for: name)
    } catch {
        guard error.code == .notPermitted || error.code == .unsupported else { throw error }
        throw XCTSkip("“\(name)” can't be stored here: \(error)")
    }
}
