extension Sequence where Element: Invocable & Sendable {
    /// Calls `body` with each element on the main queue, later, in one hop for all of them.
    ///
    /// The elements are read here and now; they are called in their order, with nothing in between.
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
        MainDestination.enqueue(job(consume targets, onMain: callEach(onMain: consume body)))
    }

    /// Calls `body` with each element at `destination`, later, in one hop for all of them.
    ///
    /// The elements are read here and now; they are called in their order, with nothing in between.
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
        destination.enqueue(job(consume targets, callEach(consume body)))
    }
}

// Functions of their own for the reason that `job` is one.

@inlinable
@inline(never)
func callEach<Target: Sendable>(
    _ body: sending @escaping (Target) -> Void
) -> sending ([Target]) -> Void {
    { targets in
        for target in targets { body(target) }
    }
}

@inlinable
@inline(never)
func callEach<Target: Sendable>(
    onMain body: @escaping @MainActor (Target) -> Void
) -> @MainActor ([Target]) -> Void {
    { targets in
        for target in targets { body(target) }
    }
}
