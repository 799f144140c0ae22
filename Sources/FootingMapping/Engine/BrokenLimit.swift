/// Which limit a value is beyond, as issues say it.
enum BrokenLimit: String {
    case depth, elements, bytes
    case combiningMarks = "combining marks"
}

extension MappingSource {
    /// Says which limit the value is beyond, and returns the code for that.
    func beyond(_ limit: BrokenLimit) -> MappingIssue.Code {
        unsafe run.pointee.explanation = limit.rawValue
        return .limit
    }

    /// Whether this list or object is inside too many others to be gone into.
    ///
    /// A type of one's own may be inside itself, so that only the input says how deep its conversion
    /// goes.
    var isTooDeep: Bool {
        let depth = unsafe run.pointee.depth &+ run.pointee.fieldDepth &+ run.pointee.lendCount
        return unsafe depth > run.pointee.maximumDepth
    }
}
