/// A deque in a ring buffer, as an example of a list whose elements are not contiguous.
struct RingDeque<Element>: RandomAccessCollection, MutableCollection, RangeReplaceableCollection {
    private var slots: [Element?] = Array(repeating: nil, count: 4)
    private var head = 3
    private(set) var count = 0
    /// Called when an element is replaced.
    var onWrite: () -> Void = {}

    init() {}

    var startIndex: Int { 0 }
    var endIndex: Int { count }

    subscript(position: Int) -> Element {
        get {
            guard let element = slots[slot(position)] else { preconditionFailure("\(position)") }
            return element
        }
        set {
            precondition(position < count)
            slots[slot(position)] = newValue
            onWrite()
        }
    }

    mutating func replaceSubrange(
        _ range: Range<Int>,
        with elements: some Collection<Element>
    ) {
        let rest = self[range.upperBound...].map { $0 }
        for position in range.lowerBound..<count { slots[slot(position)] = nil }
        count = range.lowerBound
        for element in elements { append(element) }
        for element in rest { append(element) }
    }

    mutating func append(_ element: Element) {
        if count == slots.count {
            let old = map { $0 }
            slots = old + Array(repeating: nil, count: count)
            head = 0
        }
        slots[slot(count)] = element
        count += 1
    }

    private func slot(_ position: Int) -> Int { (head + position) % slots.count }
}
