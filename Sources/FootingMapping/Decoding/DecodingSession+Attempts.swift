import FootingFormats

/// A bound of what initializers may try, which grows with the input.
///
/// One that tries one type after the other at each level doubles its work with each level, and nothing
/// in the input need be large for that. So whatever is tried counts: each value that is decoded, with
/// what has to be looked at to begin with it, which are an object's members, a list's elements, and all
/// values in one that the table converts as a whole. What the table converts under a key that the
/// program has a word for does not count if it is a scalar: an initializer asks for no more of them
/// than it has words. So the work of a call is at most in proportion to the input.
///
/// What a good value needs is a few attempts for each value in it. Nothing is counted where an update
/// takes apart what was there before, nor in what is made up, which has its own bound.
extension DecodingSession {
    /// How many attempts each value of the input allows for, in addition to those that all have.
    private static var attemptsPerValue: Int { 32 }

    /// Whether the value at a place may be tried to be decoded, which counts as an attempt.
    @inline(__always)
    func mayTry(_ place: Place) -> Bool {
        switch place {
        case .token, .native:
            attemptsLeft &-= 1
            return attemptsLeft >= 0 || mayTryMore()
        case .absent, .duplicated, .hole:
            return true
        }
    }

    /// Whether the table may convert the value at a position, each value in which is an attempt.
    @inline(__always)
    func mayConvert(at position: Int, in run: UnsafeMutablePointer<MappingRun>) -> Bool {
        attemptsLeft &-= unsafe run.pointee.size(at: position)
        return attemptsLeft >= 0 || mayTryMore()
    }

    /// Counts what had to be looked at for an attempt.
    @inline(__always)
    func countAsTried(_ count: Int) { attemptsLeft &-= count }

    /// The members of an object, counted, or `nil` if they are too many.
    func members(
        of source: borrowing MappingSource,
        _ document: JSONDocument
    ) -> [MappingSource.Member]? {
        let members = source.members(of: document)
        if let members {
            countAsTried(members.count)
        } else if let run = unsafe run {
            countAsTried(min(unsafe run.pointee.options.limits.elements, 1 << 32))
        }
        return members
    }

    // Most calls never get here, so that their input need not be counted.
    @inline(never)
    private func mayTryMore() -> Bool {
        if let place = uncountedInput.take() {
            attemptsLeft &+= size(of: place) &* Self.attemptsPerValue
            if attemptsLeft >= 0 { return true }
        }
        hasTriedEnough = true
        return false
    }

    /// No value, and one issue only: what an initializer makes of parts that were not tried any more is
    /// not what it would make of them.
    func refused<Value: Decodable>(
        _: Value.Type,
        _ slot: Slot,
        _ resolution: MappingIssue.Resolution,
        _ start: MappingReport.Mark,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Value? {
        unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
        unsafe withPosition(of: slot.place, in: run) { position in
            unsafe run.pointee.refuse(
                .limit,
                at: position,
                [],
                wanted: FieldPlan.name(of: Value.self),
                resolution: resolution,
                because: BrokenLimit.attempts.rawValue
            )
        }
        return nil
    }

    /// How many values the input has, or a few more.
    private func size(of place: Place) -> Int {
        guard let run = unsafe run else { return 0 }
        switch place {
        case .token(let position):
            return unsafe run.pointee.size(at: position)
        case .native(let value):
            var count = 1
            var containers = [value]
            // A list of Foundation's can have itself for an element.
            while count < 1 << 24, let container = containers.popLast() {
                count &+= container.partCount
                containers += container.innerContainers
            }
            return count
        case .absent, .duplicated, .hole:
            return 0
        }
    }
}

extension MappingRun {
    /// How many values a conversion of the one at `position` may have to look at.
    @inline(__always)
    fileprivate mutating func size(at position: Int) -> Int {
        if let document { return document.index(after: position) &- position }
        return 1 &+ values[position].partCount
    }
}

extension NativeValue {
    /// How many elements or members it has.
    fileprivate var partCount: Int {
        switch self {
        case .array(let list): list.count
        case .object(let members): members.count
        default: 0
        }
    }

    fileprivate var innerContainers: [NativeValue] {
        let parts: [Any] =
            switch self {
            case .array(let list): list
            case .object(let members): Array(members.values)
            default: []
            }
        return parts.lazy.map { NativeValue($0) }.filter { $0.partCount > 0 }
    }
}
