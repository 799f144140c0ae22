import FootingObservation
import Harness

extension Comparison {
    static func observedArrays() -> [Comparison] { [editing(), comparing()] }

    /// An observed `append` and `removeLast`, in a large array and in a small one.
    private static func editing() -> Comparison {
        Comparison("append and removeLast, 100,000 elements", to: "10 elements", goal: 1.3) { _ in
            let (large, small) = (Followed(100_000), Followed(10))
            return Sides(
                ours: { count in for _ in 0..<count { edit(large) } },
                peer: { count in for _ in 0..<count { edit(small) } }
            )
        }
    }

    /// The same, and a property that compares its old and new value, as `didSet` can.
    private static func comparing() -> Comparison {
        Comparison(
            "append and removeLast, 100,000 elements",
            to: "CollectionDifference",
            goal: 0.001
        ) { _ in
            let (ours, peer) = (Followed(100_000), Comparing(100_000))
            return Sides(
                ours: { count in for _ in 0..<count { edit(ours) } },
                peer: { count in for _ in 0..<count { edit(peer) } }
            )
        }
    }

    @inline(never)
    private static func edit(_ list: Followed) {
        list.items.append(1)
        list.items.removeLast()
    }

    @inline(never)
    private static func edit(_ list: Comparing) {
        list.items.append(1)
        list.items.removeLast()
    }
}

private final class Followed: KeyValueObservable {
    @Observed var items: ObservedArray<Int>
    private let bag = ObservationBag()

    init(_ count: Int) {
        items = ObservedArray(0..<count)
        observeElements(of: \.items) { change in
            for edit in change.edits { blackHole(edit.range) }
        }.store(in: bag)
    }
}

private final class Comparing {
    var items: [Int] {
        didSet { blackHole(items.difference(from: oldValue)) }
    }

    init(_ count: Int) {
        items = Array(0..<count)
    }
}
