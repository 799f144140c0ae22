import FootingBytes

/// Writing of objects with a mapping.
extension MappingOutput {
    /// Writes a stored object.
    mutating func writeObject(at storage: Storage, _ plan: MappingPlan) throws(MappingRefusal) {
        try writeSpelledObject(at: storage, plan.spelled(keyStrategy))
    }

    /// Writes a stored object with a plan whose keys are already spelled for this output.
    private mutating func writeSpelledObject(
        at storage: Storage,
        _ plan: MappingPlan
    ) throws(MappingRefusal) {
        let outer = settings
        // A field's settings apply to its own value, not to the fields of an object in that value.
        settings = nil
        defer { settings = outer }
        try writeObject { output in
            if let unknown = plan.unknownMembers {
                output.writeMembers(plan, unknown, at: storage)
            } else {
                for index in plan.writtenMembers.indices {
                    output.write(plan.writtenMembers[index], of: plan, at: storage)
                }
            }
        }
    }

    private mutating func write(_ member: WrittenMember, of plan: MappingPlan, at storage: Storage)
    {
        switch member.content {
        case .field(let index):
            guard includesSensitive || !plan.fields[index].plan.isSensitive else { return }
            let isWritten = writeMember(
                member.label,
                path: [.key(member.key)],
                target: plan.fields[index].plan.target,
                isLeftOutIfNull: omitsNil && !plan.fields[index].plan.isNestedOptional
            ) { output throws(MappingRefusal) in
                try output.writeField(index, of: plan, at: storage)
            }
            if isWritten { report.appliedCount += 1 }
        case .object(let members):
            let start = position
            let count = report.appliedCount
            writeMember(member.label, path: [.key(member.key)], target: "object") {
                output throws(MappingRefusal) in
                try output.writeObject { output in
                    for member in members { output.write(member, of: plan, at: storage) }
                }
            }
            // Removes an object without members.
            if report.appliedCount == count { cut(at: start) }
        case .inner(let field, let inner, let member):
            guard includesSensitive || !plan.fields[field].plan.isSensitive else { return }
            lend(field, of: plan, at: storage) { $0.write(member, of: inner, at: $1) }
        case .refused(let field, let refusal):
            guard includesSensitive || !plan.fields[field].plan.isSensitive else { return }
            let steps = member.path.dropFirst().map { step in
                FieldPlan.listIndex(step).map { .index($0) } ?? MappingPath.Component.key(step)
            }
            refuse(refusal, [.key(member.key)] + steps, plan.fields[field].plan.target)
        }
    }

    private mutating func writeMembers(
        _ plan: MappingPlan,
        _ unknown: UnknownMembersPlan,
        at storage: Storage
    ) {
        var members = plan.writtenMembers[...]
        let keys = unknown.keys(storage).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for key in keys {
            while let member = members.first, !key.utf8.lexicographicallyPrecedes(member.key.utf8) {
                write(member, of: plan, at: storage)
                members.removeFirst()
            }
            guard plan.objects[0].table.index(of: key) == nil else {
                refuse(Self.occupied, [.hiddenKey], unknown.target)
                continue
            }
            let isWritten = writeMember(Label(key), path: [.hiddenKey], target: unknown.target) {
                output throws(MappingRefusal) in
                if let refusal = unknown.write(storage, key, &output) { throw refusal }
            }
            if isWritten { report.appliedCount += 1 }
        }
        for member in members { write(member, of: plan, at: storage) }
    }

    private mutating func writeField(
        _ index: Int,
        of plan: MappingPlan,
        at storage: Storage
    ) throws(MappingRefusal) {
        let start = position
        guard plan.fields[index].plan.action.plan == nil else {
            var refusal: MappingRefusal? = Self.unreadable
            lend(index, of: plan, at: storage) { output, storage in
                do throws(MappingRefusal) {
                    guard let inner = plan.fields[index].plan.action.plan else { return }
                    try output.writeSpelledObject(at: storage, inner)
                    refusal = nil
                } catch {
                    refusal = error
                }
            }
            if let refusal { throw refusal }
            if let settings = plan.fields[index].plan.settings {
                convertToString(settings.settings, since: start)
            }
            return
        }
        guard let write = plan.fields[index].plan.write else { throw Self.unreadable }
        let storage = storage.advanced(by: plan.fields[index].plan.writeOffset)
        guard let settings = plan.fields[index].plan.settings else {
            if let refusal = write(storage, &self) { throw refusal }
            return
        }
        self.settings = settings
        defer { self.settings = nil }
        if let refusal = write(storage, &self) { throw refusal }
        convertToString(settings.settings, since: start)
    }

    /// Calls `body` with the storage of the object that a field maps.
    private mutating func lend(
        _ index: Int,
        of plan: MappingPlan,
        at storage: Storage,
        _ body: (inout MappingOutput, Storage) -> Void
    ) {
        let storage = storage.advanced(by: plan.fields[index].plan.offset)
        switch plan.fields[index].plan.action {
        case .accessed(_, let lend):
            lend(storage) { inner in
                body(&self, inner)
                return false
            }
        case .object, .value: body(&self, storage)
        }
    }

    /// Turns the value into a string if the field reads it from one: embedded JSON, or a separated
    /// list.
    private mutating func convertToString(_ settings: FieldSettings, since start: Position) {
        if settings.isEmbeddedJSON {
            let json = String(decoding: bytes(since: start), as: UTF8.self)
            guard json != "null" else { return }
            cut(at: start)
            write(json)
        }
        // The segments of a string are not numbers, so dates that are numbers stay in a list.
        guard let separator = settings.separator, settings.dateFormats.first?.isNumeric != true,
            let list = stringsOfList(since: start),
            list != [""], !list.contains(where: { $0.contains(separator) })
        else { return }
        cut(at: start)
        write(list.joined(separator: separator))
    }

    /// The elements of a list that was written, as strings; `nil` for another value, or if an
    /// element is not a string, number or Boolean.
    private func stringsOfList(since start: Position) -> [String]? {
        unsafe bytes(since: start).withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(bytes, maximumCount: .max) else { return nil }
            return tape.withDocument(over: bytes) { document in
                guard document[0].kind == .array else { return nil }
                var strings: [String] = []
                var token = 1
                while token < document[0].extent {
                    switch document[token].kind {
                    case .array, .object, .null: return nil
                    case .string: strings.append(document.text(of: document[token]) ?? "")
                    default: strings.append(document.content(of: document[token]).text)
                    }
                    token += 1
                }
                return strings
            }
        }
    }

    private static let unreadable = MappingRefusal(
        .unusableFormat,
        because: "the field says only how it is read"
    )
    static let inArray = MappingRefusal(
        .unusableFormat,
        because: "a key path with an index is only read"
    )
    static let occupied = MappingRefusal(
        .unusableFormat,
        because: "another field writes another value there"
    )
}

extension Storage {
    /// Writes a value of the stored root.
    ///
    /// Returns the reason if it can't be written, or `nil`.
    @inlinable
    func write<Root, Value: MappingConvertible>(
        _ value: (Root) -> Value,
        to output: inout MappingOutput
    ) -> MappingRefusal? {
        guard let root = self.value(as: Root.self) else { return nil }
        do throws(MappingRefusal) {
            try value(root).write(to: &output)
            return nil
        } catch {
            return error
        }
    }
}
