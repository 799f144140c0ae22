import FootingHTML
import Harness

#if HAS_SWIFTSOUP
import SwiftSoup

extension Comparison {
    static func html() -> [Comparison] {
        HTMLPage.chosen.flatMap { page in
            [
                document(page), text(page), select(page),
                row("sanitized", page, to: "clean", goal: 0.05) { html in
                    blackHole(HTMLSanitizer.standard.sanitized(html))
                } peer: { html in
                    blackHole(try SwiftSoup.clean(html, .basic()))
                },
            ]
        }
    }

    private static func row(
        _ title: String,
        _ page: HTMLPage,
        to peerName: String,
        goal: Double,
        ours: @escaping (String) -> Void,
        peer: @escaping (String) throws -> Void
    ) -> Comparison {
        let title = "\(title), \(page.rawValue)"
        return Comparison(title, to: "SwiftSoup \(peerName)", goal: goal) { effort in
            let html = String(decoding: try page.bytes(effort), as: UTF8.self)
            return Sides(
                ours: { count in for _ in 0..<count { ours(html) } },
                peer: { count in for _ in 0..<count { try peer(html) } }
            )
        }
    }

    private static func document(_ page: HTMLPage) -> Comparison {
        row("document", page, to: "parse", goal: 0.08) { html in
            blackHole(HTMLDocument(html))
        } peer: { html in
            blackHole(try SwiftSoup.parse(html))
        }
    }

    private static func text(_ page: HTMLPage) -> Comparison {
        let title = "text, \(page.rawValue)"
        return Comparison(title, to: "SwiftSoup text()", goal: 0.12) { effort in
            let html = String(decoding: try page.bytes(effort), as: UTF8.self)
            let (ours, peer) = (HTMLDocument(html), try SwiftSoup.parse(html))
            return Sides(
                ours: { count in for _ in 0..<count { blackHole(ours.text) } },
                peer: { count in for _ in 0..<count { blackHole(try peer.text()) } }
            )
        }
    }

    /// The first call on each document: SwiftSoup keeps its results.
    private static func select(_ page: HTMLPage) -> Comparison {
        let title = "select(\"a[href]\") and values, \(page.rawValue)"
        return Comparison(title, to: "SwiftSoup select", goal: 0.02) { effort in
            let html = String(decoding: try page.bytes(effort), as: UTF8.self)
            let document = HTMLDocument(html)
            return Sides(
                timingOurs: { count in
                    nanoseconds(
                        of: { count in
                            for _ in 0..<count {
                                blackHole(document.select("a[href]").map { $0["href"] })
                            }
                        },
                        count
                    )
                },
                timingPeer: { count in
                    var sum = 0.0
                    for _ in 0..<count {
                        let document = try SwiftSoup.parse(html)
                        sum += try nanoseconds(
                            of: { _ in
                                let links = try document.select("a[href]")
                                blackHole(try links.map { try $0.attr("href") })
                            },
                            1
                        )
                    }
                    return sum
                }
            )
        }
    }
}
#else
extension Comparison {
    static func html() -> [Comparison] {
        [
            Comparison(
                "HTML",
                to: "SwiftSoup",
                goal: 0.08,
                unavailable: "FOOTING_SWIFTSOUP names no repository of SwiftSoup"
            )
        ]
    }
}
#endif
