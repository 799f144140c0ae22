import Foundation

extension [ExtendedAttributeName] {
    /// Takes a list of names apart, and orders them by their bytes, none twice.
    ///
    /// The list is what the file system says, which may be a program that says a name twice, or an empty
    /// one.
    ///
    /// - Parameters:
    ///   - list: The names as the system lists them, each ended by a NUL.
    ///   - namespace: The family of names to take, or `nil` for all.
    init(list: UnsafeRawBufferPointer, of namespace: ExtendedAttributeName.Namespace?) {
        // A name takes a byte and its NUL. This room is on the stack for a short list.
        let most = list.count / 2
        self = unsafe withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: most) { places in
            var count = 0
            var isOrdered = true
            // Places are added from the front, `most` at most, and only those are read.
            unsafe forEachName(in: list) { place in
                if let namespace, unsafe namespace != .init(of: list.part(place)) { return }
                if count > 0 {
                    let order = unsafe list.part(places[count - 1]).order(to: list.part(place))
                    isOrdered = isOrdered && order < 0
                }
                unsafe places.initializeElement(at: count, to: place)
                count += 1
            }
            guard count > 0 else { return [] }
            if !isOrdered {
                var places = unsafe UnsafeMutableBufferPointer(rebasing: places[..<count])
                unsafe places.sort { unsafe list.part($0).order(to: list.part($1)) < 0 }
            }
            // One copy for all the names.
            let bytes = unsafe [UInt8](list)
            var names: [ExtendedAttributeName] = []
            names.reserveCapacity(count)
            for index in 0..<count {
                let place = unsafe places[index]
                let isRepeated =
                    unsafe !isOrdered && index > 0
                    && list.part(places[index - 1]).order(to: list.part(place)) == 0
                if !isRepeated { names.append(ExtendedAttributeName(at: place, in: bytes)) }
            }
            return names
        }
    }
}

/// Calls `body` with the place of each name that is not empty.
private func forEachName(in list: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
    guard let base = list.baseAddress else { return }
    var start = 0
    while let end = unsafe memchr(base + start, 0, list.count - start) {
        let end = unsafe base.distance(to: UnsafeRawPointer(end))
        if start < end { body(start..<end) }
        start = end + 1
    }
}
