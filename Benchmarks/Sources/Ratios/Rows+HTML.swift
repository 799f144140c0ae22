import CHTMLPeers
import FootingHTML
import Foundation
import Harness
import Records

extension Comparison {
    static func html() -> [Comparison] {
        HTMLPage.chosen.flatMap { documents($0) + [tokens($0), select($0)] + sanitized($0) }
            + [pushed(), windows1251()] + HTMLPage.chosen.flatMap(memory) + htmlOfHostilePages()
    }

    // MARK: Documents

    private static func documents(_ page: HTMLPage) -> [Comparison] {
        let title = "document, \(page.rawValue)"
        return [
            document(page, to: "libxml2's tree", goal: 0.4) { libxml2_tree($0, $1) },
            document(page, to: "libxml2's push, no tree", goal: 0.6) {
                libxml2_push($0, $1, pieceSize)
            },
            document(page, to: "gumbo", goal: 0.18) { gumbo_tree($0, $1) },
            Comparison(title, to: HTMLPeer.lexbor.rawValue, goal: 1.05) { effort in
                let bytes = try page.bytes(effort)
                return Sides(
                    ours: read(bytes),
                    peer: try HTMLPeer.lexbor.start(
                        bytes,
                        work: "selectolax.lexbor.LexborHTMLParser(data)"
                    )
                )
            },
            Comparison(title, to: HTMLPeer.html5lib.rawValue, goal: 0.03) { effort in
                let bytes = try page.bytes(effort)
                let peer = try HTMLPeer.html5lib.start(bytes, work: "html5lib.parse(data)")
                let samples = Samples(3)
                return Sides(
                    timingOurs: { nanoseconds(of: read(bytes), $0) },
                    timingPeer: { try samples.time($0) { try peer.nanoseconds(1) } },
                    cleanUp: peer.end
                )
            },
        ]
    }

    private static let pieceSize = 16_384

    private static func read(_ bytes: [UInt8]) -> (Int) -> Void {
        { count in
            for _ in 0..<count { blackHole(HTMLDocument(bytes)) }
        }
    }

    private static func document(
        _ page: HTMLPage,
        to peer: String,
        goal: Double,
        _ parse: @escaping (UnsafePointer<CChar>?, Int) -> Int
    ) -> Comparison {
        Comparison("document, \(page.rawValue)", to: peer, goal: goal) { effort in
            let bytes = try page.bytes(effort)
            return Sides(ours: read(bytes), peer: try inC(bytes, parse))
        }
    }

    /// The work of a library in C, or the reason for its absence.
    private static func inC(
        _ bytes: [UInt8],
        _ parse: @escaping (UnsafePointer<CChar>?, Int) -> Int
    ) throws -> (Int) throws -> Void {
        func result() -> Int {
            bytes.withUnsafeBytes { parse($0.bindMemory(to: CChar.self).baseAddress, $0.count) }
        }
        let first = result()
        guard first >= 0 else {
            throw Unavailable("headers are missing (libxml2-dev, libgumbo-dev)")
        }
        guard first > 0 else { throw Difference() }
        return { count in
            for _ in 0..<count where result() != first { throw Difference() }
        }
    }

    private static func pushed() -> Comparison {
        let page = HTMLPage.chosen[0]
        let title = "document by 16 KiB, \(page.rawValue)"
        return Comparison(title, to: "ours, whole", goal: 1.1) { effort in
            let bytes = try page.bytes(effort)
            func push() -> HTMLDocument {
                var parser = HTMLDocument.Parser()
                for start in stride(from: 0, to: bytes.count, by: pieceSize) {
                    parser.append(bytes[start..<min(start + pieceSize, bytes.count)])
                }
                return parser.finish()
            }
            guard push().html == HTMLDocument(bytes).html else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(push()) }
                },
                peer: read(bytes)
            )
        }
    }

    private static func windows1251() -> Comparison {
        Comparison("document in windows-1251", to: "ours, UTF-8", goal: 1.25) { effort in
            let page = HTMLPage.russian(effort.isSmoke ? 30_000 : 700_000)
            func read(_ bytes: [UInt8], _ encoding: String) -> HTMLDocument {
                HTMLDocument(bytes, contentType: encoding)
            }
            guard
                read(page.windows, "windows-1251").text == read(page.utf8, "utf-8").text
            else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(read(page.windows, "windows-1251")) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(read(page.utf8, "utf-8")) }
                }
            )
        }
    }

    // MARK: Tokens, selectors and the sanitizer

    private static func tokens(_ page: HTMLPage) -> Comparison {
        Comparison("tokens, \(page.rawValue)", to: "libxml2's push", goal: 0.6) { effort in
            let bytes = try page.bytes(effort)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        var (names, links) = (0, 0)
                        for token in HTMLTokens(bytes) {
                            switch token {
                            case .startTag(let tag):
                                names += tag.name.utf8.count
                                if tag["href"] != nil { links += 1 }
                            case .endTag(let tag): names += tag.name.utf8.count
                            default: break
                            }
                        }
                        blackHole((names, links))
                    }
                },
                peer: try inC(bytes) { libxml2_push($0, $1, pieceSize) }
            )
        }
    }

    private static func select(_ page: HTMLPage) -> Comparison {
        let title = "select(\"a[href]\"), \(page.rawValue)"
        return Comparison(title, to: "lexbor's css, no values", goal: 1.5) { effort in
            let bytes = try page.bytes(effort)
            let document = HTMLDocument(bytes)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        blackHole(document.select("a[href]").reduce(0) { $0 + hrefSize(of: $1) })
                    }
                },
                peer: try HTMLPeer.lexbor.start(
                    bytes,
                    setup: "parser = selectolax.lexbor.LexborHTMLParser(data)",
                    work: "parser.css('a[href]')"
                )
            )
        }
    }

    private static func hrefSize(of element: HTMLElement) -> Int {
        element["href"]?.utf8.count ?? 0
    }

    private static func sanitized(_ page: HTMLPage) -> [Comparison] {
        // GitHub's page is mostly of elements that lose their content.
        guard page != .github else { return [] }
        let title = "sanitized, \(page.rawValue)"
        return [
            Comparison(title, to: HTMLPeer.nh3.rawValue, goal: 0.5) { effort in
                let bytes = try page.bytes(effort)
                let text = String(decoding: bytes, as: UTF8.self)
                return Sides(
                    ours: { count in
                        for _ in 0..<count { blackHole(HTMLSanitizer.standard.sanitized(text)) }
                    },
                    peer: try HTMLPeer.nh3.start(bytes, work: "nh3.clean(text)")
                )
            }
        ]
    }

    // MARK: Memory

    /// The growth of the process by a document, which has a copy of its source.
    private static func memory(_ page: HTMLPage) -> [Comparison] {
        func ours(_ effort: Effort) throws -> (growth: Double, source: [UInt8]) {
            let bytes = try page.bytes(effort)
            blackHole(HTMLDocument(bytes))
            let documentCount = 20
            let before = try residentBytes()
            let documents = (0..<documentCount).map { _ in HTMLDocument(bytes.map { $0 }) }
            let growth = try residentBytes() - before
            blackHole(documents)
            return (growth / Double(documentCount), bytes)
        }
        let title = "memory, \(page.rawValue)"
        return [
            Comparison(title, to: "its source", goal: 2.6, in: .bytes) { effort in
                let (growth, source) = try ours(effort)
                let limit = Double(source.count)
                return Sides(timingOurs: { growth * Double($0) }, limit: limit)
            },
            Comparison(title, to: HTMLPeer.lexbor.rawValue, goal: 0.3, in: .bytes) { effort in
                let (growth, source) = try ours(effort)
                // The clock of the child is replaced by its memory.
                let peer = try HTMLPeer.lexbor.start(
                    source,
                    setup: """
                        def resident():
                            with open("/proc/self/statm") as file:
                                return int(file.read().split()[1]) * os.sysconf("SC_PAGESIZE")
                        selectolax.lexbor.LexborHTMLParser(data)
                        start = resident()
                        documents = [selectolax.lexbor.LexborHTMLParser(data) for _ in range(20)]
                        growth = (resident() - start) // 20
                        clock = iter([0, growth])
                        time.perf_counter_ns = lambda: next(clock)
                        """,
                    work: "pass"
                )
                defer { peer.end() }
                let limit = try peer.nanoseconds(1)
                return Sides(timingOurs: { growth * Double($0) }, limit: limit)
            },
        ]
    }

    private static func residentBytes() throws -> Double {
        let file = FileHandle(forReadingAtPath: "/proc/self/statm")
        let fields = (try file?.readToEnd()).map { String(decoding: $0, as: UTF8.self) }?
            .split(separator: " ")
        guard let pages = fields.flatMap({ Double($0[1]) }) else {
            throw Unavailable("the memory of a process can be read on Linux only")
        }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }
}
