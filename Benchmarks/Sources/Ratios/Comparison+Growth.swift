import Harness

extension Comparison {
    /// Compares ours on a large input with ours on a small one, repeated until both handle as much.
    ///
    /// The goal leaves room for the cache misses of the large input.
    ///
    /// - Parameters:
    ///   - title: The large input.
    ///   - peer: The small input.
    ///   - size: The size of the small input; a smoke run takes a tenth of it.
    ///   - factor: How many times as large the large input is.
    ///   - goal: The goal of the row.
    ///   - make: Makes an input of a size.
    ///   - work: The work on one.
    /// - Returns: The row.
    static func growth<Input>(
        _ title: String,
        to peer: String,
        from size: Int,
        times factor: Int = 10,
        goal: Double = 1.6,
        _ make: @escaping (_ size: Int) throws -> Input,
        _ work: @escaping (Input) throws -> Void
    ) -> Comparison {
        Comparison(title, to: peer, goal: goal) { effort in
            let size = effort.isSmoke ? size / 10 : size
            let (small, large) = (try make(size), try make(factor * size))
            return Sides(
                ours: { count in
                    for _ in 0..<count { try work(large) }
                },
                peer: { count in
                    for _ in 0..<(factor * count) { try work(small) }
                }
            )
        }
    }
}
