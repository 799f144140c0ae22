import FootingLocalizationTools
import Foundation
import Harness

extension Comparison {
    static func keysInSources() -> [Comparison] {
        [
            Comparison(
                "keys in this package's sources",
                to: "SwiftSyntax's parser",
                goal: 1.0 / 120
            ) { effort in
                let folder = sources(effort.isSmoke ? "FootingLocalizationTools" : "")
                return Sides(ours: { find(in: folder, $0) }, peer: try parserPeer(of: folder))
            },
            Comparison(
                "keys in the sources of a folder",
                to: "swiftc -dump-parse, a process a file",
                goal: 1.0 / 500
            ) { effort in
                let folder = sources("FootingLocalizationTools/Scanning")
                let files = effort.isSmoke ? "CallFinder" : "*"
                let peer = """
                    echo ready
                    while read -r count; do
                        start=$(date +%s%N)
                        for ((round = 0; round < count; round++)); do
                            for file in \(folder.path)/\(files).swift; do
                                swiftc -frontend -dump-parse "$file" > /dev/null 2>&1
                            done
                        done
                        echo $(($(date +%s%N) - start))
                    done
                    """
                return Sides(
                    ours: { find(in: folder, $0) },
                    peer: try ChildPeer("bash", ["-c", peer])
                )
            },
            // A folder's file has a call in every third line.
            growth(
                "keys in a file of 3 MB",
                to: "four times 0.8 MB",
                from: 12_000,
                times: 4,
                { size in
                    let folder = FileManager.default.temporaryDirectory
                        .appending(path: "footing-sources-\(UUID().uuidString)")
                    try FileManager.default.createDirectory(
                        at: folder,
                        withIntermediateDirectories: true
                    )
                    let lines = (0..<size).map { number in
                        """
                        // Translators: The name of line \(number).
                        print(l10n("key.\\(\(number)).title", \(number), f("a \\(b)")))
                        let c\(number) = a / \(number)
                        """
                    }
                    let text = Data(lines.joined(separator: "\n").utf8)
                    try text.write(to: folder.appending(path: "Source.swift"))
                    return folder
                },
                { folder in blackHole(SourceKeys(in: [folder])) }
            ),
        ]
    }

    /// A folder of this package's sources.
    private static func sources(_ name: String) -> URL {
        URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Sources").appending(path: name)
    }

    private static func find(in folder: URL, _ count: Int) {
        for _ in 0..<count { blackHole(SourceKeys(in: [folder])) }
    }

    /// Starts a program that parses the Swift files of a folder with the toolchain's SwiftSyntax.
    ///
    /// Its libraries can't be linked by a package, so the compiler is called.
    private static func parserPeer(of folder: URL) throws -> ChildPeer {
        let program = FileManager.default.temporaryDirectory.appending(path: "footing-parser-peer")
        let script = """
            set -e
            host=$(swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": "\\(.*\\)".*/\\1/p')
            [ -e \(program.path) ] || swiftc -O -swift-version 5 -parse-as-library -I "$host/host" \\
                -L "$host/host" -lSwiftParser -lSwiftSyntax -Xlinker -rpath -Xlinker "$host/host" \\
                -o \(program.path) \(program.path).swift
            exec \(program.path) \(folder.path)
            """
        let source = """
            import Foundation
            import SwiftParser

            @main struct Peer {
                static func main() {
                    let root = CommandLine.arguments[1]
                    let names = FileManager.default.enumerator(atPath: root)!.map { "\\($0)" }
                    let texts = names.filter { $0.hasSuffix(".swift") }.compactMap {
                        try? String(contentsOfFile: root + "/" + $0, encoding: .utf8)
                    }
                    print("ready")
                    fflush(stdout)
                    while let line = readLine(), let count = Int(line) {
                        let start = DispatchTime.now().uptimeNanoseconds
                        var size = 0
                        for _ in 0..<count {
                            for text in texts { size += Parser.parse(source: text).totalLength.utf8Length }
                        }
                        print(size == 0 ? 0 : DispatchTime.now().uptimeNanoseconds - start)
                        fflush(stdout)
                    }
                }
            }
            """
        try Data(source.utf8).write(to: URL(filePath: program.path + ".swift"))
        return try ChildPeer("bash", ["-c", script])
    }
}
