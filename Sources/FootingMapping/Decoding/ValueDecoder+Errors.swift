import FootingBytes

extension ValueDecoder {
    /// The error that an initializer receives if this value can't be used.
    func error(_ refusal: MappingRefusal) -> DecodingError {
        let wanted = type?.type ?? Any.self
        switch step {
        case .root, .same:
            let slot = Slot(origin: origin, step: .same)
            return (step == .same ? parent ?? self : self).error(refusal, slot, wanted)
        case .key, .index:
            let slot = Slot(origin: origin, step: step)
            return (parent ?? self).error(refusal, slot, wanted)
        }
    }

    /// The error that an initializer receives if the value at a slot can't be used.
    @inline(never)
    func error(
        _ refusal: MappingRefusal,
        _ slot: Slot,
        _ wanted: any Any.Type
    ) -> DecodingError {
        let isReadAsAnother = slot.step.isSame && type?.isReadAsAnother == true
        let wanted = isReadAsAnother ? type?.type ?? wanted : wanted
        let refused = Refused(
            .value(refusal, found(at: slot.origin), wanted: wanted),
            reach: reach(of: slot.step)
        )
        let path: [any CodingKey]
        switch slot.step {
        case .root, .same: path = codingPath
        // `keyNotFound` carries the key itself.
        case .key where refusal.code == .missing: path = codingPath
        case .key, .index: path = codingPath(to: slot.step)
        }
        let context = DecodingError.Context(
            codingPath: path,
            debugDescription: refusal.code.reason,
            underlyingError: refused
        )
        switch refusal.code {
        case .missing:
            guard case .key = slot.step else { return .valueNotFound(wanted, context) }
            return .keyNotFound(slot.step, context)
        case .null: return .valueNotFound(wanted, context)
        case .typeMismatch: return .typeMismatch(wanted, context)
        default: return .dataCorrupted(context)
        }
    }

    /// Adds the issues of an error that decoding this value has thrown to the report.
    ///
    /// A `DecodingError` gives the reason and the path. Its description is not shown, because it
    /// may quote the input. Of any other error, only the type is shown.
    func report(
        _ error: any Error,
        _ resolution: MappingIssue.Resolution,
        isTolerated: Bool = false
    ) {
        call.report.add(
            issues(of: error, resolution),
            under: [],
            limit: call.options.limits.issues,
            isTolerated
        )
    }

    /// The issues of an error that decoding this value has thrown, with paths from the root of the
    /// input.
    ///
    /// If `resolution` is `nil`, the caller sets it when it adds the issues to another report.
    func issues(of error: any Error, _ resolution: MappingIssue.Resolution? = nil) -> MappingReport
    {
        let limit = call.options.limits.issues
        var report = MappingReport()
        let earlier: MappingReport?
        let inner: MappingReport
        if let error = error as? DecodingError, let refused = error.refused {
            earlier = refused.earlier
            inner = issues(of: refused, at: components(of: error.codingPath))
        } else {
            let thrown = thrown(error)
            earlier = thrown.earlier
            inner = thrown.issues
        }
        if let earlier { report.add(earlier, under: [], limit: limit) }
        report.add(inner, under: [], limit: limit, resolution: resolution)
        return report
    }

    /// An error that the initializer of this value, or of one inside it, has thrown on its own.
    private func thrown(_ error: any Error) -> ThrownError {
        let steps = steps
        return call.thrown(error, inside: steps)
            ?? ThrownError(error: error, issues: issues(ofForeign: error), steps: steps)
    }

    private func issues(ofForeign error: any Error) -> MappingReport {
        let name = type?.name ?? ""
        let isRaw = type?.isRaw == true
        guard let error = error as? DecodingError else {
            let thrown = TargetType.name(of: Swift.type(of: error))
            let refusal =
                isRaw
                ? MappingRefusal(MappingIssue.Code.unknownCase)
                : MappingRefusal(.rejected, because: "the initializer threw \(thrown)")
            return issue(refusal, at: path, found(at: origin), name)
        }
        let path = error.codingPath
        switch error {
        case .typeMismatch(let wanted, _):
            return issue(.typeMismatch, TargetType.name(of: wanted), at: path)
        case .valueNotFound(let wanted, _):
            return issue(.missing, TargetType.name(of: wanted), at: path)
        case .keyNotFound:
            return issue(.missing, TargetType.name(of: Any.self), at: path)
        default:
            return issue(isRaw ? .unknownCase : .invalidFormat, name, at: path)
        }
    }

    /// Completes an error that leaves this value, which then is not made.
    ///
    /// Attaches the issues found in the value since `start`, and records the path of an error that
    /// the initializer has thrown on its own.
    func completed(_ error: any Error, since start: MappingReport.Mark) -> any Error {
        var found = call.report.split(at: start)
        found.withdrawFields()
        guard let error = explained(error) as? DecodingError, let refused = error.refused
        else {
            var thrown = thrown(error)
            if !found.hasNoFindings { thrown.earlier = found.followed(by: thrown.earlier) }
            call.record(thrown)
            return error
        }
        return found.hasNoFindings ? error : error.with(refused.preceded(by: found))
    }

    private func issues(of refused: Refused, at path: [MappingPath.Component]) -> MappingReport {
        switch refused.reason {
        case .elements(let report):
            return report
        case .value(let refusal, let found, let wanted):
            let name = wanted == Any.self ? "object" : TargetType.name(of: wanted)
            return issue(
                refusal,
                at: path,
                found,
                name,
                isOfObjects: TargetType.isOfObjects(wanted)
            )
        }
    }

    /// A report with one issue, or with the issues inside the value.
    func issue(
        _ refusal: MappingRefusal,
        at path: [MappingPath.Component],
        _ found: Refused.Found,
        _ wanted: String,
        isOfObjects: Bool = false
    ) -> MappingReport {
        var report = MappingReport()
        let limit = call.options.limits.issues
        if let inner = refusal.inner {
            report.add(inner, under: path, limit: limit)
            return report
        }
        let isNull = refusal.code == .missing && found.kind == .null
        report.add(
            MappingIssue(
                path: MappingPath(components: path),
                code: isNull ? .null : refusal.code,
                sourceKind: found.kind,
                target: wanted,
                resolution: .madeNothing,
                explanation: refusal.explanation,
                value: isOfObjects ? nil : found.value,
                offset: found.byteOffset
            ),
            limit: limit
        )
        return report
    }

    func found(at origin: Origin) -> Refused.Found {
        let found = try? call.withSource(of: origin, depth: depth) {
            Refused.Found(kind: $0.kind, value: $0.shownValue, byteOffset: $0.byteOffset)
        }
        return found ?? Refused.Found()
    }

    /// The issue at a coding path, or at this value if the path does not lead into it.
    ///
    /// An initializer may have thrown the error because it didn't find its key in `allKeys`.
    private func issue(
        _ code: MappingIssue.Code,
        _ wanted: String,
        at codingPath: [any CodingKey]
    ) -> MappingReport {
        var origin = origin
        var path = path
        let own = self.codingPath
        if codingPath.starts(with: own, by: { $0.stringValue == $1.stringValue }) {
            for key in codingPath.dropFirst(own.count) {
                let step = step(by: key, at: origin)
                if let component = component(of: step) { path.append(component) }
                origin = self.origin(of: step, in: origin)
            }
        }
        let strategy = call.options.keyStrategy.name
        let explanation =
            leavesOutKeys ? "a key is unknown under the key strategy \(strategy)" : nil
        return issue(
            MappingRefusal(code, because: explanation),
            at: path,
            found(at: origin),
            wanted
        )
    }

    /// The path components of a coding path that this decoder made.
    private func components(of codingPath: [any CodingKey]) -> [MappingPath.Component] {
        codingPath.compactMap { key in
            if let index = key.intValue { return .index(index) }
            return component(of: key as? Step ?? .key(key.stringValue, isOwn: false))
        }
    }

    /// The step that a key of a coding path means at `origin`.
    private func step(by key: any CodingKey, at origin: Origin) -> Step {
        if let step = key as? Step { return step }
        let kind = try? call.withSource(of: origin, depth: depth) { $0.kind }
        if let index = key.intValue, kind == .array { return .index(index) }
        func isOwn(_ key: some CodingKey) -> Bool { KeyShape.isOwn(Swift.type(of: key)) }
        guard isOwn(key) else { return .key(key.stringValue, isOwn: false) }
        return .key(call.options.keyStrategy.spelled(key.stringValue), isOwn: true)
    }

    /// The origin that a step leads to.
    ///
    /// Does not mark a key as used.
    private func origin(of step: Step, in origin: Origin) -> Origin {
        switch step {
        case .root, .same:
            return origin
        case .index(let index):
            let element = try? call.withSource(of: origin, depth: depth) { $0.element(at: index) }
            return (element ?? nil).map { .value($0) } ?? .absent
        case .key(let name, let isOwn):
            let folds = isOwn && call.options.keyStrategy == .caseInsensitive
            let table = KeyTable([name], isCaseInsensitive: folds)
            var report = MappingReport()
            let found = try? call.withSource(of: origin, depth: depth) { object -> Origin in
                guard object.kind == .object else { return .absent }
                return Members.withRoom(for: 1, in: object) { members in
                    _ = members.read(object, table, from: 0, &report, at: [])
                    return members.origin(at: 0)
                }
            }
            return found ?? .absent
        }
    }
}

extension MappingReport {
    func followed(by other: MappingReport?) -> MappingReport {
        guard let other else { return self }
        var all = self
        all.add(other, under: [], limit: .max)
        return all
    }
}

extension DecodingError {
    var context: Context {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            context
        @unknown default: Context(codingPath: [], debugDescription: "")
        }
    }

    /// The path to the value that is wrong.
    var codingPath: [any CodingKey] {
        if case .keyNotFound(let key, let context) = self { return context.codingPath + [key] }
        return context.codingPath
    }

    /// The reason, if a container threw this error and not an initializer.
    var refused: Refused? { context.underlyingError as? Refused }

    /// The same error with another underlying error.
    fileprivate func with(_ refused: Refused) -> DecodingError {
        let context = Context(
            codingPath: context.codingPath,
            debugDescription: context.debugDescription,
            underlyingError: refused
        )
        return switch self {
        case .typeMismatch(let type, _): .typeMismatch(type, context)
        case .valueNotFound(let type, _): .valueNotFound(type, context)
        case .keyNotFound(let key, _): .keyNotFound(key, context)
        default: .dataCorrupted(context)
        }
    }
}
