import FootingFiles
import Foundation

extension [ExtendedAttributeName] {
    /// Splits a list of names, sorts the names by their bytes, and removes duplicates.
    ///
    /// The list may come from a user-space file system, which can repeat a name or list an empty
    /// name.
    ///
    /// - Parameters:
    ///   - list: The system's list of names, each terminated by a NUL.
    ///   - namespace: The namespace of the names to keep, or `nil` for all.
    init(list: UnsafeRawBufferPointer, of namespace: ExtendedAttributeName.Namespace?) {
        // A name takes at least one byte and its NUL. For a short list, this memory is on the
        // stack.
        let most = list.count / 2
        self = unsafe withUnsafeTemporaryAllocation(of: Range<Int>.self, capacity: most) { ranges in
            var count = 0
            var isOrdered = true
            // Ranges are initialized from the front, at most `most`, and only initialized ranges
            // are read.
            unsafe forEachName(in: list) { range in
                if let namespace, unsafe namespace != .init(of: list.slice(range)) { return }
                if count > 0 {
                    let order = unsafe list.slice(ranges[count - 1]).order(to: list.slice(range))
                    isOrdered = isOrdered && order < 0
                }
                unsafe ranges.initializeElement(at: count, to: range)
                count += 1
            }
            guard count > 0 else { return [] }
            if !isOrdered {
                var ranges = unsafe UnsafeMutableBufferPointer(rebasing: ranges[..<count])
                unsafe ranges.sort { unsafe list.slice($0).order(to: list.slice($1)) < 0 }
            }
            // All names share one copy.
            let bytes = unsafe [UInt8](list)
            var names: [ExtendedAttributeName] = []
            names.reserveCapacity(count)
            for index in 0..<count {
                let range = unsafe ranges[index]
                let isRepeated =
                    unsafe !isOrdered && index > 0
                    && list.slice(ranges[index - 1]).order(to: list.slice(range)) == 0
                if !isRepeated { names.append(ExtendedAttributeName(at: range, in: bytes)) }
            }
            return names
        }
    }
}

/// Calls `body` with the range of each name that is not empty.
private func forEachName(in list: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
    guard let base = list.baseAddress else { return }
    var start = 0
    while let end = unsafe memchr(base + start, 0, list.count - start) {
        let end = unsafe base.distance(to: UnsafeRawPointer(end))
        if start < end { body(start..<end) }
        start = end + 1
    }
}
