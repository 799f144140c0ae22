extension Array {
    /// The elements, stably sorted by name.
    func sorted(by name: (Element) -> String) -> [Element] {
        order(of: map(name)).map { self[$0] }
    }
}

/// Returns stably sorted indices, in a merge sort that is not generic: all element types share it,
/// and it takes a tenth of the code that the compiler makes of the library's.
@inline(never)
func order(of names: [String]) -> [Int] {
    var order = Array(names.indices)
    var width = 1
    while width < order.count {
        var merged: [Int] = []
        merged.reserveCapacity(order.count)
        while merged.count < order.count {
            var left = merged.count
            let middle = min(left + width, order.count)
            var right = middle
            let end = min(middle + width, order.count)
            while left < middle || right < end {
                let takesRight =
                    left == middle
                    || right < end && names[order[right]].isBefore(names[order[left]])
                merged.append(order[takesRight ? right : left])
                if takesRight { right += 1 } else { left += 1 }
            }
        }
        order = merged
        width *= 2
    }
    return order
}
