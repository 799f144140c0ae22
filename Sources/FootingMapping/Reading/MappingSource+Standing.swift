extension MappingSource {
    /// The kind of call, which decides how a failure in the current object is reported.
    enum Purpose: UInt8 {
        case update, make, element

        var resolution: MappingIssue.Resolution {
            switch self {
            case .update: .keptOldValue
            case .make: .madeNothing
            case .element: .droppedElement
            }
        }
    }

    /// The role of a value in its enclosing value.
    struct Standing {
        var purpose: Purpose
        /// The number of enclosing objects and arrays, including the value itself if it is one.
        var depth: UInt16
        /// Whether the value is an element of a list or dictionary, which may be accepted without
        /// it.
        var isElement = false
        /// Whether the object made from this value may replace an existing one.
        var mayHaveOld = false

        init(_ purpose: Purpose, depth: Int) {
            self.purpose = purpose
            self.depth = UInt16(truncatingIfNeeded: depth)
        }
    }
}
