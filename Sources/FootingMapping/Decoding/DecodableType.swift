import Foundation

/// The way in which values of a type are decoded, determined once for each type and call.
final class DecodableType {
    enum Kind {
        /// By the conversion table: the ``StoredConversion`` to the type, and the one to an
        /// optional of it.
        case table(AnyObject, AnyObject)
        /// Element by element.
        case elements(any DecodedByElements.Type)
        /// By its own `init(from:)`.
        case own
    }

    let type: Any.Type
    let kind: Kind
    /// The keys that the type's initializer requests.
    var shape: KeyShape?

    init<Value: Decodable>(_ type: Value.Type) {
        self.type = type
        if let known = Self.known(type) {
            kind = known
        } else if let table = type as? any MappingConvertible.Type {
            kind = Self.table(table)
        } else if let list = type as? any DecodedByElements.Type {
            kind = .elements(list)
        } else {
            kind = .own
        }
    }

    // Computed on first use: most calls have no failure.
    /// Whether the type is made from a raw value, which may have no case.
    private(set) lazy var isRaw = type is any RawRepresentable.Type
    /// Whether a value of another type is read for it, which reports don't show.
    private(set) lazy var isReadAsAnother = isRaw || type is any SetAlgebra.Type

    var name: String { TargetType.name(of: type) }

    /// The most frequent types in documents, for which the compiler specializes the conversion.
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
        .table(StoredConversion<Value>(), StoredConversion<Value?>())
    }

    /// The conversion of the table to the type, or `nil` if the table does not have it.
    @inline(__always)
    func conversion<Value>(to _: Value.Type) -> StoredConversion<Value>? {
        guard case .table(let conversion, _) = kind, type == Value.self else { return nil }
        // Safe: `known` and `init` made it for this type.
        return unsafe unsafeDowncast(conversion, to: StoredConversion<Value>.self)
    }

    /// The conversion of the table to an optional of the type, or `nil` if the table does not have
    /// it.
    func conversion<Value>(toOptional _: Value.Type) -> StoredConversion<Value?>? {
        guard case .table(_, let conversion) = kind, type == Value.self else { return nil }
        // Safe: `known` and `init` made it for an optional of this type.
        return unsafe unsafeDowncast(conversion, to: StoredConversion<Value?>.self)
    }
}
