import Folding
import FootingCollections
import Foundation
import Harness

extension Comparison {
    static func names() -> [Comparison] {
        [
            fold("Latin, 51 bytes", "Crème brûlée für Ångström, naïve façade à la carte", 0.15),
            fold("ASCII", "The Quick Brown Fox Jumps Over The Lazy Dog And Runs", 0.10),
            fold("Cyrillic", "Съешь же ещё этих мягких булок", 0.25),
            fold("Hangul", "키스의 고유조건은 입술끼리 만나야 하고", 0.25),
            fold("Chinese", "天地玄黃宇宙洪荒日月盈昃辰宿列張", 0.25),
            sort("sorted(byName:)", "ASCII", NameSample.ascii, 0.03) { $0.sorted(byName: \.self) },
            sort("sorted(byName:)", "mixed", NameSample.mixed, 0.03) { $0.sorted(byName: \.self) },
            sort("sort(using: .names)", "ASCII", NameSample.ascii, 0.08) {
                $0.sorted(using: .names)
            },
            sort("sort(using: .names)", "mixed", NameSample.mixed, 0.20) {
                $0.sorted(using: .names)
            },
        ]
    }

    private static func fold(_ name: String, _ string: String, _ goal: Double) -> Comparison {
        Comparison("fold \(name)", to: "folding(options:)", goal: goal) { _ in
            var buffer: [UInt8] = []
            let options: String.CompareOptions = [
                .caseInsensitive, .diacriticInsensitive, .widthInsensitive,
            ]
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(Folding.fold(string, into: &buffer)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(string.folding(options: options, locale: nil)) }
                }
            )
        }
    }

    private static func sort(
        _ call: String,
        _ kind: String,
        _ makeNames: @escaping (Int) -> [String],
        _ goal: Double,
        _ sorted: @escaping ([String]) -> [String]
    ) -> Comparison {
        let title = "\(call) of 20000, \(kind)"
        return Comparison(title, to: "localizedStandardCompare", goal: goal) { effort in
            let names = makeNames(effort.isSmoke ? 200 : 20_000)
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(sorted(names)) }
                },
                slowPeer: {
                    blackHole(names.sorted { $0.localizedStandardCompare($1) == .orderedAscending })
                }
            )
        }
    }
}

/// Names and titles made of syllables.
enum NameSample {
    static func ascii(_ count: Int) -> [String] {
        names(count, ["an", "ber", "lo", "mi", "son", "ter", "ka", "ri", "o'", "del"])
    }

    static func mixed(_ count: Int) -> [String] {
        names(count, ["an", "bér", "lø", "mi", "sön", "тер", "ka", "ñi", "o’", "del", "国"])
    }

    private static func names(_ count: Int, _ syllables: [String]) -> [String] {
        var random = BenchmarkRandom(seed: UInt64(count))
        func word() -> String {
            (0..<Int.random(in: 1...4, using: &random))
                .map { _ in syllables[Int.random(in: 0..<syllables.count, using: &random)] }
                .joined().capitalized
        }
        return (0..<count).map { index in
            index % 10 == 0 ? "\(word()) \(index % 100)" : "\(word()) \(word())"
        }
    }
}
