/// Objects that conversions map, in whatever lists and dictionaries they are.
extension MappingSource {
    /// Maps this value onto `target`, and returns why it can't be taken, or `nil`.
    ///
    /// A new object is not taken if a required field fails. Its issues are in the report then; their
    /// paths get their beginning from the lists and the field that this value is in.
    @usableFromInline
    func map(
        _ plan: MappingPlan,
        onto target: UnsafeMutableRawPointer,
        asNew isNew: Bool
    ) -> MappingIssue.Code? {
        // An object that the same conversion has tried before was in vain.
        unsafe run.pointee.forgetFailedObject()
        let outer = unsafe ObjectState(&run.pointee)
        let start = unsafe run.pointee.innerStart ?? run.pointee.report.listed
        unsafe run.pointee.enterObject(asNew: isNew)
        let attempt = unsafe run.pointee.report.mark
        var failure = unsafe plan.spelled(run.pointee.options.keyStrategy)
            .mapObject(position, onto: target, in: run)
        let isWhole = unsafe run.pointee.requiredFailureCount == 0
        if failure == nil, isNew, !isWhole { failure = .missing }
        if let failure, isWhole, outer.isElement { refuseElement(failure, plan) }
        if failure != nil { unsafe run.pointee.report.withdrawFields(since: attempt) }
        let end = unsafe run.pointee.report.mark
        let failed = unsafe run.pointee.requiredFailureCount
        unsafe run.pointee.leaveObject(outer)
        if !isNew { unsafe run.pointee.requiredFailureCount &+= failed }
        unsafe run.pointee.innerStart = start
        if failure != nil, end.issueCount != attempt.issueCount {
            unsafe run.pointee.failedObject = (attempt, end)
        }
        return failure
    }

    @inline(never)
    private func refuseElement(_ failure: MappingIssue.Code, _ plan: MappingPlan) {
        let explanation = unsafe run.pointee.explanation.take()
        unsafe run.pointee.refuse(
            failure,
            at: position,
            [],
            wanted: plan.target,
            isRequired: true,
            because: explanation
        )
    }
}

/// What of a run belongs to the object that is being mapped, and is put by while one inside it is.
private struct ObjectState {
    let purpose: MappingRun.Purpose
    let depth: Int
    let fieldDepth: Int
    let lendCount: Int
    let requiredFailureCount: Int
    let hasFallenBack: Bool
    let elementFailures: [ElementFailure]
    let elementFailureCount: Int
    let failuresBefore: (listed: Int, counted: Int)

    // Lent as `inout`, because a run that is borrowed from a pointer is copied.
    init(_ run: inout MappingRun) {
        purpose = run.purpose
        depth = run.depth
        fieldDepth = run.fieldDepth
        lendCount = run.lendCount
        requiredFailureCount = run.requiredFailureCount
        hasFallenBack = run.hasFallenBack
        elementFailures = run.elementFailures
        elementFailureCount = run.elementFailureCount
        failuresBefore = run.failuresBefore
    }

    /// Whether the object is in a list or dictionary, and is left out if it can't be taken.
    var isElement: Bool { lendCount != 0 }
}

extension MappingRun {
    fileprivate mutating func enterObject(asNew isNew: Bool) {
        if keepsPurpose {
            keepsPurpose = false
        } else if isNew {
            // In atomic options, an element is left out only where the field says so.
            let isDropped = !options.isAtomic || settings?.settings.isLossy == true
            purpose = lendCount != 0 && isDropped ? .element : .make
        }
        depth &+= fieldDepth &+ lendCount
        fieldDepth = 0
        lendCount = 0
        requiredFailureCount = 0
        elementFailures = []
        elementFailureCount = 0
        failuresBefore = (0, 0)
        innerStart = nil
    }

    fileprivate mutating func leaveObject(_ outer: ObjectState) {
        purpose = outer.purpose
        depth = outer.depth
        fieldDepth = outer.fieldDepth
        lendCount = outer.lendCount
        requiredFailureCount = outer.requiredFailureCount
        hasFallenBack = outer.hasFallenBack
        elementFailures = outer.elementFailures
        elementFailureCount = outer.elementFailureCount
        failuresBefore = outer.failuresBefore
    }

    /// Takes back what has been said about an object that could not be taken, because the conversion
    /// went on and found another meaning.
    @inline(__always)
    mutating func forgetFailedObject() {
        if failedObject != nil { removeFailedObject() }
    }

    @inline(never)
    private mutating func removeFailedObject() {
        guard let (start, end) = failedObject.take() else { return }
        report.remove(from: start, to: end)
    }

    /// Says of all that was reported since `start` in which value of the current object it is.
    @inline(__always)
    mutating func insert(
        _ steps: @autoclosure () -> [MappingPath.Component],
        since start: MappingReport.Listed
    ) {
        guard report.hasListed(since: start) else { return }
        report.insert(steps(), at: path.count, since: start)
    }
}
