import FootingCollections
import Foundation
import Harness

extension Comparison {
    static func collections() -> [Comparison] {
        sortedLists() + names() + searches()
    }

    private static func sortedLists() -> [Comparison] {
        let sizes = [1_000, 10_000, 100_000]
        return sizes.map(insertion)
            + sizes.flatMap { size in [1, 10, 100].map { batch($0, into: size) } }
            + [twoKeys()]
    }

    /// Inserts 100 elements into a list, one after the other.
    private static func insertion(into size: Int) -> Comparison {
        Comparison("insert 100 into \(size), one by one", to: "append and sort", goal: 0.02) {
            effort in
            let size = effort.isSmoke ? size / 10 : size
            let list = ListRecord.sorted(size)
            let new = ListRecord.random(100, stream: 1)
            let samples = Samples(10)
            return Sides(
                timingOurs: { count in
                    time(count, list) { list in
                        for record in new { list.insert(record, sortedBy: \.lastName) }
                    }
                },
                timingPeer: { count in
                    time(count, list, samples) { list in
                        for record in new {
                            list.append(record)
                            list.sort { $0.lastName < $1.lastName }
                        }
                    }
                }
            )
        }
    }

    private static func batch(_ percent: Int, into size: Int) -> Comparison {
        let name = "insert \(percent) % into \(size)"
        return Comparison(name, to: "append and sort", goal: 0.15) { effort in
            let size = effort.isSmoke ? size / 10 : size
            let list = ListRecord.sorted(size)
            let batch = ListRecord.random(size * percent / 100, stream: 1)
            let isLarge = size == 100_000
            let (ours, peer) = isLarge ? (Samples(15), Samples(15)) : (nil, nil)
            return Sides(
                timingOurs: { count in
                    time(count, list, ours) { $0.insert(contentsOf: batch, sortedBy: \.lastName) }
                },
                timingPeer: { count in
                    time(count, list, peer) { list in
                        list.append(contentsOf: batch)
                        list.sort { $0.lastName < $1.lastName }
                    }
                }
            )
        }
    }

    /// The time of changes of a list, without that of its copies.
    private static func time(
        _ count: Int,
        _ list: [ListRecord],
        _ samples: Samples? = nil,
        _ change: (inout [ListRecord]) -> Void
    ) -> Double {
        if let samples { return samples.time(count) { time(1, list, nil, change) } }
        var sum = 0.0
        for _ in 0..<count {
            var copy = list
            copy.reserveCapacity(2 * list.count)
            sum += nanoseconds(of: { _ in change(&copy) }, 1)
            blackHole(copy)
        }
        return sum
    }

    private static func twoKeys() -> Comparison {
        Comparison("search by two keys in 10000", to: "by one key", goal: 1.2) { _ in
            let list = ListRecord.sorted(10_000)
            let searched = ListRecord.random(1_000)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        for record in searched {
                            let (last, first) = (record.lastName, record.firstName)
                            blackHole(
                                list.sortedRange(of: last, first, by: \.lastName, \.firstName)
                            )
                        }
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        for record in searched {
                            blackHole(list.sortedRange(of: record.lastName, by: \.lastName))
                        }
                    }
                }
            )
        }
    }
}

/// An element of a sorted list.
private struct ListRecord {
    var lastName: String
    var firstName: String
    var age: Int

    /// Records of one of several streams of random names.
    static func random(_ count: Int, stream: Int = 0) -> [ListRecord] {
        // The number of names is the seed.
        let names = NameSample.ascii(2 * count + stream)
        return (0..<count).map {
            ListRecord(lastName: names[2 * $0], firstName: names[2 * $0 + 1], age: $0 % 90)
        }
    }

    static func sorted(_ count: Int) -> [ListRecord] {
        random(count).sorted { ($0.lastName, $0.firstName) < ($1.lastName, $1.firstName) }
    }
}
