extension Sequence where Element: Invocable & Sendable {
    /// Calls `body` with each element on the main queue, later, in one hop for all of them.
    ///
    /// The elements are read at once; they are called in their order, with nothing in between.
    /// An empty sequence is no call at all.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public consuming func on(
        _ destination: MainDestination,
        _ body: consuming @escaping @MainActor (Element) -> Void
    ) {
        let targets = Array(consume self)
        guard !targets.isEmpty else { return }
        MainDestination.queue.call((consume targets, onMain(consume body))) { targets, body in
            for target in targets { body(target) }
        }
    }

    /// Calls `body` with each element at `destination`, later, in one hop for all of them.
    ///
    /// The elements are read at once; they are called in their order, with nothing in between.
    /// An empty sequence is no call at all.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public consuming func on<Place: Destination>(
        _ destination: Place,
        _ body: consuming sending @escaping (Element) -> Void
    ) {
        let targets = Array(consume self)
        guard !targets.isEmpty else { return }
        destination.call((consume targets, consume body)) { targets, body in
            for target in targets { body(target) }
        }
    }
}
