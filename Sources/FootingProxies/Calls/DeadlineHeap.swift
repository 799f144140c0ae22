/// A binary heap of values by deadline, and by insertion order among equal deadlines.
struct DeadlineHeap<Value> {
    private struct Item {
        let deadline: UInt64
        let number: Int
        let value: Value

        func isBefore(_ other: Item) -> Bool {
            (deadline, number) < (other.deadline, other.number)
        }
    }

    private var items: [Item] = []
    private var lastNumber = 0

    var count: Int { items.count }
    /// All values, in no particular order.
    var values: [Value] { items.map(\.value) }
    var firstDeadline: UInt64? { items.first?.deadline }

    mutating func insert(_ value: Value, at deadline: UInt64) {
        lastNumber += 1
        let item = Item(deadline: deadline, number: lastNumber, value: value)
        items.append(item)
        var index = items.count - 1
        while index > 0, item.isBefore(items[(index - 1) / 2]) {
            items.swapAt(index, (index - 1) / 2)
            index = (index - 1) / 2
        }
    }

    /// Removes the first value if its deadline is at most `deadline`.
    mutating func popFirst(through deadline: UInt64) -> Value? {
        guard let first = items.first, first.deadline <= deadline, let last = items.popLast() else {
            return nil
        }
        if !items.isEmpty {
            items[0] = last
            siftDown(from: 0)
        }
        return first.value
    }

    mutating func removeAll(where isRemoved: (Value) -> Bool) {
        // A sorted array is a heap.
        items = items.filter { !isRemoved($0.value) }.sorted { $0.isBefore($1) }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            let left = 2 * index + 1
            guard left < items.count else { return }
            let right = left + 1
            let child = right < items.count && items[right].isBefore(items[left]) ? right : left
            guard items[child].isBefore(items[index]) else { return }
            items.swapAt(index, child)
            index = child
        }
    }
}
