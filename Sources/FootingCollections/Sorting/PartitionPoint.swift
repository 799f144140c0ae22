extension RandomAccessCollection {
    /// The first index of a range from which on all elements meet a condition, by binary search.
    ///
    /// Evaluates the condition at most ⌊log₂ *n*⌋ + 1 times. If the elements that meet it are not
    /// the last ones, returns any index of the range or its end.
    @inlinable
    func partitionPoint(
        in range: Range<Index>,
        where condition: (Element) -> Bool
    ) -> Index {
        var low = range.lowerBound
        var count = distance(from: low, to: range.upperBound)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if condition(self[middle]) {
                count = half
            } else {
                low = index(after: middle)
                count -= half + 1
            }
        }
        return low
    }

    /// The range of the elements between those that are too low and those that are too high.
    @inlinable
    func range(
        from isHighEnough: (Element) -> Bool,
        to isTooHigh: (Element) -> Bool
    ) -> Range<Index> {
        let lower = partitionPoint(in: startIndex..<endIndex, where: isHighEnough)
        return lower..<partitionPoint(in: lower..<endIndex, where: isTooHigh)
    }
}

/// The first offset from which on all offsets below `count` meet a condition.
///
/// Takes O(log *d*) evaluations, where *d* is the distance from the result to `count`.
@inlinable
func partitionOffsetNearEnd(of count: Int, where condition: (Int) -> Bool) -> Int {
    var (low, high, step) = (0, count, 1)
    var isGalloping = true
    while low < high {
        let middle = isGalloping ? max(0, high - step) : (low + high) / 2
        if condition(middle) {
            high = middle
            step *= 2
        } else {
            low = middle + 1
            isGalloping = false
        }
    }
    return low
}
