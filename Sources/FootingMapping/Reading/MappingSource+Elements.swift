import FootingFormats

/// The elements of lists.
extension MappingSource {
    /// Whether a value that is no list is taken for one with this value as its only element.
    ///
    /// An object without members is not: it would be an element that lacks everything.
    @usableFromInline
    var isTakenForList: Bool { options.convertsKinds && !isNull && !isEmptyObject }

    private var isEmptyObject: Bool {
        guard kind == .object else { return false }
        if case .object(let members) = native { return members.isEmpty }
        return document[token].extent == token &+ 1
    }

    /// Whether this is a text that the field wants to be cut into elements.
    @usableFromInline
    var isListAsText: Bool {
        guard hasSettings, settings?.separator != nil else { return false }
        return kind == .string
    }

    /// Lends each element to `body`, which returns why it can't be taken, or `nil`.
    ///
    /// Before, it asks for room, but not for a million, of which perhaps not one can be taken.
    /// Returns why the list can't be, or `nil`.
    @usableFromInline
    func forEachElement(
        of type: Any.Type,
        makingRoom makeRoom: (_ count: Int) -> Void,
        _ body: (borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        if isListAsText { return forEachPart(of: type, body) }
        let count = elementCount
        if let limit = limitOfGoing(into: count) { return MappingRefusal(limit) }
        makeRoom(min(count, 1 << 16))
        let start = findings.mark
        var failures = MappingReport()
        if !isNative {
            let document = document
            var token = token &+ 1
            for index in 0..<count {
                take(part(token: token), at: .index(index), of: type, &failures, by: body)
                token = document.index(after: token)
            }
        } else if case .array(let elements) = native {
            for (index, element) in elements.enumerated() {
                withPart(NativeValue(element)) {
                    take($0, at: .index(index), of: type, &failures, by: body)
                }
            }
        }
        return outcome(of: failures, since: start)
    }

    /// The same for the parts of a text between separators.
    @inline(never)
    private func forEachPart(
        of type: Any.Type,
        _ body: (borrowing MappingSource) -> MappingRefusal?
    ) -> MappingRefusal? {
        let text: String
        switch String.converted(from: self) {
        case .refused(let refusal): return refusal
        case let conversion: text = conversion.value ?? ""
        }
        let parts = text.isEmpty ? [] : text.cut(at: settings?.separator ?? "")
        guard parts.count <= options.limits.elements else { return MappingRefusal(.elements) }
        let start = findings.mark
        var failures = MappingReport()
        let offset = byteOffset
        with {
            $0.enclosingOffset = offset
        } _: { source in
            for (index, part) in parts.enumerated() {
                source.withPart(.string(part)) {
                    take($0, at: .index(index), of: type, &failures, by: body)
                }
            }
        }
        return outcome(of: failures, since: start)
    }

    /// Which limit forbids to go into this list or object of so many elements, or `nil`.
    func limitOfGoing(into count: Int) -> BrokenLimit? {
        count > options.limits.elements ? .elements : limitOfDepth
    }

    /// Lends one element to `body`, and adds to `failures` if it can't be taken.
    @inline(__always)
    func take(
        _ element: borrowing MappingSource,
        at step: @autoclosure () -> MappingPath.Component,
        of type: Any.Type,
        _ failures: inout MappingReport,
        by body: (borrowing MappingSource) -> MappingRefusal?
    ) {
        let start = findings.mark
        let refusal = body(element)
        if hasFindings { findings.insert(step(), since: start) }
        if let refusal { leaveOut(element, refusal, at: step(), of: type, &failures) }
    }

    @inline(never)
    private func leaveOut(
        _ element: borrowing MappingSource,
        _ refusal: MappingRefusal,
        at step: MappingPath.Component,
        of type: Any.Type,
        _ failures: inout MappingReport
    ) {
        let limit = options.limits.issues
        if let inner = refusal.inner, refusal.isOfElements {
            failures.add(inner, under: [step], limit: limit)
        } else if let inner = refusal.inner {
            // An object is left out, and the others stay: its own issues say why.
            findings.add(inner, under: [step], limit: limit, isTolerated: isLossy)
        } else {
            failures.add(
                element.issue(
                    refusal.code,
                    [step],
                    wanted: FieldPlan.name(of: type),
                    .keptOldValue,
                    because: refusal.explanation,
                    showsValue: !FieldPlan.isOfObjects(type)
                ),
                limit: limit
            )
        }
    }

    /// What comes of a list or dictionary with failures: it is taken without these elements, or it is
    /// refused because of them.
    func outcome(
        of failures: MappingReport,
        since start: MappingReport.Mark?
    ) -> MappingRefusal? {
        guard failures.issueCount > 0 else { return nil }
        guard isLossy else {
            findings.forget(since: start)
            return MappingRefusal(elements: failures)
        }
        findings.add(
            failures,
            limit: options.limits.issues,
            resolution: .droppedElement,
            isTolerated: true
        )
        return nil
    }
}

extension String {
    /// The parts between the places that have the bytes of `separator`.
    fileprivate func cut(at separator: String) -> [String] {
        let separator = Array(separator.utf8)
        guard let first = separator.first else { return [self] }
        let bytes = Array(utf8)
        var parts: [String] = []
        var start = 0
        var index = 0
        while index < bytes.count {
            guard bytes[index] == first, bytes[index...].starts(with: separator) else {
                index += 1
                continue
            }
            parts.append(String(decoding: bytes[start..<index], as: UTF8.self))
            index += separator.count
            start = index
        }
        return parts + [String(decoding: bytes[start...], as: UTF8.self)]
    }
}
