import Foundation
import Harness

/// A library for Python that reads HTML.
enum HTMLPeer: String {
    /// lexbor, a browser's parser in C.
    case lexbor = "lexbor (selectolax)"
    case html5lib = "html5lib"
    /// ammonia, a sanitizer in Rust.
    case nh3 = "nh3"

    private var module: String {
        switch self {
        case .lexbor: "selectolax.lexbor"
        case .html5lib, .nh3: rawValue
        }
    }

    /// Starts a child that does `work` with `data`, the bytes of a page, and `text`, its text.
    ///
    /// - Throws: `Comparison.Unavailable` if the library is missing.
    func start(_ page: [UInt8], setup: String = "pass", work: String) throws -> ChildPeer {
        guard let program = peersPython else {
            throw Comparison.Unavailable("not there; Benchmarks/Peers/install gets it")
        }
        let file = FileManager.default.temporaryDirectory
            .appending(path: "footing-\(UUID().uuidString).html")
        try Data(page).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        return try .python(
            program,
            importing: module,
            setup: """
                with open(arguments[0], "rb") as file: data = file.read()
                text = data.decode("utf-8", "replace")
                \(setup)
                """,
            work: work,
            with: [file.path]
        )
    }
}
