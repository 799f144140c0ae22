import Foundation
import Harness
import Records

/// Documents that are there to hurt.
extension Comparison {
    static func mappingOfHostileDocuments() -> [Comparison] {
        [
            keyOfMarks("400 KB key of combining marks", Hostile.wantedByMapping),
            keyOfMarks("400 KB key of marks, in any case", Hostile.wantedInAnyCase),
            keyOfMarks("400 KB key of marks, LenientDecoder", Hostile.wantedByLenientDecoder),
            keyOfMarksInDictionary("400 KB key of marks of a dictionary") {
                try Hostile.fewerCountsByMapping($0) == ["wanted": 2]
            },
            keyOfMarksInDictionary("400 KB key, dictionary, LenientDecoder") {
                try !Hostile.hasCountsForLenientDecoder($0)
            },
            unknownKeys("200,000 unknown keys", goal: 0.07, Hostile.wantedByMapping),
            unknownKeys(
                "200,000 unknown keys, LenientDecoder",
                goal: 0.07,
                Hostile.wantedByLenientDecoder
            ),
            wantedKeys(),
            wholeDocument(
                "a type that takes any JSON",
                goal: 0.8,
                { Hostile.values($0 ? 500 : 20_000) },
                Hostile.valueCountByLenientDecoder,
                Hostile.valueCountByDecoder
            ),
            wholeDocument(
                "first object, 300 keys of 200,000",
                goal: 0.6,
                { Hostile.wideObject($0 ? 2_000 : 200_000) },
                Hostile.wideSumByLenientDecoder,
                Hostile.wideSumByDecoder
            ),
            growth("10,000 keys that the input chooses", to: "1,000, ten times", from: 1_000) {
                count in
                (count, Hostile.chosenKeys(count))
            } _: { count, data in
                guard try Hostile.chosenSumByLenientDecoder(data) == count else {
                    throw Difference()
                }
            },
            marksForAWord(),
            refused("5 MB of an unclosed list", goal: 0.5) {
                Hostile.unclosedList(ofBytes: $0 ? 50_000 : 5_000_000)
            },
            refused("5 MB of opening brackets", goal: 1) {
                Hostile.nestedLists($0 ? 50_000 : 5_000_000)
            },
        ]
    }

    /// The peer's time is quadratic, and would be eight seconds for ours.
    private static func keyOfMarks(
        _ title: String,
        _ ours: @escaping (Data) throws -> Int?
    ) -> Comparison {
        Comparison(title, to: "JSONDecoder, a key of 20 KB", goal: 0.05) { effort in
            let marks = effort.isSmoke ? 1_000 : 10_000
            let (large, small) = (Hostile.key(ofMarks: 20 * marks), Hostile.key(ofMarks: marks))
            guard try ours(large) == 2, try Hostile.wantedByDecoder(small) == 2 else {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try ours(large)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try Hostile.wantedByDecoder(small)) }
                }
            )
        }
    }

    /// Ours doesn't take such a key, and `isRefused` tells.
    private static func keyOfMarksInDictionary(
        _ title: String,
        _ isRefused: @escaping (Data) throws -> Bool
    ) -> Comparison {
        Comparison(title, to: "JSONDecoder, a key of 20 KB", goal: 0.05) { effort in
            let marks = effort.isSmoke ? 1_000 : 10_000
            let large = Hostile.counts(ofMarks: 20 * marks)
            let small = Hostile.counts(ofMarks: marks)
            guard try Hostile.countsByDecoder(small)["wanted"] == 2 else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        guard try isRefused(large) else { throw Difference() }
                    }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try Hostile.countsByDecoder(small)) }
                }
            )
        }
    }

    private static func unknownKeys(
        _ title: String,
        goal: Double,
        _ ours: @escaping (Data) throws -> Int?
    ) -> Comparison {
        Comparison(title, to: "JSONDecoder", goal: goal) { effort in
            let data = Hostile.unknownKeys(effort.isSmoke ? 2_000 : 200_000)
            guard try ours(data) == 2, try Hostile.wantedByDecoder(data) == 2 else {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try ours(data)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try Hostile.wantedByDecoder(data)) }
                }
            )
        }
    }

    private static func wholeDocument(
        _ title: String,
        goal: Double,
        _ document: @escaping (_ isSmoke: Bool) -> Data,
        _ ours: @escaping (Data) throws -> Int?,
        _ peer: @escaping (Data) throws -> Int?
    ) -> Comparison {
        Comparison(title, to: "JSONDecoder", goal: goal) { effort in
            let data = document(effort.isSmoke)
            guard let made = try ours(data), try peer(data) == made else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try ours(data)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try peer(data)) }
                }
            )
        }
    }

    /// Compared with the words, such a text would take quadratic time.
    private static func marksForAWord() -> Comparison {
        Comparison("256,000 marks for an enumeration", to: "half as many", goal: 2.2) { effort in
            let marks = effort.isSmoke ? 1_000 : 128_000
            let (large, small) = (Hostile.word(ofMarks: 2 * marks), Hostile.word(ofMarks: marks))
            guard try Hostile.issueCountOfWord(large) == 1 else { throw Difference() }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try Hostile.issueCountOfWord(large)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try Hostile.issueCountOfWord(small)) }
                }
            )
        }
    }

    /// Each key is compared with the others, and so hashed.
    private static func wantedKeys() -> Comparison {
        Comparison("200,000 keys to a dictionary", to: "JSONDecoder", goal: 0.25) { effort in
            let data = Hostile.counts(effort.isSmoke ? 2_000 : 200_000)
            guard try Hostile.countsByMapping(data) == Hostile.countsByDecoder(data) else {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(try Hostile.countsByMapping(data)) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try Hostile.countsByDecoder(data)) }
                }
            )
        }
    }

    private static func refused(
        _ title: String,
        goal: Double,
        _ document: @escaping (_ isSmoke: Bool) -> Data
    ) -> Comparison {
        Comparison(title, to: "JSONDecoder", goal: goal) { effort in
            let data = document(effort.isSmoke)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        guard Hostile.isRefusedByMapping(data) else { throw Difference() }
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        guard Hostile.isRefusedByDecoder(data) else { throw Difference() }
                    }
                }
            )
        }
    }
}
