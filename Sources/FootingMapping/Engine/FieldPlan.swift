/// A field with the types of its root and value erased.
@usableFromInline
struct FieldPlan: Sendable {
    /// Converts a value and stores it.
    @usableFromInline
    typealias Store = @Sendable (Storage, borrowing MappingSource) -> FieldOutcome
    /// Calls a closure with the storage of a property, and writes the property back if the closure
    /// returns true.
    @usableFromInline
    typealias Lend = @Sendable (Storage, (Storage) -> Bool) -> Void
    /// Sets the property of a stored root.
    @usableFromInline
    typealias Reset = @Sendable (Storage) -> Void
    /// Writes a stored property, or a property of a stored root.
    ///
    /// Returns the reason if it can't be written, or `nil`.
    @usableFromInline
    typealias Write = @Sendable (Storage, inout MappingOutput) -> MappingRefusal?

    @usableFromInline
    enum Action: Sendable {
        /// Converts a value and stores it.
        case value(Store)
        /// Maps an object onto the property in place.
        case object(MappingPlan)
        /// Maps an object onto a property that only its accessors can reach.
        case accessed(MappingPlan, Lend)

        var plan: MappingPlan? {
            switch self {
            case .value: nil
            case .object(let plan), .accessed(let plan, _): plan
            }
        }
    }

    /// The components of the key path, followed by those of each alias.
    var keys: [[String]]
    var isRequired = false
    /// The field's settings, or `nil` if it has none.
    var settings: FieldSettings.Shared?
    /// The type of the property.
    let target: String
    /// The type that the input is converted to.
    ///
    /// It differs from `target` only if the field has a transform.
    let wanted: String
    /// Whether the value consists of objects with a mapping, possibly inside lists and
    /// dictionaries.
    let isOfObjects: Bool
    /// Whether a false may mean that there is no value: the property is optional, and no Boolean is
    /// wanted.
    let mayBeFalse: Bool
    /// Sets the property to its default value, or `nil` if it has none.
    var reset: Reset?
    /// The offset from the root's address to the address that the action receives.
    var offset: Int
    @usableFromInline
    var action: Action
    /// Writes the property, or `nil` if the field only sets it or maps an object onto it.
    @usableFromInline
    var write: Write?
    /// The offset from the root's address to the address that `write` receives.
    var writeOffset: Int

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
        target = TargetType.name(of: type)
        self.wanted = wanted.map { TargetType.name(of: $0) } ?? target
        isOfObjects = TargetType.isOfObjects(wanted ?? type)
        mayBeFalse = type is any AnyOptional.Type && !TargetType.isOfBool(wanted ?? type)
        self.offset = offset
        self.action = action
        self.write = write
        writeOffset = offset
        let wrapped = (type as? any AnyOptional.Type)?.elementType
        if wrapped is any AnyOptional.Type { set(\.nestedOptional, to: type) }
    }

    /// Creates the field for the list that a call reads at a key path.
    init(key: String, listOf plan: MappingPlan) {
        keys = [Self.components(of: key)]
        isRequired = true
        target = "[\(plan.target)]"
        wanted = target
        isOfObjects = true
        mayBeFalse = false
        offset = 0
        action = .object(plan)
        writeOffset = 0
    }

    /// Splits a key path such as `a.b` at its dots.
    ///
    /// A backslash makes the next dot part of a name.
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

    /// The index of an array's element, if a component of a key path is one: digits without leading
    /// zeros.
    static func listIndex(_ component: String) -> Int? {
        guard let index = Int(component), index >= 0, "\(index)" == component else { return nil }
        return index
    }
}

extension FieldPlan {
    var isSensitive: Bool { settings?.settings.isSensitive == true }
    var isEmbeddedJSON: Bool { settings?.settings.isEmbeddedJSON == true }
    var isNestedOptional: Bool { settings?.settings.nestedOptional != nil }

    /// Makes `reset` set the property for a null, and for an absent key in a new object.
    @usableFromInline
    mutating func resetForNull(by reset: @escaping Reset) {
        self.reset = reset
        set(\.hasDefault, to: true)
    }

    /// Changes a setting in this copy of the field only.
    mutating func set<Value>(_ setting: WritableKeyPath<FieldSettings, Value>, to value: Value) {
        var changed = settings?.settings ?? FieldSettings()
        changed[keyPath: setting] = value
        settings = FieldSettings.Shared(changed)
    }
}
