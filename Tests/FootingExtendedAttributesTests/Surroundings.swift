import FootingExtendedAttributes
import Foundation
import XCTest

/// Child processes that have other rights, or are traced.
extension XCTestCase {
    /// Runs `body` without the rights of root, in a child process if this one has them.
    func asOrdinaryUser(_ body: (URL) throws -> Void) throws {
        guard getuid() == 0 || Self.childFile != nil else { return try body(makeFile()) }
        let program = ["setpriv", "--reuid", "65534", "--clear-groups"]
        try inChild(under: program, on: makeFolder()) { _ in try body(makeFile()) }
    }

    /// Runs `body` in a traced child process and returns the calls that it made on `file`.
    func traced(
        _ file: URL,
        injecting fault: String? = nil,
        _ body: (ExtendedAttributes) throws -> Void
    ) throws -> [String] {
        let log = file.deletingLastPathComponent().appending(path: "calls-\(UUID().uuidString)")
        var tracer = ["strace", "-f", "-qq", "-o", log.path, "-P", file.path]
        tracer += ["-e", "trace=/.*xattr.*"]
        if let fault { tracer += ["-e", "inject=\(fault)"] }
        try inChild(under: tracer, on: file) { try body($0.extendedAttributes) }
        let lines = try String(contentsOf: log, encoding: .utf8).split(separator: "\n")
        return lines.compactMap { line in
            line.split(separator: " ").last { $0.contains("xattr(") }?.split(separator: "(").first
                .map(String.init)
        }
    }
}
