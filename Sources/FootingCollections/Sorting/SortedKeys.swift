extension Array {
    /// The elements in sorted order, each with its index, by a stable merge sort.
    ///
    /// Takes at most *n* ⌈log₂ *n*⌉ comparisons, about half as many as `sort`, which inserts one by
    /// one into runs of up to 63 elements. Elements that are already sorted take *n* - 1.
    @inlinable
    func sortedWithIndices(
        by areInOrder: (Element, Element) -> Bool
    ) -> [(key: Element, index: Int)] {
        // The initializer below writes the count of its array, also if that is the empty array that
        // all threads share: a data race for the thread sanitizer.
        guard !isEmpty else { return [] }
        let isSorted = isSorted({ $0 }, areInOrder: areInOrder)
        return unsafe [(key: Element, index: Int)](unsafeUninitializedCapacity: 2 * count) {
            slots,
            initializedCount in
            for (index, key) in enumerated() {
                unsafe slots.initializeElement(at: index, to: (key, index))
            }
            initializedCount = count
            guard !isSorted, let base = slots.baseAddress else { return }
            // The second half of the memory has the left run of a merge, and is empty before and
            // after it. Short runs are merged as soon as there are two, while they are cached.
            let lefts = unsafe base + count
            for end in 1...count {
                var width = 1
                while width < count, end == count || end % (2 * width) == 0 {
                    let start = (end - 1) / (2 * width) * (2 * width)
                    var (left, right) = (0, start + width)
                    if right < end {
                        unsafe lefts.moveInitialize(from: base + start, count: width)
                        while left < width {
                            let isRight =
                                unsafe right < end && areInOrder(base[right].key, lefts[left].key)
                            // No branches: no processor could predict them.
                            let slot = unsafe base + (left + right - width)
                            let next = unsafe isRight ? base + right : lefts + left
                            unsafe slot.initialize(to: next.move())
                            right += isRight ? 1 : 0
                            left += isRight ? 0 : 1
                        }
                    }
                    width *= 2
                }
            }
        }
    }
}
