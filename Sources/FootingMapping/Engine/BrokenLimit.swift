import FootingThreadStack

/// Which limit a value is beyond, as issues say it.
enum BrokenLimit: String {
    case depth, elements, bytes
    /// More was tried in one call of a decoder than its input is large.
    case attempts
    /// The stack of the thread is almost used up.
    case stack
    case combiningMarks = "combining marks"
}

extension MappingRun {
    /// Why an object or list can't be gone into that is in so many more than the current object is
    /// in, or `nil`.
    mutating func limitOfDepth(inner: Int = 0) -> BrokenLimit? {
        if depth &+ inner > maximumDepth { return .depth }
        return stack.isReached ? .stack : nil
    }
}

extension MappingSource {
    /// Says which limit the value is beyond, and returns the code for that.
    func beyond(_ limit: BrokenLimit) -> MappingIssue.Code {
        unsafe run.pointee.explanation = limit.rawValue
        return .limit
    }

    /// Why this list or object is inside too many others to be gone into, or `nil`.
    ///
    /// A type of one's own may be inside itself, so that only the input says how deep its conversion
    /// goes.
    var limitOfDepth: BrokenLimit? {
        let inner = unsafe run.pointee.fieldDepth &+ run.pointee.lendCount
        return unsafe run.pointee.limitOfDepth(inner: inner)
    }
}
