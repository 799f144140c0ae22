extension Sequence where Element: Invocable & Sendable {
    /// Calls `body` with each element asynchronously on the main queue, in one hop for all
    /// elements.
    ///
    /// The elements are read immediately and called in order, with no other call in between. An
    /// empty sequence makes no call.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public consuming func on(
        _ destination: MainDestination,
        _ body: consuming @escaping @MainActor (Element) -> Void
    ) {
        (consume self).on(MainDestination.queue, onMain(consume body))
    }

    /// Calls `body` with each element asynchronously at `destination`, in one hop for all elements.
    ///
    /// The elements are read immediately and called in order, with no other call in between. An
    /// empty sequence makes no call.
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
