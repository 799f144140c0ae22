/// An element of a list or dictionary that could not be taken, until the field it belongs to reports
/// it.
struct ElementFailure {
    /// Where it is: one step for each list and dictionary it is in, outermost first.
    var steps: [MappingPath.Component]
    let code: MappingIssue.Code
    let sourceKind: MappingSourceKind
    let target: String
    let explanation: String?
    let value: String?
    let byteOffset: Int?
}

extension MappingSource {
    /// Whether the field leaves out what can't be taken.
    var isLossy: Bool { hasSettings && settings?.isLossy == true }

    /// Lends one element to `body`, and returns whether it could be taken.
    @inline(__always)
    func lend(
        _ position: Int,
        at step: @autoclosure () -> MappingPath.Component,
        of type: Any.Type,
        to body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> Bool {
        let outer = unsafe run.pointee.failuresBefore
        unsafe run.pointee.failuresBefore = (
            run.pointee.elementFailures.count, run.pointee.elementFailureCount
        )
        if unsafe run.pointee.explanation != nil { unsafe run.pointee.explanation = nil }
        let start = unsafe run.pointee.report.listed
        unsafe run.pointee.lendCount &+= 1
        let element = unsafe MappingSource(run, at: position)
        var code = body(element)
        unsafe run.pointee.lendCount &-= 1
        if unsafe run.pointee.innerStart != nil {
            if code == nil { unsafe run.pointee.forgetFailedObject() }
            unsafe run.pointee.insert([step()], since: start)
            // What has been said about an object is enough: it is left out, and the others stay.
            if let failed = unsafe run.pointee.failedObject.take() {
                code = nil
                if isLossy { unsafe run.pointee.report.tolerateIssues(from: failed) }
            }
        }
        if let code {
            unsafe run.pointee.addElementFailure(code, at: position, step(), of: type)
        } else if isLossy {
            unsafe run.pointee.prependToElementFailures(step())
        } else {
            unsafe run.pointee.forgetElementFailures()
        }
        unsafe run.pointee.failuresBefore = outer
        return code == nil
    }

    /// Lends one element that has no position of its own.
    func lend(
        _ value: NativeValue,
        at step: @autoclosure () -> MappingPath.Component,
        of type: Any.Type,
        to body: (borrowing MappingSource) -> MappingIssue.Code?
    ) -> Bool {
        unsafe run.pointee.values.append(value)
        defer { unsafe run.pointee.values.removeLast() }
        let last = unsafe run.pointee.values.count &- 1
        return lend(last, at: step(), of: type, to: body)
    }
}

extension MappingRun {
    /// Forgets the lists that the conversion of the current value has tried so far.
    mutating func forgetElementFailures() {
        guard elementFailureCount != failuresBefore.counted else { return }
        elementFailures.removeSubrange(failuresBefore.listed...)
        elementFailureCount = failuresBefore.counted
    }

    @inline(never)
    mutating func addElementFailure(
        _ code: MappingIssue.Code,
        at position: Int?,
        _ step: MappingPath.Component,
        of type: Any.Type
    ) {
        if code == .typeMismatch, elementFailureCount != failuresBefore.counted {
            // The element is a list itself: its failures are in this one too.
            return prependToElementFailures(step)
        }
        forgetElementFailures()
        let explanation = explanation.take()
        elementFailureCount &+= 1
        defer { hidesNextValue = false }
        if options.includesValues, FieldPlan.isOfObjects(type) { hidesNextValue = true }
        guard elementFailures.count < options.limits.issues else { return }
        elementFailures.append(
            ElementFailure(
                steps: [step],
                code: code,
                sourceKind: position.map { kind(at: $0) } ?? .absent,
                target: FieldPlan.name(of: type),
                explanation: explanation,
                value: shownValue(at: position),
                byteOffset: position.flatMap { byteOffset(at: $0) }
            )
        )
    }

    /// Says of the failures inside the current value where that is.
    mutating func prependToElementFailures(_ step: MappingPath.Component) {
        for failure in failuresBefore.listed..<elementFailures.count {
            elementFailures[failure].steps.insert(step, at: 0)
        }
    }

    /// Adds an issue for each element that could not be taken, of a field that could not be set.
    mutating func refuseElements(_ path: [MappingPath.Component], isRequired: Bool) {
        if isRequired { requiredFailureCount &+= 1 }
        reportElements(path, resolution(isRequired: isRequired))
    }

    /// Adds an issue for each element that could not be taken.
    mutating func reportElements(
        _ path: [MappingPath.Component],
        _ resolution: MappingIssue.Resolution
    ) {
        for failure in elementFailures where report.issues.count < options.limits.issues {
            report.add(
                MappingIssue(
                    path: MappingPath(components: self.path + path + failure.steps),
                    code: failure.code,
                    sourceKind: failure.sourceKind,
                    target: failure.target,
                    resolution: resolution,
                    explanation: failure.explanation,
                    value: failure.value,
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
