// expect: overlapping accesses to
import FootingCollections

func insert(_ number: Int, into list: inout [Int]) {
    list.insert(number, sortedBy: { $0 })
    #if REFUSED
    list.insert(number) { element in
        list.removeAll()
        return element
    }
    #endif
}
