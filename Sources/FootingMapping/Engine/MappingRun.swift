/// What one object's mapping has come to: the report as it grows, and where it stands.
struct MappingRun: ~Copyable {
    /// What a required field's failure comes to.
    let purpose: MappingSource.Purpose
    /// How many objects and arrays the current object is in, itself included.
    var depth: Int
    /// Where the object is that is being mapped, from the one that the run began with.
    var path: [MappingPath.Component] = []
    var report = MappingReport()
    var requiredFailureCount = 0

    init(_ purpose: MappingSource.Purpose, depth: Int = 1) {
        self.purpose = purpose
        self.depth = depth
    }

    /// What becomes of a field with an issue.
    func resolution(isRequired: Bool, _ options: MappingOptions) -> MappingIssue.Resolution {
        if isRequired { return purpose.resolution }
        // Nothing is made then, whichever field it was.
        return options.isAtomic && purpose == .make ? .madeNothing : .keptOldValue
    }

    /// Adds the issue that a value can't be used.
    // Never inlined, as the others are not: it is rare, and what it needs of the stack would be a part
    // of every level of objects inside one another.
    @inline(never)
    mutating func refuse(
        _ value: borrowing MappingSource,
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        wanted target: String,
        isRequired: Bool,
        showsValue: Bool = true
    ) {
        let options = value.options
        let limit = options.limits.issues
        if isRequired { requiredFailureCount &+= 1 }
        let resolution = resolution(isRequired: isRequired, options)
        let path = self.path + path
        guard let inner = refusal.inner else {
            if refusal.code == .null, !isRequired, options.ignoresNull { return }
            return report.add(
                value.issue(
                    refusal.code,
                    path,
                    wanted: target,
                    resolution,
                    because: refusal.explanation,
                    showsValue: showsValue
                ),
                limit: limit
            )
        }
        report.add(
            inner,
            under: path,
            limit: limit,
            resolution: refusal.isOfElements ? resolution : nil
        )
    }

    /// Adds the issue that there is no value.
    @inline(never)
    mutating func refuseAbsence(
        _ code: MappingIssue.Code,
        _ path: [MappingPath.Component],
        wanted target: String,
        isRequired: Bool,
        _ options: MappingOptions
    ) {
        if isRequired { requiredFailureCount &+= 1 }
        let path = self.path + path
        let resolution = resolution(isRequired: isRequired, options)
        report.add(
            MappingIssue(code, absentAt: path, wanted: target, resolution),
            limit: options.limits.issues
        )
    }

    /// Notes how a field was set.
    @inline(never)
    mutating func note(
        _ kind: MappingNote.Kind,
        _ sourceKind: MappingSourceKind,
        _ path: [MappingPath.Component],
        target: String,
        _ options: MappingOptions
    ) {
        let path = MappingPath(components: self.path + path)
        report.add(
            MappingNote(path: path, kind: kind, sourceKind: sourceKind, target: target),
            limit: options.limits.issues
        )
    }

    /// Counts that a property was set to its default value.
    @inline(never)
    mutating func takeDefault(
        _ sourceKind: MappingSourceKind,
        _ path: [MappingPath.Component],
        target: String,
        _ options: MappingOptions
    ) {
        report.appliedCount &+= 1
        if options.listsFields { note(.defaulted, sourceKind, path, target: target, options) }
    }

    /// Takes over what was found in the value of a field.
    @inline(never)
    mutating func take(
        _ findings: Findings,
        _ path: [MappingPath.Component],
        limit: Int
    ) {
        let (found, failureCount) = findings.takeAll()
        report.add(found, under: self.path + path, limit: limit)
        requiredFailureCount &+= failureCount
    }
}
