import FootingFormats

extension Array: MappingConvertible where Element: MappingConvertible {
    /// Takes a list if every element can be taken, and any other value but null as a list of one.
    ///
    /// One element that can't be taken leaves the whole property alone, since without it the others
    /// would move. There is an issue for each such element, with its index.
    ///
    /// - Complexity: O(*n*) in the number of elements.
    @inlinable
    public static func converted(
        from source: borrowing MappingSource
    ) -> MappingConversion<[Element]> {
        guard source.isList else {
            guard source.isTakenForList else {
                return .failed(source.isNull ? .null : .typeMismatch)
            }
            return Element.converted(from: source).map { [$0] }.asConverted
        }
        var list: [Element] = []
        var isConverted = false
        var isRounded = false
        let failure = source.forEachElement(of: Element.self) { element in
            switch Element.converted(from: element) {
            case .exact(let value):
                list.append(value)
            case .converted(let value):
                isConverted = true
                list.append(value)
            case .rounded(let value):
                isRounded = true
                list.append(value)
            case .failed(let code):
                return code
            }
            return nil
        }
        if let failure { return .failed(failure) }
        return isRounded ? .rounded(list) : isConverted ? .converted(list) : .exact(list)
    }
}

/// An element of a list that could not be taken, until the field it belongs to reports it.
struct ElementFailure {
    /// Where it is: one index for each list it is in, outermost first.
    var indexes: [Int]
    let code: MappingIssue.Code
    let sourceKind: MappingSourceKind
    let target: String
    let byteOffset: Int?
}

extension MappingSource {
    @usableFromInline
    var isList: Bool { unsafe run.pointee.kind(at: position) == .array }

    @usableFromInline
    var isTakenForList: Bool { options.convertsKinds && !isNull }

    /// Lends each element to `body`, which returns why it can't be taken, or `nil`.
    ///
    /// Returns why the list can't be, or `nil`. The failures are kept for the field to report.
    @usableFromInline
    func forEachElement(
        of type: Any.Type,
        _ body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> MappingIssue.Code? {
        // What the conversion of this very value has tried before this was in vain.
        unsafe run.pointee.forgetElementFailures()
        var isWhole = true
        if let document = unsafe run.pointee.document {
            let count = document.elementCount(of: position)
            guard count <= options.limits.elements else { return .limit }
            var token = position &+ 1
            for index in 0..<count {
                if !lend(token, index, of: type, to: body) { isWhole = false }
                token = document.index(after: token)
            }
        } else if case .array(let elements) = unsafe run.pointee.values[position] {
            guard elements.count <= options.limits.elements else { return .limit }
            for (index, element) in elements.enumerated() {
                unsafe run.pointee.values.append(NativeValue(element))
                let last = unsafe run.pointee.values.count &- 1
                if !lend(last, index, of: type, to: body) { isWhole = false }
                unsafe run.pointee.values.removeLast()
            }
        }
        return isWhole ? nil : .typeMismatch
    }

    /// Lends one element, and returns whether it could be taken.
    @inline(__always)
    private func lend(
        _ position: Int,
        _ index: Int,
        of type: Any.Type,
        to body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> Bool {
        let outer = unsafe run.pointee.failuresBefore
        unsafe run.pointee.failuresBefore = (
            run.pointee.elementFailures.count, run.pointee.elementFailureCount
        )
        let element = unsafe MappingSource(run, at: position)
        let code = body(element)
        if let code {
            unsafe run.pointee.addElementFailure(code, at: position, index, of: type)
        } else {
            unsafe run.pointee.forgetElementFailures()
        }
        unsafe run.pointee.failuresBefore = outer
        return code == nil
    }
}

extension MappingRun {
    /// Forgets the lists that the conversion of the current value has tried so far.
    mutating func forgetElementFailures() {
        guard elementFailureCount != failuresBefore.counted else { return }
        elementFailures.removeSubrange(failuresBefore.listed...)
        elementFailureCount = failuresBefore.counted
    }

    fileprivate mutating func addElementFailure(
        _ code: MappingIssue.Code,
        at position: Int,
        _ index: Int,
        of type: Any.Type
    ) {
        if code == .typeMismatch, elementFailureCount != failuresBefore.counted {
            // The element is a list itself: its failures are in this one too.
            for failure in failuresBefore.listed..<elementFailures.count {
                elementFailures[failure].indexes.insert(index, at: 0)
            }
            return
        }
        forgetElementFailures()
        elementFailureCount &+= 1
        guard elementFailures.count < options.limits.issues else { return }
        elementFailures.append(
            ElementFailure(
                indexes: [index],
                code: code,
                sourceKind: kind(at: position),
                target: FieldPlan.name(of: type),
                byteOffset: byteOffset(at: position)
            )
        )
    }

    /// Adds an issue for each element that could not be taken.
    mutating func refuseElements(_ path: [MappingPath.Component], isRequired: Bool) {
        if isRequired { requiredFailureCount &+= 1 }
        for failure in elementFailures where report.issues.count < options.limits.issues {
            let indexes = failure.indexes.map { MappingPath.Component.index($0) }
            report.add(
                MappingIssue(
                    path: MappingPath(components: self.path + path + indexes),
                    code: failure.code,
                    sourceKind: failure.sourceKind,
                    target: failure.target,
                    disposition: isRequired ? purpose.disposition : .kept,
                    byteOffset: failure.byteOffset
                )
            )
            elementFailureCount &-= 1
        }
        report.addUnlistedIssues(elementFailureCount)
        elementFailures.removeAll()
        elementFailureCount = 0
    }
}
