import FootingFormats
public import Foundation

/// The calls of the public methods: one input, one target, one report.
extension MappingPlan {
    /// The report, and whether every required field was set.
    typealias Outcome = (report: MappingReport, isComplete: Bool)

    func run(
        _ dictionary: [String: Any],
        onto target: UnsafeMutableRawPointer?,
        _ options: MappingOptions,
        for purpose: MappingRun.Purpose
    ) -> Outcome {
        // The object itself, and each value that a key of it has.
        let capacity = min(entries.count, dictionary.count) &+ 1
        var run = MappingRun(.object(dictionary), options, for: purpose, capacity: capacity)
        return unsafe withUnsafeMutablePointer(to: &run) { run in
            unsafe outcome(of: run, onto: target)
        }
    }

    func run(
        json data: Data,
        onto target: UnsafeMutableRawPointer?,
        _ options: MappingOptions,
        for purpose: MappingRun.Purpose
    ) -> Result<Outcome, MappingError> {
        Self.withDocument(data) { document in
            var run = MappingRun(document, options, for: purpose)
            return unsafe withUnsafeMutablePointer(to: &run) { run in
                unsafe outcome(of: run, onto: target)
            }
        }
    }

    private func outcome(
        of run: UnsafeMutablePointer<MappingRun>,
        onto target: UnsafeMutableRawPointer?
    ) -> Outcome {
        let plan = unsafe spelled(run.pointee.options.keyStrategy)
        unsafe MappingRun.carryOut(run) { stores in
            unsafe plan.map(0, onto: stores ? target : nil, in: run)
        }
        return unsafe (run.pointee.report, run.pointee.requiredFailureCount == 0)
    }

    @usableFromInline
    func forEachObject(
        json data: Data,
        at path: String?,
        _ options: MappingOptions,
        _ body: (borrowing ListElement) -> Void
    ) throws(MappingError) -> MappingReport {
        try Self.withDocument(data) { document in
            forEachObject(of: MappingRun(document, options, for: .list(options)), at: path, body)
        }.get()
    }

    @usableFromInline
    func forEachObject(
        in values: [Any],
        _ options: MappingOptions,
        _ body: (borrowing ListElement) -> Void
    ) -> MappingReport {
        forEachObject(of: MappingRun(.array(values), options, for: .list(options)), at: nil, body)
    }

    @usableFromInline
    func forEachObject(
        in dictionary: [String: Any],
        at path: String,
        _ options: MappingOptions,
        _ body: (borrowing ListElement) -> Void
    ) -> MappingReport {
        forEachObject(
            of: MappingRun(.object(dictionary), options, for: .list(options)),
            at: path,
            body
        )
    }

    private func forEachObject(
        of run: consuming MappingRun,
        at path: String?,
        _ body: (borrowing ListElement) -> Void
    ) -> MappingReport {
        let strategy = run.options.keyStrategy
        let plan = spelled(strategy)
        let way = path.map {
            let field = FieldPlan(key: $0, listOf: plan).spelled(strategy)
            return MappingPlan([field], for: Self.self, spelled: strategy)
        }
        unsafe withUnsafeMutablePointer(to: &run) { run in
            unsafe MappingRun.carryOut(run) { stores in
                guard let position = way.map({ unsafe $0.locateList(in: run) }) ?? 0 else { return }
                unsafe plan.forEachObject(at: position, in: run) { element in
                    if stores { body(element) } else { element.mapWithoutStoring() }
                }
            }
        }
        return run.report
    }

    /// Goes the one field's way in a plan that has no other, and stands there then.
    ///
    /// Returns `nil` if there is no such value, and has said why.
    private func locateList(in run: UnsafeMutablePointer<MappingRun>) -> Int? {
        let isObject = unsafe run.pointee.isObject(at: 0)
        unsafe run.pointee.listsUnusedKeys = false
        return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: entries.count) {
            let positions = unsafe Positions($0)
            let isFound =
                unsafe isObject && run.pointee.depth <= run.pointee.maximumDepth
                && locate(positions, from: 0, countingUnusedKeys: false, in: run)
            // An object on the way is not mapped, so that none of its keys is in question.
            unsafe run.pointee.report.unusedKeyCount = 0
            unsafe run.pointee.listsUnusedKeys = run.pointee.options.listsUnusedKeys
            guard isFound else {
                let isNull = unsafe run.pointee.kind(at: 0) == .null
                let isDeep = unsafe run.pointee.depth > run.pointee.maximumDepth
                let limit: BrokenLimit = isDeep ? .depth : .elements
                unsafe run.pointee.refuse(
                    isObject ? .limit : isNull ? .null : .typeMismatch,
                    at: 0,
                    [],
                    wanted: "object",
                    isRequired: true,
                    because: isObject ? limit.rawValue : nil
                )
                return nil
            }
            let entry = fields[0].entry
            guard let position = positions.value(of: entry) else {
                unsafe reportAbsence(of: 0, positions, in: run)
                return nil
            }
            unsafe run.pointee.path = entries[entry].path
            unsafe run.pointee.depth &+= entries[entry].path.count
            return position
        }
    }

    /// Lends every element of the list at `position`.
    private func forEachObject(
        at position: Int,
        in run: UnsafeMutablePointer<MappingRun>,
        _ body: (borrowing ListElement) -> Void
    ) {
        let kind = unsafe run.pointee.kind(at: position)
        guard kind == .array else {
            if kind == .object, unsafe run.pointee.options.convertsKinds {
                body(unsafe ListElement(plan: self, run: run, position: position, siblingCount: 1))
            } else {
                unsafe refuseList(kind == .null ? .null : .typeMismatch, at: position, in: run)
            }
            return
        }
        let count = unsafe run.pointee.elementCount(at: position)
        guard unsafe count <= run.pointee.options.limits.elements else {
            return unsafe refuseList(.limit, .elements, at: position, in: run)
        }
        guard unsafe run.pointee.depth <= run.pointee.maximumDepth else {
            return unsafe refuseList(.limit, .depth, at: position, in: run)
        }
        unsafe run.pointee.depth &+= 1
        unsafe MappingRun.forEachElement(of: position, in: run) { index, element in
            unsafe run.pointee.path.append(.index(index))
            body(
                unsafe ListElement(plan: self, run: run, position: element, siblingCount: count)
            )
            unsafe run.pointee.path.removeLast()
        }
        unsafe run.pointee.depth &-= 1
    }

    private func refuseList(
        _ code: MappingIssue.Code,
        _ limit: BrokenLimit? = nil,
        at position: Int,
        in run: UnsafeMutablePointer<MappingRun>
    ) {
        unsafe run.pointee.hidesNextValue = true
        unsafe run.pointee.refuse(
            code,
            at: position,
            [],
            wanted: "[\(target)]",
            isRequired: true,
            because: limit?.rawValue
        )
    }

    static func withDocument<Result>(
        _ data: Data,
        _ body: (JSONDocument) -> Result
    ) -> Swift.Result<Result, MappingError> {
        unsafe data.withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            do throws(JSONFault) {
                return .success(try JSONTape.scan(bytes).withDocument(over: bytes, body))
            } catch {
                return .failure(MappingError(error, in: bytes))
            }
        }
    }
}
