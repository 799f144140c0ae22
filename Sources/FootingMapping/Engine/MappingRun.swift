/// The state of mapping one object: the report so far, and the current position.
struct MappingRun: ~Copyable {
    /// The kind of call, which decides the resolution if a required field fails.
    let purpose: MappingSource.Purpose
    /// The number of enclosing objects and arrays, including the current object.
    var depth: Int
    /// The path from the object that the run started with to the current one.
    var path: [MappingPath.Component] = []
    var report = MappingReport()
    var requiredFailureCount = 0

    init(_ purpose: MappingSource.Purpose, depth: Int = 1) {
        self.purpose = purpose
        self.depth = depth
    }

    /// The resolution of an issue in a field.
    func resolution(isRequired: Bool, _ options: MappingOptions) -> MappingIssue.Resolution {
        if isRequired { return purpose.resolution }
        // An atomic call makes nothing if any field fails.
        return options.isAtomic && purpose == .make ? .madeNothing : .keptOldValue
    }

    /// Adds the issue for a value that can't be used: by default an object, whose value is not
    /// shown.
    // Never inlined, like the method below: issues are rare, and inlined code would enlarge the
    // stack frame of every level of nested objects.
    @inline(never)
    mutating func refuse(
        _ value: borrowing MappingSource,
        _ refusal: MappingRefusal,
        _ path: [MappingPath.Component],
        wanted target: String,
        isRequired: Bool = true,
        showsValue: Bool = false
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
                    refusal,
                    path,
                    wanted: target,
                    resolution,
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

    /// Moves the findings of a field's value to the report.
    @inline(never)
    mutating func addFindings(
        of value: borrowing MappingSource,
        _ path: [MappingPath.Component],
        _ outcome: FieldOutcome
    ) {
        switch outcome {
        // The objects in the value were made, and then dropped.
        case .refused, .unchanged: value.findings.withdrawFields()
        case .stored, .updated: break
        }
        let (found, failureCount) = value.findings.removeAll()
        report.add(found, under: self.path + path, limit: value.options.limits.issues)
        requiredFailureCount &+= failureCount
    }
}
