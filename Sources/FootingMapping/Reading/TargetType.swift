/// Facts about the types that values are converted to, for reports and conversions.
enum TargetType {
    /// Whether a type is an object with a mapping, or a list or dictionary of such objects.
    static func isOfObjects(_ type: Any.Type) -> Bool {
        var type = type
        while let container = type as? any ElementContainer.Type { type = container.elementType }
        return type is any Mappable.Type || type is any MappableUnion.Type
    }

    /// Whether a type is `Bool`, or an optional of it.
    static func isOfBool(_ type: Any.Type) -> Bool {
        guard let optional = type as? any AnyOptional.Type else { return type == Bool.self }
        return isOfBool(optional.elementType)
    }

    /// The name of a type as source code spells it: `[Int]?` for `Optional<Array<Int>>`.
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

/// A type that holds values of another type: an optional, a list, a set, or a dictionary.
protocol ElementContainer {
    static var elementType: Any.Type { get }
}

/// Any `Optional`, so that one inside an `Any` can be opened.
protocol AnyOptional: ElementContainer {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    static var elementType: Any.Type { Wrapped.self }
    var wrapped: Any? { map { $0 } }
}

extension Array: ElementContainer {
    static var elementType: Any.Type { Element.self }
}

extension Set: ElementContainer {
    static var elementType: Any.Type { Element.self }
}

extension Dictionary: ElementContainer {
    static var elementType: Any.Type { Value.self }
}
