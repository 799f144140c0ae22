import FootingFormats

/// What is wrong with a value: the underlying error of a `DecodingError` that a container throws, for
/// whoever reports it if no initializer copes with it.
///
/// A class, so that it takes one reference to hand the error on.
final class Refused: Error {
    enum Reason: Sendable {
        case value(MappingRefusal, Found, wanted: any Any.Type)
        /// Elements of a list, with their whole paths.
        case elements(MappingReport)
    }

    /// What a report says of the value that was there.
    struct Found: Sendable {
        var kind = MappingSourceKind.absent
        var value: String?
        var byteOffset: Int?
    }

    let reason: Reason
    /// How many steps into the input the value is that is wrong.
    let reach: Int
    /// What was found before in the objects that could not be made because of this.
    let earlier: MappingReport?

    init(_ reason: Reason, reach: Int, earlier: MappingReport? = nil) {
        self.reason = reason
        self.reach = reach
        self.earlier = earlier
    }
}

extension ValueDecoder {
    /// The error that an initializer sees where this value can't be used.
    func error(_ refusal: MappingRefusal) -> DecodingError {
        let wanted = type?.type ?? Any.self
        switch step {
        case .root, .same:
            let slot = Slot(origin: origin, step: .same, old: nil)
            return (step == .same ? parent ?? self : self).error(refusal, slot, wanted)
        case .key, .index:
            let slot = Slot(origin: origin, step: step, old: nil)
            return (parent ?? self).error(refusal, slot, wanted)
        }
    }

    /// The error that an initializer sees where the value at a slot can't be used.
    @inline(never)
    func error(
        _ refusal: MappingRefusal,
        _ slot: Slot,
        _ wanted: any Any.Type
    ) -> DecodingError {
        let isReadAsAnother = slot.step == .same && type?.isReadAsAnother == true
        let wanted = isReadAsAnother ? type?.type ?? wanted : wanted
        let refused = Refused(
            .value(refusal, found(at: slot.origin), wanted: wanted),
            reach: reach(of: slot.step)
        )
        let path: [any CodingKey]
        switch slot.step {
        case .root, .same: path = codingPath
        // The error says the key itself.
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
            guard case .key(let name, let isOwn) = slot.step else {
                return .valueNotFound(wanted, context)
            }
            return .keyNotFound(PathKey.name(name, isOwn: isOwn), context)
        case .null: return .valueNotFound(wanted, context)
        case .typeMismatch: return .typeMismatch(wanted, context)
        default: return .dataCorrupted(context)
        }
    }

    /// Adds to the report what an error says that decoding this value has thrown.
    ///
    /// A `DecodingError` says what is wrong, and where. Nothing of its description is shown, since that
    /// may quote the input; of any other error, only its type is.
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

    /// What an error says that decoding this value has thrown, with whole paths.
    ///
    /// Without a resolution, whoever adds it to another report says what is done about it.
    func issues(of error: any Error, _ resolution: MappingIssue.Resolution? = nil) -> MappingReport
    {
        let limit = call.options.limits.issues
        var report = MappingReport()
        let refused = (error as? DecodingError)?.refused
        let earlier = refused == nil ? call.thrown?.earlier : refused?.earlier
        if let earlier { report.add(earlier, under: [], limit: limit) }
        let inner: MappingReport
        if let refused, let error = error as? DecodingError {
            inner = issues(of: refused, at: components(of: error.codingPath))
        } else {
            inner = call.thrown?.issues ?? issues(ofForeign: error)
            call.thrown = nil
        }
        report.add(inner, under: [], limit: limit, resolution: resolution)
        return report
    }

    /// What an error says that the initializer of this value has thrown by itself.
    func issues(ofForeign error: any Error) -> MappingReport {
        let name = type?.name ?? ""
        let isRaw = type?.isRaw == true
        guard let error = error as? DecodingError else {
            let thrown = FieldPlan.name(of: Swift.type(of: error))
            let refusal =
                isRaw
                ? MappingRefusal(MappingIssue.Code.unknownCase)
                : MappingRefusal(.rejected, because: "the initializer threw \(thrown)")
            return issue(refusal, at: path, found(at: origin), name)
        }
        let path = error.codingPath
        switch error {
        case .typeMismatch(let wanted, _):
            return issue(.typeMismatch, FieldPlan.name(of: wanted), at: path)
        case .valueNotFound(let wanted, _):
            return issue(.missing, FieldPlan.name(of: wanted), at: path)
        case .keyNotFound:
            return issue(.missing, FieldPlan.name(of: Any.self), at: path)
        default:
            return issue(isRaw ? .unknownCase : .invalidFormat, name, at: path)
        }
    }

    /// Completes an error that leaves this value, which then is not made: takes along what was found
    /// in it since `start`, and says of an error of the initializer's own where it was thrown.
    func completed(_ error: any Error, since start: MappingReport.Mark) -> any Error {
        var found = call.report.take(since: start)
        found.withdrawFields()
        guard let error = explained(error) as? DecodingError, let refused = error.refused
        else {
            if call.thrown == nil { call.thrown = (issues(ofForeign: error), nil) }
            if !found.saysNothing {
                call.thrown?.earlier = found.followed(by: call.thrown?.earlier)
            }
            return error
        }
        return found.saysNothing ? error : error.with(refused.preceded(by: found))
    }

    private func issues(of refused: Refused, at path: [MappingPath.Component]) -> MappingReport {
        switch refused.reason {
        case .elements(let report):
            return report
        case .value(let refusal, let found, let wanted):
            let name = wanted == Any.self ? "object" : FieldPlan.name(of: wanted)
            return issue(
                refusal,
                at: path,
                found,
                name,
                isOfObjects: FieldPlan.isOfObjects(wanted)
            )
        }
    }

    /// A report of one issue, or of those inside the value.
    private func issue(
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
                byteOffset: found.byteOffset
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

    /// What is wrong at a coding path, or with this value if the path does not lead into it.
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
        return issue(MappingRefusal(code), at: path, found(at: origin), wanted)
    }

    /// The steps of a path that this decoder has made.
    private func components(of codingPath: [any CodingKey]) -> [MappingPath.Component] {
        codingPath.compactMap { key in
            if let index = key.intValue { return .index(index) }
            return component(of: .key(key.stringValue, isOwn: (key as? PathKey)?.isOwn == true))
        }
    }

    /// The step that a key of a coding path stands for, at a place.
    private func step(by key: any CodingKey, at origin: Origin) -> Step {
        let kind = try? call.withSource(of: origin, depth: depth) { $0.kind }
        if let index = key.intValue, key is PathKey || kind == .array { return .index(index) }
        if let key = key as? PathKey { return .key(key.stringValue, isOwn: key.isOwn) }
        func isOwn(_ key: some CodingKey) -> Bool { KeyShape.isOwn(Swift.type(of: key)) }
        guard isOwn(key) else { return .key(key.stringValue, isOwn: false) }
        return .key(call.options.keyStrategy.spelled(key.stringValue), isOwn: true)
    }

    /// Where a step leads to, which counts no key as asked for.
    private func origin(of step: Step, in origin: Origin) -> Origin {
        switch step {
        case .root, .same:
            return origin
        case .index(let index):
            if case .native(.array(let list)) = origin {
                return list.indices.contains(index) ? .native(NativeValue(list[index])) : .absent
            }
            let document = call.document
            guard case .token(let token) = origin, document[token].kind == .array,
                !document[token].isOverfull, index >= 0
            else { return .absent }
            let end = document[token].extent
            var element = token &+ 1
            for _ in 0..<index where element < end { element = document.index(after: element) }
            return element < end ? .token(element) : .absent
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

    /// What is wrong, if a container has thrown this, and not an initializer.
    var refused: Refused? { context.underlyingError as? Refused }

    /// The same error with another underlying one.
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

extension Refused {
    /// The same after what was found before it.
    fileprivate func preceded(by found: MappingReport) -> Refused {
        Refused(reason, reach: reach, earlier: found.followed(by: earlier))
    }
}
