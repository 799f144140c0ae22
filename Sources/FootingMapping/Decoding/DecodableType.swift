import Foundation

/// How values of a type are decoded, found out once for each type and call.
final class DecodableType {
    /// Converts a value, and puts the result where there is none yet.
    typealias Convert = (borrowing MappingSource, UnsafeMutableRawPointer) -> FieldOutcome

    // Safe to hold: what is unsafe about the closures is calling them.
    @safe
    enum Kind {
        /// By the table; the second closure converts to an optional of the type.
        case table(Convert, Convert)
        /// Element by element.
        case parts(any DecodedInParts.Type)
        /// By its own `init(from:)`.
        case own
    }

    let type: Any.Type
    let kind: Kind
    /// Whether it is made from a raw value that it may not have.
    let isRaw: Bool
    /// Whether an update leaves nothing of an old value.
    let isReplacedWhole: Bool
    /// The keys that it has asked for.
    var shape: KeyShape?

    init<Value: Decodable>(_ type: Value.Type) {
        self.type = type
        isRaw = type is any RawRepresentable.Type
        isReplacedWhole = type is any ReplacedWhole.Type
        if let known = Self.known(type) {
            kind = known
        } else if let table = type as? any MappingConvertible.Type {
            kind = Self.table(table)
        } else if let parts = type as? any DecodedInParts.Type {
            kind = .parts(parts)
        } else {
            kind = .own
        }
    }

    var name: String { FieldPlan.name(of: type) }

    /// The types that documents are made of, whose conversion can be compiled for them alone.
    private static func known(_ type: Any.Type) -> Kind? {
        switch ObjectIdentifier(type) {
        case ObjectIdentifier(Date.self): table(Date.self)
        case ObjectIdentifier(URL.self): table(URL.self)
        case ObjectIdentifier(UUID.self): table(UUID.self)
        case ObjectIdentifier(Data.self): table(Data.self)
        case ObjectIdentifier(Decimal.self): table(Decimal.self)
        case ObjectIdentifier([String].self): table([String].self)
        case ObjectIdentifier([Int].self): table([Int].self)
        case ObjectIdentifier([Double].self): table([Double].self)
        case ObjectIdentifier([String: String].self): table([String: String].self)
        default: nil
        }
    }

    private static func table<Value: MappingConvertible>(_: Value.Type) -> Kind {
        unsafe .table(converting(Value.self), converting(Value?.self))
    }

    static func converting<Value: MappingConvertible>(_: Value.Type) -> Convert {
        // Safe: who calls it hands over memory for a `Value`.
        { source, place in
            Value.converted(from: source).stored { value in
                unsafe place.initializeMemory(as: Value.self, to: value)
            }
        }
    }
}

/// A list, a dictionary or an optional of what the table does not have.
protocol DecodedInParts: Decodable {
    static func decoded(by decoder: ValueDecoder) throws -> Self
}

/// A collection that an update replaces, whatever its coding makes of it.
protocol ReplacedWhole {}

extension Dictionary: ReplacedWhole {}
extension Array: ReplacedWhole {}
extension Set: ReplacedWhole {}
