import FootingFormats

/// The elements of a list, whichever form the input has.
extension MappingRun {
    /// How many elements the list at `position` has.
    mutating func elementCount(at position: Int) -> Int {
        if let document { return document.elementCount(of: position) }
        if case .array(let elements) = values[position] { return elements.count }
        return 0
    }

    /// Calls `body` with the index and the position of each element of the list at `position`.
    ///
    /// The position of an element of a dictionary's list is one only meanwhile.
    static func forEachElement(
        of position: Int,
        in run: UnsafeMutablePointer<MappingRun>,
        _ body: (Int, Int) -> Void
    ) {
        if let document = unsafe run.pointee.document {
            var token = position &+ 1
            var index = 0
            while token < document[position].extent {
                body(index, token)
                token = document.index(after: token)
                index &+= 1
            }
        } else if case .array(let elements) = unsafe run.pointee.values[position] {
            for (index, element) in elements.enumerated() {
                unsafe run.pointee.values.append(NativeValue(element))
                body(index, unsafe run.pointee.values.count &- 1)
                unsafe run.pointee.values.removeLast()
            }
        }
    }
}
