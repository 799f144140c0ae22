import Foundation
import Harness
import Records

/// Bytes that are compressed and decompressed.
enum CompressionSample: String, CaseIterable {
    case json = "JSON"
    case log = "log"
    case library = "library"
    case swift = "Swift text"
    case smallSwift = "52 KB of Swift"
    case zeros = "zeros"
    case noise = "random bytes"

    /// Makes the bytes, or throws the reason for which there are none.
    func data(_ effort: Effort) throws -> Data {
        let data = try whole(effort)
        return effort.isSmoke ? data.prefix(200_000) : data
    }

    private func whole(_ effort: Effort) throws -> Data {
        switch self {
        case .json: RecordDocument(effort.isSmoke ? 500 : 10_000).data
        case .log: Self.log(effort.isSmoke ? 200_000 : 20_000_000)
        case .library: try Self.library()
        case .swift: try Self.swiftFiles()
        case .smallSwift: try Self.swiftFiles().dropFirst(600_000).prefix(52_000)
        case .zeros: Data(count: 20_000_000)
        case .noise: Self.noise(16_000_000)
        }
    }

    /// Lines that resemble those of a server's log.
    private static func log(_ count: Int) -> Data {
        var random = SeededNumbers()
        let paths = [
            "/", "/index.html", "/api/v1/users", "/api/v1/items", "/static/app.js", "/login",
            "/images/logo.png", "/favicon.ico",
        ]
        let agents = [
            "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36",
            "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15", "curl/7.88.1",
        ]
        let statuses = [200, 200, 200, 304, 404, 500]
        var data = Data()
        var second = 0
        while data.count < count {
            second += random.below(2)
            let address = (0..<4).map { _ in String(random.below(256)) }.joined(separator: ".")
            let time = (second / 3_600 % 24, second / 60 % 60, second % 60)
            let line = """
                \(address) - - [12/Mar/2025:\(time.0):\(time.1):\(time.2) +0000] \
                "GET \(paths[random.below(8)])?id=\(random.below(100_000)) HTTP/1.1" \
                \(statuses[random.below(6)]) \(random.below(50_000)) "-" \
                "\(agents[random.below(3)])" 0.\(random.below(1_000))

                """
            data += Data(line.utf8)
        }
        return data.prefix(count)
    }

    /// The toolchain's Foundation, which this program has loaded.
    private static func library() throws -> Data {
        // Not `contentsOfFile`, which trusts the size 0 of the file.
        let maps = try? FileHandle(forReadingAtPath: "/proc/self/maps")?.readToEnd()
        let text = maps.map { String(decoding: $0, as: UTF8.self) }
        let line = text?.split(separator: "\n").first { $0.hasSuffix("/libFoundation.so") }
        guard let line, let start = line.firstIndex(of: "/") else {
            throw Comparison.Unavailable("libFoundation.so is not found")
        }
        return try Data(contentsOf: URL(filePath: String(line[start...])))
    }

    /// The package's own sources.
    private static func swiftFiles() throws -> Data {
        let package = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let sources = package.appending(path: "Sources")
        let names = FileManager.default.enumerator(atPath: sources.path)?.compactMap {
            $0 as? String
        }
        var data = Data()
        for name in (names ?? []).sorted() where name.hasSuffix(".swift") {
            data += try Data(contentsOf: sources.appending(path: name))
        }
        guard data.count > 1_000_000 else {
            throw Comparison.Unavailable("the package's sources are not found")
        }
        return data
    }

    /// Bytes that can't be compressed.
    static func noise(_ count: Int) -> Data {
        var random = SeededNumbers()
        var data = Data(capacity: count)
        while data.count < count {
            withUnsafeBytes(of: random.next()) { data.append(contentsOf: $0) }
        }
        return data
    }
}

/// Numbers that look random (SplitMix64).
private struct SeededNumbers {
    private var state: UInt64 = 31

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    mutating func below(_ limit: UInt64) -> Int { Int(next() % limit) }
}
