import FootingFormats

/// Errors that an initializer throws by itself.
extension ValueDecoder {
    /// Reports an error that an initializer has thrown.
    ///
    /// A `DecodingError` says what is wrong, and where. Nothing of its description is shown, since that
    /// may quote the input; of any other error, only its type is.
    func report(_ error: any Error) {
        let name = type?.name ?? ""
        let isRaw = type?.isRaw == true
        switch error as? DecodingError {
        case .typeMismatch(let wanted, let context):
            report(.typeMismatch, FieldPlan.name(of: wanted), at: context.codingPath)
        case .valueNotFound(let wanted, let context):
            report(.missing, FieldPlan.name(of: wanted), at: context.codingPath)
        case .keyNotFound(let key, let context):
            let wanted = (key as? PathKey)?.wanted ?? Any.self
            report(.missing, FieldPlan.name(of: wanted), at: context.codingPath + [key])
        case .dataCorrupted(let context):
            report(isRaw ? .unknownCase : .invalidFormat, name, at: context.codingPath)
        case nil where isRaw:
            report(.unknownCase, name, because: nil)
        default:
            let thrown = FieldPlan.name(of: Swift.type(of: error))
            report(.rejected, name, because: "the initializer threw \(thrown)")
        }
    }

    /// Reports what is wrong at a coding path, or with this value if the path does not lead into it.
    private func report(
        _ code: MappingIssue.Code,
        _ wanted: String,
        at codingPath: [any CodingKey]
    ) {
        guard let run = unsafe session.run else { return }
        var place = place
        var path = path
        let own = self.codingPath
        if codingPath.starts(with: own, by: { $0.stringValue == $1.stringValue }) {
            for key in codingPath.dropFirst(own.count) {
                let step = unsafe step(by: key, at: place, run)
                if let component = component(of: step) { path.append(component) }
                place = unsafe self.place(of: step, in: place, run)
            }
        }
        unsafe session.withPosition(of: place, in: run) { position in
            let isNull = position.map { unsafe run.pointee.isNull(at: $0) } ?? false
            unsafe run.pointee.refuse(
                code == .missing && isNull ? .null : code,
                at: position,
                path,
                wanted: wanted,
                resolution: resolution
            )
        }
    }

    /// The step that a key of a coding path stands for, at a place.
    private func step(
        by key: any CodingKey,
        at place: Place,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Step {
        if let index = key.intValue, unsafe key is PathKey || isList(place, run) {
            return .index(index)
        }
        if let key = key as? PathKey { return .key(key.stringValue, isOwn: key.isOwn) }
        func isOwn(_ key: some CodingKey) -> Bool { KeyShape.isOwn(Swift.type(of: key)) }
        guard isOwn(key) else { return .key(key.stringValue, isOwn: false) }
        let isSnakeCase = unsafe run.pointee.options.keyStrategy == .snakeCase
        return .key(isSnakeCase ? key.stringValue.snakeCased : key.stringValue, isOwn: true)
    }

    private func isList(_ place: Place, _ run: UnsafeMutablePointer<MappingRun>) -> Bool {
        switch place {
        case .token(let position): unsafe run.pointee.kind(at: position) == .array
        case .native(let value): value.kind == .array
        case .absent, .duplicated, .hole: false
        }
    }

    /// Where a step leads to, which counts no key as asked for.
    private func place(
        of step: Step,
        in place: Place,
        _ run: UnsafeMutablePointer<MappingRun>
    ) -> Place {
        let options = unsafe run.pointee.options
        switch (place, step) {
        case (.token(let position), .index(let index)):
            guard let document = unsafe run.pointee.document, document[position].kind == .array,
                0..<document.elementCount(of: position) ~= index
            else { return .absent }
            var token = position &+ 1
            for _ in 0..<index { token = document.index(after: token) }
            return .token(token)
        case (.token(let position), .key(let name, let isOwn)):
            guard let document = unsafe run.pointee.document, document[position].kind == .object
            else { return .absent }
            let folds = isOwn && options.keyStrategy == .caseInsensitive
            let table = KeyTable([name], isCaseInsensitive: folds)
            let end = document[position].extent
            var place = Place.absent
            var token = position &+ 1
            while token < end {
                if table.index(of: document[token], in: document, hint: 0) != nil {
                    place = .token(token &+ 1)
                    if options.duplicateKeys != .last { return place }
                }
                token = document.index(after: token &+ 1)
            }
            return place
        case (.native(.array(let list)), .index(let index)):
            return list.indices.contains(index) ? .native(NativeValue(list[index])) : .absent
        case (.native(.object(let members)), .key(let name, let isOwn)):
            if let value = members[name] { return .native(NativeValue(value)) }
            guard isOwn, options.keyStrategy == .caseInsensitive else { return .absent }
            let folded = name.foldingASCII
            let member = members.filter { $0.key.foldingASCII == folded }
                .min { $0.key < $1.key }
            return member.map { .native(NativeValue($0.value)) } ?? .absent
        default:
            return .absent
        }
    }
}
