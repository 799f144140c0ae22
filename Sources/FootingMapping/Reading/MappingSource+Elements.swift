/// Iteration over the elements of lists.
extension MappingSource {
    /// Whether this value, if it isn't a list, is converted as a list with this value as its only
    /// element.
    ///
    /// An empty object is not: it would become an element with every key missing.
    @usableFromInline
    var isReadAsList: Bool { options.convertsKinds && !isNull && !(kind == .object && isEmpty) }

    /// Whether this is a string that the field's separator splits into elements.
    @usableFromInline
    var isListAsText: Bool {
        guard hasSettings, settings?.separator != nil else { return false }
        return kind == .string
    }

    /// Converts the only element of this array, if the options accept such an array where a single
    /// value is wanted.
    @inline(never)
    func onlyElement<Value>(
        _ convert: (borrowing MappingSource) -> MappingConversion<Value>
    ) -> MappingConversion<Value> {
        guard context.options.acceptsArrayOfOne else { return .failed(.typeMismatch) }
        return withOnlyElement { convert($0).asConverted } ?? .failed(.typeMismatch)
    }

    /// Calls `body` with the element that stands for this array as a single value, if there is one.
    func withOnlyElement<Result>(_ body: (borrowing MappingSource) -> Result) -> Result? {
        guard context.options.acceptsArrayOfOne, isList, elementCount == 1,
            exceededLimit(count: 1) == nil, let element = element(at: 0)
        else { return nil }
        return withInner(element) { element in
            switch element.kind {
            case .null, .array, .object, .absent: nil
            case .bool, .number, .string, .other: body(element)
            }
        }
    }

    /// Calls `body` with each element.
    ///
    /// `body` returns the reason why the element can't be converted, or `nil`.
    ///
    /// Calls `makeRoom` first, with a capped count: the count comes from untrusted input.
    ///
    /// - Returns: The reason why the list can't be converted, or `nil`.
    @usableFromInline
    func forEachElement(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        if isListAsText { return forEachSegment(of: type, body) }
        let count = elementCount
        if let limit = exceededLimit(count: count) { return MappingRefusal(limit) }
        makeRoom(min(count, 1 << 16))
        let attempt = findings.beginAttempt()
        var failures = MappingReport()
        forEachElement { index, element in
            convert(element, at: .index(index), of: type, &failures, by: body)
        }
        return outcome(of: failures, attempt)
    }

    /// Calls `body` with each segment of a string that the field's separator splits.
    @inline(never)
    private func forEachSegment(
        of type: Any.Type,
        _ body: (borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        let text: String
        switch String.converted(from: self) {
        case .refused(let refusal): return refusal
        case let conversion: text = conversion.value ?? ""
        }
        let separator = settings?.separator ?? ""
        // One segment beyond the limit is enough to refuse the string.
        let limit = max(0, options.limits.elements)
        let segments =
            text.isEmpty
            ? []
            : text.utf8.split(
                separator: separator.utf8,
                maxSplits: limit,
                omittingEmptySubsequences: false
            )
        guard segments.count <= limit else { return MappingRefusal(.elements) }
        let attempt = findings.beginAttempt()
        var failures = MappingReport()
        let offset = byteOffset
        with {
            $0.enclosingOffset = offset
        } _: { source in
            for (index, segment) in segments.enumerated() {
                source.withInner(text: String(decoding: segment, as: UTF8.self)) {
                    convert($0, at: .index(index), of: type, &failures, by: body)
                }
            }
        }
        return outcome(of: failures, attempt)
    }

    /// Calls `body` with one element, and reports it if it can't be converted: in the findings if
    /// it is dropped, and in `failures` if the list is refused because of it.
    @inline(__always)
    func convert(
        _ element: borrowing MappingSource,
        at step: @autoclosure () -> MappingPath.Component,
        of type: Any.Type,
        _ failures: inout MappingReport,
        by body: (borrowing MappingSource) -> MappingRefusal?
    ) {
        let start = findings.beginElement()
        let refusal = body(element)
        guard refusal != nil || hasFindings else { return }
        finish(element, refusal, at: step(), of: type, since: start, &failures)
    }

    /// Ends the conversion of an element that was refused or has findings.
    @inline(never)
    private func finish(
        _ element: borrowing MappingSource,
        _ refusal: MappingRefusal?,
        at step: MappingPath.Component,
        of type: Any.Type,
        since start: MappingReport.Mark,
        _ failures: inout MappingReport
    ) {
        if hasFindings {
            if refusal != nil { findings.withdrawFields(since: start) }
            findings.insert(step, since: start)
        }
        if let refusal { leaveOut(element, refusal, at: step, of: type, &failures) }
    }

    private func leaveOut(
        _ element: borrowing MappingSource,
        _ refusal: MappingRefusal,
        at step: MappingPath.Component,
        of type: Any.Type,
        _ failures: inout MappingReport
    ) {
        let limit = options.limits.issues
        let isObject = refusal.inner != nil && !refusal.isOfElements
        // A list drops an object that can't be made; the object's own issues explain why.
        let isDropped = isObject || isLossy
        var report = refusal.inner ?? MappingReport()
        if refusal.inner == nil {
            let listedCount = isDropped ? findings.listedIssueCount : failures.issues.count
            report.add(
                element.issue(
                    refusal,
                    [],
                    wanted: TargetType.name(of: type),
                    .keptOldValue,
                    showsValue: !TargetType.isOfObjects(type)
                ),
                limit: limit &- listedCount
            )
        }
        guard isDropped else { return failures.add(report, under: [step], limit: limit) }
        findings.add(
            report,
            under: [step],
            limit: limit,
            resolution: isObject ? nil : .droppedElement,
            isTolerated: isLossy
        )
    }

    /// Ends an attempt at a list or dictionary, which is refused if there are failures.
    func outcome(
        of failures: MappingReport,
        _ attempt: Findings.Attempt
    ) -> MappingRefusal? {
        guard failures.issueCount > 0 else {
            findings.accept(attempt)
            return nil
        }
        findings.refuse(attempt)
        return MappingRefusal(elements: failures)
    }
}
