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

    /// The same as `partitionPoint(in:where:)` with O(log *d*) evaluations, where *d* is the
    /// distance from the result to the end of the range.
    @inlinable
    func partitionPointNearEnd(
        of range: Range<Index>,
        where condition: (Element) -> Bool
    ) -> Index {
        var high = range.upperBound
        var count = distance(from: range.lowerBound, to: high)
        var step = 1
        while count > 0 {
            let middle = index(high, offsetBy: -Swift.min(step, count))
            guard condition(self[middle]) else {
                return partitionPoint(in: index(after: middle)..<high, where: condition)
            }
            high = middle
            count -= Swift.min(step, count)
            step *= 2
        }
        return high
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
