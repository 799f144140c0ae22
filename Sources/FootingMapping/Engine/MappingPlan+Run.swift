public import Foundation

/// The calls of the public methods: one input, one target, one report.
extension MappingPlan {
    /// The report, and whether every required field was set.
    typealias Outcome = (report: MappingReport, isComplete: Bool)

    func run(
        _ dictionary: [String: Any],
        onto target: UnsafeMutableRawPointer,
        _ options: MappingOptions,
        for purpose: MappingRun.Purpose
    ) -> Outcome {
        var run = MappingRun(dictionary, options, for: purpose)
        return unsafe withUnsafeMutablePointer(to: &run) { run in
            unsafe outcome(of: run, onto: target)
        }
    }

    func run(
        json data: Data,
        onto target: UnsafeMutableRawPointer,
        _ options: MappingOptions,
        for purpose: MappingRun.Purpose
    ) -> Result<Outcome, MappingError> {
        withDocument(data) { document in
            var run = MappingRun(document, options, for: purpose)
            return unsafe withUnsafeMutablePointer(to: &run) { run in
                unsafe outcome(of: run, onto: target)
            }
        }
    }

    private func outcome(
        of run: UnsafeMutablePointer<MappingRun>,
        onto target: UnsafeMutableRawPointer
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
        let components = path.map { FieldPlan.components(of: $0) } ?? []
        return try withDocument(data) { document in
            var run = MappingRun(document, options, for: .element)
            run.path = components.map { .key($0) }
            run.depth = components.count + 1
            unsafe withUnsafeMutablePointer(to: &run) { run in
                unsafe forEachObject(of: document, at: components, run, body)
            }
            return run.report
        }.get()
    }

    private func forEachObject(
        of document: JSONDocument,
        at path: [String],
        _ run: UnsafeMutablePointer<MappingRun>,
        _ body: (borrowing ListElement) -> Void
    ) {
        let wanted = "[\(target)]"
        guard let position = document.position(at: path) else {
            unsafe run.pointee.refuse(.missing, at: nil, [], wanted: wanted, isRequired: true)
            return
        }
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

    private func withDocument<Result>(
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

extension JSONDocument {
    /// The first value behind `path`, or `nil` if a key is missing or leads through no object.
    fileprivate func position(at path: [String]) -> Int? {
        var position = 0
        for name in path {
            guard self[position].kind == .object else { return nil }
            let table = KeyTable([name])
            let end = self[position].extent
            var token = position &+ 1
            while token < end, table.index(of: self[token], in: self, hint: 0) == nil {
                token = index(after: token &+ 1)
            }
            guard token < end else { return nil }
            position = token &+ 1
        }
        return position
    }
}
