/// A list, dictionary or optional of a type that the conversion table does not have.
protocol DecodedByElements: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Self
}

/// Lists, dictionaries and optionals of types that decode themselves. The conversion table has all
/// others.
extension Array: DecodedByElements where Element: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> [Element] {
        let isElement = decoder.isElement
        decoder.isElement = false
        let type = decoder.call.type(Element.self)
        var elements = try decoder.elements()
        var list: [Element] = []
        // Capped: the count comes from untrusted input.
        list.reserveCapacity(Swift.min(elements.count, 1 << 12))
        var failures = MappingReport()
        while let slot = elements.slot {
            let element: Element? = try decoder.element(
                slot,
                type,
                &failures,
                isOfList: elements.isList
            )
            if let element { list.append(element) }
            elements.advance(in: decoder.call)
        }
        try decoder.finishElements(
            [Element].self,
            failures,
            isConverted: !elements.isList,
            isElement
        )
        return list
    }
}

/// A set is decoded as a list, so it drops the same elements and is refused for the same reasons.
extension Set: DecodedByElements where Element: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Set<Element> {
        let slot = Slot(origin: decoder.origin, step: .same)
        let type = decoder.call.type([Element].self)
        let list = try decoder.value([Element].self, slot, type)
        if let texts = list as? [String], texts.contains(where: \.isSlowToCompare) {
            throw decoder.error(.combiningMarks)
        }
        return Set(list)
    }
}

extension Dictionary: DecodedByElements where Key: Decodable, Value: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> [Key: Value] {
        let isElement = decoder.isElement
        decoder.isElement = false
        guard Key.self == String.self else {
            let isObject = try decoder.withSource { $0.kind == .object } == true
            if isObject, !(Key.self is any CodingKeyRepresentable.Type) {
                let name = TargetType.name(of: Key.self)
                let explanation = "\(name) is not declared as CodingKeyRepresentable"
                throw decoder.error(MappingRefusal(.typeMismatch, because: explanation))
            }
            return try Dictionary(from: decoder)
        }
        var dictionary: [Key: Value] = [:]
        let type = decoder.call.type(Value.self)
        var failures = MappingReport()
        try decoder.forEachMember(&failures) { key, slot, failures in
            guard let key = key as? Key else { return }
            dictionary[key] = try decoder.element(slot, type, &failures, isOfList: true)
        }
        try decoder.finishElements([Key: Value].self, failures, isConverted: false, isElement)
        return dictionary
    }
}

extension Optional: DecodedByElements where Wrapped: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Wrapped? {
        let slot = Slot(origin: decoder.origin, step: .same)
        if try decoder.decodeNil(slot, Wrapped?.self) { return nil }
        return try decoder.value(Wrapped.self, slot, decoder.call.type(Wrapped.self))
    }
}

extension ValueDecoder {
    /// Decodes an element or member.
    ///
    /// - Returns: `nil` if the element is dropped, or if it can't be decoded; in the second case
    ///   its issues are added to `failures`.
    fileprivate func element<Value: Decodable>(
        _ slot: Slot,
        _ type: DecodableType,
        _ failures: inout MappingReport,
        isOfList: Bool
    ) throws -> Value? {
        guard isOfList else { return try value(Value.self, slot, type) }
        var isObject = false
        do {
            return try elementValue(Value.self, slot, type, isObject: &isObject)
        } catch {
            guard let context = call.context else { throw error }
            if context.isLossy || isObject && context.leavesOutObjects {
                report(error, .droppedElement, isTolerated: context.isLossy)
                return nil
            }
            // An attempt without conversions ends at the first element that needs one.
            if call.readsUnconverted { throw error }
            failures.add(issues(of: error), under: [], limit: call.options.limits.issues)
            return nil
        }
    }

    /// Throws the issues of elements if there are any; otherwise counts the list or dictionary as
    /// the conversion table counts its own.
    fileprivate func finishElements(
        _ type: Any.Type,
        _ failures: MappingReport,
        isConverted: Bool,
        _ isElement: Bool
    ) throws {
        guard failures.issueCount == 0 else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath,
                    debugDescription: "some elements can't be used",
                    underlyingError: Refused(
                        .elements(failures),
                        reach: failures.issues.first?.path.components.count ?? reach(of: .same)
                    )
                )
            )
        }
        guard !isElement, step != .root else { return }
        let slot = Slot(origin: origin, step: .same)
        countApplied(isConverted ? .converted : .exact, slot, type)
    }

    /// Calls `body` with each member of an object.
    fileprivate func forEachMember(
        _ failures: inout MappingReport,
        _ body: (String, Slot, inout MappingReport) throws -> Void
    ) throws {
        if let refusal = try openingRefusal() { throw error(refusal) }
        let limit = call.options.limits.issues
        var duplicateKeyCount = 0
        defer { call.report.duplicateKeyCount &+= duplicateKeyCount }
        var result = Result<Void, any Error>.success(())
        _ = try withSource { object in
            let count = object.memberCount
            guard count <= object.options.limits.elements, call.attempts.count(count) else {
                result = .failure(error(MappingRefusal(.elements)))
                return
            }
            do {
                try object.forEachMember(&duplicateKeyCount) {
                    (key, member: borrowing MappingSource, refusal) throws in
                    let name = key ?? ""
                    let step = Step.key(name, isOwn: false)
                    let slot = Slot(origin: .value(member.value), step: step)
                    guard let refusal else { return try body(name, slot, &failures) }
                    if call.readsUnconverted { throw error(refusal, slot, Any.self) }
                    let path = path + [member.component(forInputKey: key)]
                    let issue = issue(refusal, at: path, found(at: slot.origin), "object")
                    failures.add(issue, under: [], limit: limit)
                }
            } catch {
                result = .failure(error)
            }
        }
        try result.get()
    }
}
