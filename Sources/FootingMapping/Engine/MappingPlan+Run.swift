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
        var run = MappingRun(dictionary, options, for: purpose, capacity: capacity)
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
        unsafe map(0, onto: target, in: run)
        return unsafe (run.pointee.report, run.pointee.requiredFailureCount == 0)
    }

    @usableFromInline
    func forEachObject(
        json data: Data,
        at path: String?,
        _ options: MappingOptions,
        _ body: (borrowing ListElement) -> Void
    ) throws(MappingError) -> MappingReport {
        let way = path.map { MappingPlan([FieldPlan(key: $0, listOf: self)], for: Self.self) }
        return try Self.withDocument(data) { document in
            var run = MappingRun(document, options, for: .element)
            unsafe withUnsafeMutablePointer(to: &run) { run in
                if let position = way.map({ unsafe $0.locateList(in: run) }) ?? 0 {
                    unsafe forEachObject(of: document, at: position, run, body)
                }
            }
            return run.report
        }.get()
    }

    /// Goes the one field's way in a plan that has no other, and stands there then.
    ///
    /// Returns `nil` if there is no such value, and has said why.
    private func locateList(in run: UnsafeMutablePointer<MappingRun>) -> Int? {
        let isObject = unsafe run.pointee.isObject(at: 0)
        return unsafe withUnsafeTemporaryAllocation(of: Int.self, capacity: entries.count) {
            let positions = unsafe Positions($0)
            let isFound =
                unsafe isObject && run.pointee.depth <= run.pointee.maximumDepth
                && locate(positions, from: 0, countingUnusedKeys: false, in: run)
            guard isFound else {
                let isNull = unsafe run.pointee.kind(at: 0) == .null
                unsafe run.pointee.refuse(
                    isObject ? .limit : isNull ? .null : .typeMismatch,
                    at: 0,
                    [],
                    wanted: "object",
                    isRequired: true
                )
                return nil
            }
            // An object on the way is not mapped, so that none of its keys is in question.
            unsafe run.pointee.report.unusedKeyCount = 0
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

    private func forEachObject(
        of document: JSONDocument,
        at position: Int,
        _ run: UnsafeMutablePointer<MappingRun>,
        _ body: (borrowing ListElement) -> Void
    ) {
        let wanted = "[\(target)]"
        guard document[position].kind == .array else {
            let isAlone =
                unsafe document[position].kind == .object
                && run.pointee.options.convertsKinds
            if isAlone {
                body(unsafe ListElement(plan: self, run: run, position: position, siblingCount: 1))
            } else {
                let isNull = document[position].kind == .null
                unsafe run.pointee.refuse(
                    isNull ? .null : .typeMismatch,
                    at: position,
                    [],
                    wanted: wanted,
                    isRequired: true
                )
            }
            return
        }
        let count = document.elementCount(of: position)
        guard unsafe count <= run.pointee.options.limits.elements,
            unsafe run.pointee.depth <= run.pointee.maximumDepth
        else {
            unsafe run.pointee.refuse(.limit, at: position, [], wanted: wanted, isRequired: true)
            return
        }
        unsafe run.pointee.depth &+= 1
        var token = position &+ 1
        for index in 0..<count {
            unsafe run.pointee.path.append(.index(index))
            let element = unsafe ListElement(
                plan: self,
                run: run,
                position: token,
                siblingCount: count
            )
            body(element)
            unsafe run.pointee.path.removeLast()
            token = document.index(after: token)
        }
    }

    static func withDocument<Result>(
        _ data: Data,
        _ body: (JSONDocument) -> Result
    ) -> Swift.Result<Result, MappingError> {
        unsafe data.withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            do throws(JSONFault) {
                return .success(try JSONScanner.scan(bytes).withDocument(over: bytes, body))
            } catch {
                return .failure(MappingError(error, in: bytes))
            }
        }
    }
}
