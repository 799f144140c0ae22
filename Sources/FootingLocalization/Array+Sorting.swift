extension Array {
    /// The elements, stably sorted by name.
    func sorted(by name: (Element) -> String) -> [Element] {
        order(of: map(name)).map { self[$0] }
    }
}

/// Returns sorted indices; not generic, so that all element types share one sort.
@inline(never)
private func order(of names: [String]) -> [Int] {
    names.indices.sorted { names[$0] < names[$1] }
}
