/// A field without the types of its root and its value.
@usableFromInline
struct FieldPlan: Sendable {
    /// Converts a value and stores it at a place.
    @usableFromInline
    typealias Store = @Sendable (Place, borrowing MappingSource) -> FieldOutcome
    /// Lends the place of a property to a closure, and writes it back if that returns true.
    @usableFromInline
    typealias Lend = @Sendable (Place, (Place) -> Bool) -> Void
    /// Sets the property of a root that lies at a place.
    @usableFromInline
    typealias Reset = @Sendable (Place) -> Void
    /// Writes the property of a root that lies at a place, and returns why it can't be written, or `nil`.
    @usableFromInline
    typealias Write = @Sendable (Place, inout MappingOutput) -> MappingRefusal?

    @usableFromInline
    enum Action: Sendable {
        /// Converts a value and stores it.
        case value(Store)
        /// Maps an object onto the property where it lies.
        case object(MappingPlan)
        /// Maps an object onto a property that only its accessors reach.
        case accessed(MappingPlan, Lend)

        var plan: MappingPlan? {
            switch self {
            case .value: nil
            case .object(let plan), .accessed(let plan, _): plan
            }
        }
    }

    /// The key path's components, and those of every alias.
    var keys: [[String]]
    var isRequired = false
    /// What the field says about the form of its values, or `nil` if nothing.
    var settings: FieldSettings.Shared?
    /// The type of the property.
    let target: String
    /// The type that the input is converted to; another one only if the field transforms it.
    let wanted: String
    /// Whether the input's value is for objects, in whatever lists and dictionaries.
    let isOfObjects: Bool
    /// Sets the property to its default value, or `nil` if it has none.
    var reset: Reset?
    /// What is added to the root's address before the action gets it.
    var offset: Int
    @usableFromInline
    var action: Action
    /// Writes the property, or `nil` if the field only sets it or maps an object onto it.
    @usableFromInline
    var write: Write?

    @usableFromInline
    init(
        key: String,
        type: Any.Type,
        wanted: Any.Type? = nil,
        offset: Int,
        action: Action,
        write: Write? = nil
    ) {
        keys = [Self.components(of: key)]
        target = Self.name(of: type)
        self.wanted = wanted.map { Self.name(of: $0) } ?? target
        isOfObjects = Self.isOfObjects(wanted ?? type)
        self.offset = offset
        self.action = action
        self.write = write
    }

    /// Creates the field of a list that a call asks for.
    init(key: String, listOf plan: MappingPlan) {
        keys = [Self.components(of: key)]
        isRequired = true
        target = "[\(plan.target)]"
        wanted = target
        isOfObjects = true
        offset = 0
        action = .object(plan)
    }

    /// The parts of `a.b`; a backslash makes the dot behind it a part of the name.
    static func components(of key: String) -> [String] {
        var components = [""]
        var isEscaped = false
        for character in key.unicodeScalars {
            if isEscaped {
                if character != ".", character != "\\" { components[components.count - 1] += "\\" }
                components[components.count - 1].unicodeScalars.append(character)
                isEscaped = false
            } else if character == "\\" {
                isEscaped = true
            } else if character == "." {
                components.append("")
            } else {
                components[components.count - 1].unicodeScalars.append(character)
            }
        }
        if isEscaped { components[components.count - 1] += "\\" }
        return components
    }

    /// Whether a type is one of objects with a mapping, or of lists or dictionaries of such objects.
    static func isOfObjects(_ type: Any.Type) -> Bool {
        var type = type
        while let container = type as? any ElementContainer.Type { type = container.elementType }
        return type is any Mappable.Type || type is any MappableUnion.Type
    }

    /// `Optional<Array<Int>>` as people write it.
    static func name(of type: Any.Type) -> String {
        spelled(String(describing: type))
    }

    private static func spelled(_ name: String) -> String {
        guard name.hasSuffix(">") else { return name }
        if name.hasPrefix("Optional<") { return spelled("\(name.dropFirst(9).dropLast())") + "?" }
        if name.hasPrefix("Array<") {
            return "[" + spelled("\(name.dropFirst(6).dropLast())") + "]"
        }
        if name.hasPrefix("Dictionary<String, ") {
            return "[String: " + spelled("\(name.dropFirst(19).dropLast())") + "]"
        }
        return name
    }
}

/// What holds values of another type: an optional, a list, a set, or a dictionary.
private protocol ElementContainer {
    static var elementType: Any.Type { get }
}

extension Optional: ElementContainer {
    fileprivate static var elementType: Any.Type { Wrapped.self }
}

extension Array: ElementContainer {
    fileprivate static var elementType: Any.Type { Element.self }
}

extension Set: ElementContainer {
    fileprivate static var elementType: Any.Type { Element.self }
}

extension Dictionary: ElementContainer {
    fileprivate static var elementType: Any.Type { Value.self }
}

/// What became of one field.
@usableFromInline
@frozen
enum FieldOutcome {
    case exact
    case converted
    case rounded
    case fallback
    /// The property has this value already, and was left alone.
    case unchanged
    /// The object in the property was updated; its fields count.
    case updated
    case refused(MappingRefusal)
}

extension MappingConversion {
    /// Hands the value, if there is one, to `store`.
    @inlinable
    @inline(__always)
    func stored(by store: (Value) -> Void) -> FieldOutcome {
        switch self {
        case .exact(let value):
            store(value)
            return .exact
        case .converted(let value):
            store(value)
            return .converted
        case .rounded(let value):
            store(value)
            return .rounded
        case .fallback(let value):
            store(value)
            return .fallback
        case .refused(let refusal):
            return .refused(refusal)
        }
    }
}
