/// Saying what is wrong with the value itself.
extension ValueDecoder {
    /// Reports that this value can't be used, if that is the time for it, and returns what to throw.
    func refusal(_ code: MappingIssue.Code, because explanation: String? = nil) -> any Error {
        let slot = Slot(place: place, step: .same, old: nil)
        // The set, where it is read as a list.
        var type = type
        if case .same = step, let outer = parent?.type, outer.isReadAsAnother { type = outer }
        let wanted = type?.name ?? "object"
        if session.isCollecting, code == .typeMismatch, isAlternative {
            unsafe session.run?.pointee.explanation = nil
            isOfOtherKind = true
        } else if session.isCollecting {
            let limit = unsafe session.run?.pointee.explanation.take()
            // What is made up is no issue of the input.
            if case .hole = place { return error(code, slot, type?.type ?? Any.self) }
            report(code, wanted, because: explanation ?? limit)
        } else {
            unsafe session.run?.pointee.explanation = nil
            session.failureCount &+= 1
        }
        let wantedType = type?.type ?? Any.self
        switch step {
        case .root, .same: return error(code, slot, wantedType)
        case .key, .index:
            let outer = Slot(place: place, step: step, old: nil)
            return (parent ?? self).error(code, outer, wantedType)
        }
    }

    /// Whether an initializer asks for this in its own value's place, and so may ask for something else
    /// if the value is of another kind: that is an issue only if the initializer throws because of it.
    private var isAlternative: Bool {
        guard case .same = step, old == nil, let parent else { return false }
        return parent.mayHaveAlternatives
    }

    /// Whether it is for a type whose initializer may try several.
    var mayHaveAlternatives: Bool {
        guard let type, case .own = type.kind else { return false }
        return !type.isReadAsAnother
    }

    func report(_ code: MappingIssue.Code, _ wanted: String, because reason: String?) {
        guard let run = unsafe session.run else { return }
        unsafe session.withPosition(of: place, in: run) { position in
            unsafe run.pointee.refuse(
                code,
                at: position,
                path,
                wanted: wanted,
                resolution: resolution,
                because: reason
            )
        }
    }

    /// The error that an initializer sees for an issue.
    func error(_ code: MappingIssue.Code, _ slot: Slot, _ wanted: Any.Type) -> DecodingError {
        let context = DecodingError.Context(
            codingPath: codingPath(to: slot.step),
            debugDescription: "\(code.reason) (wanted \(FieldPlan.name(of: wanted)))"
        )
        switch code {
        case .missing:
            guard case .key(let name, let isOwn) = slot.step else {
                return .valueNotFound(wanted, context)
            }
            let parent = DecodingError.Context(
                codingPath: codingPath(),
                debugDescription: context.debugDescription
            )
            return .keyNotFound(PathKey(name, isOwn: isOwn, wanted: wanted), parent)
        case .null: return .valueNotFound(wanted, context)
        case .typeMismatch: return .typeMismatch(wanted, context)
        default: return .dataCorrupted(context)
        }
    }
}
