extension Array {
    /// The elements in the order of their names; those of one name in their own order.
    func sorted(by name: (Element) -> String) -> [Element] {
        order(of: map(name)).map { self[$0] }
    }
}

/// The indices of names in the order of these: one sort in a program, whatever has the names.
@inline(never)
private func order(of names: [String]) -> [Int] {
    names.indices.sorted { names[$0] < names[$1] }
}
