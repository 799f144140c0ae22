import Harness

extension Comparison {
    /// Ours on an input ten times as large, which shall take ten times as long, and what the
    /// processor's caches then no longer hold.
    ///
    /// - Parameters:
    ///   - title: The large input.
    ///   - peer: The small one, which the work is done on ten times.
    ///   - size: How large the small one is; a smoke run takes a tenth of it.
    ///   - make: Makes an input of a size.
    ///   - work: The work on one.
    /// - Returns: The row.
    static func growth<Input>(
        _ title: String,
        to peer: String,
        from size: Int,
        _ make: @escaping (_ size: Int) throws -> Input,
        _ work: @escaping (Input) throws -> Void
    ) -> Comparison {
        Comparison(title, to: peer, goal: 1.6) { effort in
            let size = effort.isSmoke ? size / 10 : size
            let (small, large) = (try make(size), try make(10 * size))
            return Sides(
                ours: { count in
                    for _ in 0..<count { try work(large) }
                },
                peer: { count in
                    for _ in 0..<(10 * count) { try work(small) }
                }
            )
        }
    }
}
