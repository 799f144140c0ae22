import FootingBytes

/// Writing of objects with a mapping.
extension MappingOutput {
    /// Writes the object at a place.
    mutating func writeObject(at place: Place, _ plan: MappingPlan) throws(MappingRefusal) {
        try writeSpelledObject(at: place, plan.spelled(keyStrategy))
    }

    /// Writes the object at a place with a plan whose keys are already spelled for this output.
    private mutating func writeSpelledObject(
        at place: Place,
        _ plan: MappingPlan
    ) throws(MappingRefusal) {
        let outer = settings
        // A field's settings apply to its own value, not to the fields of an object in that value.
        settings = nil
        defer { settings = outer }
        try writeObject { output in
            if let unknown = plan.unknownMembers {
                output.writeMembers(plan, unknown, at: place)
            } else {
                for member in plan.writtenMembers { output.write(member, of: plan, at: place) }
            }
        }
    }

    private mutating func write(_ member: WrittenMember, of plan: MappingPlan, at place: Place) {
        switch member.content {
        case .field(let index):
            guard includesSensitive || !plan.fields[index].plan.isSensitive else { return }
            let isWritten = writeMember(
                member.label,
                path: [.key(member.key)],
                target: plan.fields[index].plan.target,
                isLeftOutIfNull: omitsNil && !plan.fields[index].plan.isNestedOptional
            ) { output throws(MappingRefusal) in
                try output.writeField(index, of: plan, at: place)
            }
            if isWritten { report.appliedCount += 1 }
        case .object(let members):
            let start = position
            let count = report.appliedCount
            writeMember(member.label, path: [.key(member.key)], target: "object") {
                output throws(MappingRefusal) in
                try output.writeObject { output in
                    for member in members { output.write(member, of: plan, at: place) }
                }
            }
            // Removes an object without members.
            if report.appliedCount == count { cut(at: start) }
        case .inner(let field, let inner, let member):
            guard includesSensitive || !plan.fields[field].plan.isSensitive else { return }
            lend(field, of: plan, at: place) { $0.write(member, of: inner, at: $1) }
        case .taken(let field):
            guard includesSensitive || !plan.fields[field].plan.isSensitive else { return }
            refuse(Self.taken, member.path.map { .key($0) }, plan.fields[field].plan.target)
        case .element(let field):
            guard includesSensitive || !plan.fields[field].plan.isSensitive else { return }
            let steps = member.path.dropFirst().map { step in
                FieldPlan.listIndex(step).map { .index($0) } ?? MappingPath.Component.key(step)
            }
            refuse(Self.inArray, [.key(member.key)] + steps, plan.fields[field].plan.target)
        }
    }

    private mutating func writeMembers(
        _ plan: MappingPlan,
        _ unknown: UnknownMembersPlan,
        at place: Place
    ) {
        var members = plan.writtenMembers[...]
        let keys = unknown.keys(place).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        for key in keys {
            while let member = members.first, !key.utf8.lexicographicallyPrecedes(member.key.utf8) {
                write(member, of: plan, at: place)
                members.removeFirst()
            }
            guard plan.objects[0].table.index(of: key) == nil else {
                refuse(Self.taken, [.undeclaredKey], unknown.target)
                continue
            }
            let isWritten = writeMember(Label(key), path: [.undeclaredKey], target: unknown.target)
            {
                output throws(MappingRefusal) in
                if let refusal = unknown.write(place, key, &output) { throw refusal }
            }
            if isWritten { report.appliedCount += 1 }
        }
        for member in members { write(member, of: plan, at: place) }
    }

    private mutating func writeField(
        _ index: Int,
        of plan: MappingPlan,
        at place: Place
    ) throws(MappingRefusal) {
        let start = position
        guard plan.fields[index].plan.action.plan == nil else {
            var refusal: MappingRefusal? = Self.unreadable
            lend(index, of: plan, at: place) { output, place in
                do throws(MappingRefusal) {
                    guard let inner = plan.fields[index].plan.action.plan else { return }
                    try output.writeSpelledObject(at: place, inner)
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
        guard let settings = plan.fields[index].plan.settings else {
            if let refusal = write(place, &self) { throw refusal }
            return
        }
        self.settings = settings
        defer { self.settings = nil }
        if let refusal = write(place, &self) { throw refusal }
        convertToString(settings.settings, since: start)
    }

    /// Calls `body` with the place of the object that a field maps.
    private mutating func lend(
        _ index: Int,
        of plan: MappingPlan,
        at place: Place,
        _ body: (inout MappingOutput, Place) -> Void
    ) {
        let place = place.advanced(by: plan.fields[index].plan.offset)
        switch plan.fields[index].plan.action {
        case .accessed(_, let lend):
            lend(place) { inner in
                body(&self, inner)
                return false
            }
        case .object, .value: body(&self, place)
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
        // The parts of a string are not numbers, so dates that are numbers stay in a list.
        guard let separator = settings.separator, settings.dateFormats.first?.takesNumbers != true,
            let list = partsOfList(since: start),
            list != [""], !list.contains(where: { $0.contains(separator) })
        else { return }
        cut(at: start)
        write(list.joined(separator: separator))
    }

    /// The elements of a list that was written, as strings; `nil` for another value, or if an
    /// element is not a string, number or Boolean.
    private func partsOfList(since start: Position) -> [String]? {
        unsafe bytes(since: start).withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            guard let tape = try? JSONTape.scan(bytes, maximumCount: .max) else { return nil }
            return tape.withDocument(over: bytes) { document in
                guard document[0].kind == .array else { return nil }
                var parts: [String] = []
                var token = 1
                while token < document[0].extent {
                    switch document[token].kind {
                    case .array, .object, .null: return nil
                    case .string: parts.append(document.text(of: document[token]) ?? "")
                    default: parts.append(document.content(of: document[token]).text)
                    }
                    token += 1
                }
                return parts
            }
        }
    }

    private static let unreadable = MappingRefusal(
        .unusableFormat,
        because: "the field says only how it is read"
    )
    private static let inArray = MappingRefusal(
        .unusableFormat,
        because: "a key path with an index is only read"
    )
    private static let taken = MappingRefusal(
        .unusableFormat,
        because: "another field writes another value there"
    )
}

extension Place {
    /// Writes a value of the root at this place.
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
