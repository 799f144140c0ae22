import FootingThreadStack
import Foundation

/// Writes objects as their mappings would read them.
struct ObjectWriter {
    let omitsNil: Bool
    let includesSensitive: Bool
    private(set) var report = MappingReport()
    private var path: [MappingPath.Component] = []
    /// How many objects and lists what is written next is in.
    private var depth = 1
    private var stack = StackBound()

    init(omitsNil: Bool, includesSensitive: Bool) {
        self.omitsNil = omitsNil
        self.includesSensitive = includesSensitive
    }

    /// The members of the object that lies at a place.
    mutating func object(at place: Place, _ plan: MappingPlan) -> [String: WrittenValue] {
        var members: [String: WrittenValue] = [:]
        for field in plan.fields.map(\.plan) where includesSensitive || !field.isSensitive {
            let keys = field.keys[0]
            path += keys.map { .key($0) }
            depth += keys.count - 1
            write(field, of: place, to: &members)
            depth -= keys.count - 1
            path.removeLast(keys.count)
        }
        return members
    }

    private mutating func write(
        _ field: FieldPlan,
        of place: Place,
        to members: inout [String: WrittenValue]
    ) {
        let start = report.mark
        switch value(of: field, at: place) {
        case .success(.null) where omitsNil: break
        case .success(let value):
            if let refusal = Self.insert(value, at: field.keys[0][...], to: &members) {
                report.remove(since: start)
                refuse(refusal, field.target)
            } else {
                report.appliedCount += 1
            }
        case .failure(let refusal): refuse(refusal, field.target)
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
            return inItsForm(property, field.settings?.settings ?? FieldSettings())
        }
    }

    private static let unreadable = MappingRefusal(
        .unusableFormat,
        because: "the field says only how it is read"
    )

    /// The value as a text, if the field has it so in the input.
    private mutating func inItsForm(
        _ property: Any,
        _ settings: FieldSettings
    ) -> Result<WrittenValue, MappingRefusal> {
        value(property, settings).map { value in
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
        _ settings: FieldSettings
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
            return (settings.dateFormats.first ?? .rfc3339).write(date)
        case .data(let data):
            return .success(.text((settings.dataEncodings.first ?? .base64).write(data)))
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
        _ settings: FieldSettings
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
        _ settings: FieldSettings
    ) -> Result<WrittenValue, MappingRefusal> {
        goingIn { writer in
            var values: [String: WrittenValue] = [:]
            writer.path.append(.undeclaredKey)
            for (key, member) in members {
                switch writer.value(member, settings) {
                case .success(let value): values[key] = value
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
        _ settings: FieldSettings
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
        _ members: (inout ObjectWriter) -> [String: WrittenValue]
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
            path: MappingPath(components: path),
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
    private static func insert(
        _ value: WrittenValue,
        at keys: ArraySlice<String>,
        to members: inout [String: WrittenValue]
    ) -> MappingRefusal? {
        guard let key = keys.first else { return nil }
        guard keys.count > 1 || members[key] != nil else {
            members[key] = value
            return nil
        }
        var inner: [String: WrittenValue]
        switch members[key] {
        case nil: inner = [:]
        case .object(let object): inner = object
        default: return taken
        }
        members[key] = nil
        var refusal: MappingRefusal?
        if keys.count > 1 {
            refusal = insert(value, at: keys.dropFirst(), to: &inner)
        } else if case .object(let object) = value {
            // Two fields read the same object.
            for (name, member) in object {
                refusal = refusal ?? insert(member, at: [name], to: &inner)
            }
        } else {
            refusal = taken
        }
        members[key] = .object(inner)
        return refusal
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
