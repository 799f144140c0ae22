@inline(never)
func sortedIndices(of texts: [String]) -> [Int] {
    // Neighbouring runs are merged, each time twice as long ones: the library's `sorted` does more,
    // and is five times as much code.
    var order = Array(texts.indices)
    var merged = order
    var width = 1
    while width < order.count {
        for start in stride(from: 0, to: order.count, by: 2 * width) {
            let middle = min(start + width, order.count)
            let end = min(middle + width, order.count)
            var (first, second) = (start, middle)
            for place in start..<end {
                let takesFirst =
                    second == end
                    || first < middle && texts[order[first]] <= texts[order[second]]
                merged[place] = order[takesFirst ? first : second]
                if takesFirst { first += 1 } else { second += 1 }
            }
        }
        swap(&order, &merged)
        width *= 2
    }
    return order
}
