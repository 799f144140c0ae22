import Algorithms
import FootingCollections
import Harness

extension Comparison {
    static func collections() -> [Comparison] {
        [1_000, 10_000, 100_000].flatMap { size in
            [
                search("Int", Array(0..<size)),
                search("String", (0..<size).map { "\($0 + 1_000_000)" }),
            ]
        }
    }

    /// Finds the range of the elements with a key.
    private static func search<Key: Comparable>(_ name: String, _ list: [Key]) -> Comparison {
        let keys = (0..<500).map { list[$0 * 7_919 % list.count] }
        return Comparison(
            "range of a key, \(name), \(list.count)",
            to: "partitioningIndex, twice",
            goal: 1.05,
            ours: { count in
                for _ in 0..<count {
                    for key in keys { blackHole(list.sortedRange(of: key) { $0 }) }
                }
            },
            peer: { count in
                for _ in 0..<count {
                    for key in keys {
                        let lower = list.partitioningIndex { $0 >= key }
                        blackHole(lower..<list[lower...].partitioningIndex { $0 > key })
                    }
                }
            }
        )
    }
}
