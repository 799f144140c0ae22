import FootingThreadStack
import Foundation

/// Writes objects as their mappings would read them.
struct ObjectWriter {
    let omitsNil: Bool
    let includesSensitive: Bool
    private(set) var report = MappingReport()
    private var path: [Step] = []
    /// How many objects and lists what is written next is in.
    private var depth = 1
    private var stack = StackBound()

    private enum Step {
        case keys([String])
        case undeclaredKey
        case index(Int)

        var components: [MappingPath.Component] {
            switch self {
            case .keys(let keys): keys.map { .key($0) }
            case .undeclaredKey: [.undeclaredKey]
            case .index(let index): [.index(index)]
            }
        }
    }

    init(omitsNil: Bool, includesSensitive: Bool) {
        self.omitsNil = omitsNil
        self.includesSensitive = includesSensitive
    }

    /// The members of the object that lies at a place.
    mutating func object(at place: Place, _ plan: MappingPlan) -> [WrittenValue.Member] {
        var values: [WrittenValue?] = []
        values.reserveCapacity(plan.fields.count)
        for field in plan.fields { values.append(value(of: field.plan, of: place)) }
        var members: [WrittenValue.Member] = []
        members.reserveCapacity(values.count)
        for index in plan.writingOrder {
            guard let value = values[index] else { continue }
            let field = plan.fields[index].plan
            if let refusal = Self.insert(value, at: field.keys[0][...], to: &members) {
                path.append(.keys(field.keys[0]))
                refuse(refusal, field.target)
                path.removeLast()
                report.appliedCount -= 1
            }
        }
        return members
    }

    /// What is written for a field, if anything is.
    private mutating func value(of field: FieldPlan, of place: Place) -> WrittenValue? {
        guard includesSensitive || !field.isSensitive else { return nil }
        let inner = field.keys[0].count - 1
        path.append(.keys(field.keys[0]))
        depth += inner
        defer {
            path.removeLast()
            depth -= inner
        }
        switch value(of: field, at: place) {
        case .success(.null) where omitsNil: return nil
        case .success(let value):
            report.appliedCount += 1
            return value
        case .failure(let refusal):
            refuse(refusal, field.target)
            return nil
        }
    }

    private mutating func value(
        of field: FieldPlan,
        at place: Place
    ) -> Result<WrittenValue, MappingRefusal> {
        switch field.action {
        case .object(let plan):
            return nested { $0.object(at: place.advanced(by: field.offset), plan) }
        case .accessed(let plan, let lend):
            var value = Result<WrittenValue, MappingRefusal>.failure(Self.unreadable)
            lend(place.advanced(by: field.offset)) { inner in
                value = nested { $0.object(at: inner, plan) }
                return false
            }
            return value
        case .value:
            guard let read = field.read, let property = read(place) else {
                return .failure(Self.unreadable)
            }
            return inItsForm(property, field.settings)
        }
    }

    private static let unreadable = MappingRefusal(
        .unusableFormat,
        because: "the field says only how it is read"
    )

    /// The value as a text, if the field has it so in the input.
    private mutating func inItsForm(
        _ property: Any,
        _ settings: FieldSettings.Shared?
    ) -> Result<WrittenValue, MappingRefusal> {
        value(property, settings).map { value in
            guard let settings = settings?.settings else { return value }
            if settings.isEmbeddedJSON, !value.isNull {
                var bytes: [UInt8] = []
                value.write(to: &bytes)
                return .text(String(decoding: bytes, as: UTF8.self))
            }
            // A list whose elements have the separator in them, or nothing, stays one.
            guard let separator = settings.separator, case .list(let list) = value else {
                return value
            }
            let parts = list.compactMap(\.digitsOrText)
            let canBeSplit =
                parts.count == list.count
                && (parts.count == 1 ? parts[0] != "" : true)
                && !parts.contains { $0.contains(separator) }
            return canBeSplit ? .text(parts.joined(separator: separator)) : value
        }
    }

    private mutating func value(
        _ value: Any,
        _ settings: FieldSettings.Shared?
    ) -> Result<WrittenValue, MappingRefusal> {
        switch NativeValue(value) {
        case .null: return .success(.null)
        case .bool(let value): return .success(.bool(value))
        case .integer(let magnitude, let isNegative):
            return .success(.number(value, (isNegative ? "-" : "") + String(magnitude)))
        case .double(let number): return Self.number(value, number.isFinite, number.description)
        case .float(let number): return Self.number(value, number.isFinite, number.description)
        case .digits(let digits): return .success(.number(value, digits))
        case .decimal(let digits): return Self.number(value, digits != "NaN", digits)
        case .string(let text): return .success(.text(text))
        case .date(let date):
            return (settings?.settings.dateFormats.first ?? .rfc3339).write(date)
        case .data(let data):
            return .success(.text((settings?.settings.dataEncodings.first ?? .base64).write(data)))
        case .url(let url): return .success(.text(url.absoluteString))
        case .uuid(let uuid): return .success(.text(uuid.uuidString))
        case .array(let list): return self.list(list, settings)
        case .object(let members): return dictionary(members, settings)
        case .other: return other(value, settings)
        }
    }

    private static func number(
        _ number: Any,
        _ isFinite: Bool,
        _ digits: String
    ) -> Result<WrittenValue, MappingRefusal> {
        isFinite ? .success(.number(number, digits)) : .failure(MappingRefusal(.nonFinite))
    }

    /// The elements that can be written; each of the others is an issue.
    private mutating func list(
        _ list: [Any],
        _ settings: FieldSettings.Shared?
    ) -> Result<WrittenValue, MappingRefusal> {
        goingIn { writer in
            var values: [WrittenValue] = []
            values.reserveCapacity(list.count)
            for (index, element) in list.enumerated() {
                writer.path.append(.index(index))
                switch writer.value(element, settings) {
                case .success(let value): values.append(value)
                case .failure(let refusal):
                    writer.refuse(refusal, FieldPlan.name(of: type(of: element)))
                }
                writer.path.removeLast()
            }
            return .list(values)
        }
    }

    private mutating func dictionary(
        _ members: [String: Any],
        _ settings: FieldSettings.Shared?
    ) -> Result<WrittenValue, MappingRefusal> {
        goingIn { writer in
            var values: [WrittenValue.Member] = []
            values.reserveCapacity(members.count)
            writer.path.append(.undeclaredKey)
            let keys = members.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
            for key in keys {
                let member = members[key] as Any
                switch writer.value(member, settings) {
                case .success(let value): values.append(WrittenValue.Member(key: key, value: value))
                case .failure(let refusal):
                    writer.refuse(refusal, FieldPlan.name(of: type(of: member)))
                }
            }
            writer.path.removeLast()
            return .object(values)
        }
    }

    /// An object with a mapping, or a raw value.
    private mutating func other(
        _ value: Any,
        _ settings: FieldSettings.Shared?
    ) -> Result<WrittenValue, MappingRefusal> {
        if let object = value as? any Mappable { return self.object(object) }
        if let value = value as? any RawRepresentable {
            return self.value(value.rawValue, settings)
        }
        return .failure(
            MappingRefusal(.unusableFormat, because: "the type says only how it is read")
        )
    }

    private mutating func object<Object: Mappable>(
        _ object: Object
    ) -> Result<WrittenValue, MappingRefusal> {
        nested { writer in
            var copy = object
            return Place.with(&copy) { writer.object(at: $0, Object.mapping.plan) }
        }
    }

    private mutating func nested(
        _ members: (inout ObjectWriter) -> [WrittenValue.Member]
    ) -> Result<WrittenValue, MappingRefusal> {
        goingIn { .object(members(&$0)) }
    }

    private mutating func goingIn(
        _ body: (inout ObjectWriter) -> WrittenValue
    ) -> Result<WrittenValue, MappingRefusal> {
        guard depth < MappingOptions.Limits.standard.depth else {
            return .failure(MappingRefusal(BrokenLimit.depth))
        }
        guard !stack.isReached else { return .failure(MappingRefusal(BrokenLimit.stack)) }
        depth += 1
        defer { depth -= 1 }
        return .success(body(&self))
    }

    private mutating func refuse(_ refusal: MappingRefusal, _ target: String) {
        let issue = MappingIssue(
            path: MappingPath(components: path.flatMap(\.components)),
            code: refusal.code,
            sourceKind: .absent,
            target: target,
            resolution: .droppedElement,
            explanation: refusal.explanation,
            value: nil,
            byteOffset: nil
        )
        report.add(issue, limit: MappingOptions.Limits.standard.issues)
    }

    /// Puts a value where a key path leads to, or returns why there is no room for it.
    ///
    /// Values come in the order of their key paths, so that those with the same first key follow each
    /// other.
    private static func insert(
        _ value: WrittenValue,
        at keys: ArraySlice<String>,
        to members: inout [WrittenValue.Member]
    ) -> MappingRefusal? {
        guard let key = keys.first else { return taken }
        let rest = keys.dropFirst()
        guard let last = members.last, last.key == key else {
            var inner: [WrittenValue.Member] = []
            let refusal = rest.isEmpty ? nil : insert(value, at: rest, to: &inner)
            members.append(
                WrittenValue.Member(key: key, value: rest.isEmpty ? value : .object(inner))
            )
            return refusal
        }
        guard case .object(var inner) = last.value else { return taken }
        // No copy is made of what is changed.
        members[members.count - 1].value = .null
        defer { members[members.count - 1].value = .object(inner) }
        guard rest.isEmpty else { return insert(value, at: rest, to: &inner) }
        guard case .object(let object) = value else { return taken }
        // Two fields read the same object.
        inner += object
        inner.sort { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        return nil
    }

    private static let taken = MappingRefusal(
        .unusableFormat,
        because: "another field writes another value there"
    )
}

extension WrittenValue {
    fileprivate var isNull: Bool { if case .null = self { true } else { false } }

    fileprivate var digitsOrText: String? {
        switch self {
        case .number(_, let digits): digits
        case .text(let text): text
        case .bool(let value): value ? "true" : "false"
        case .null, .list, .object: nil
        }
    }
}
