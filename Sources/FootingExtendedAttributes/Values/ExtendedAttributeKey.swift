public import Foundation

/// The name of an attribute, with how its values are written.
///
/// A key is made once and used everywhere, which keeps the two apart parts of a program that read
/// and write the attribute from disagreeing. Types with one obvious form need only the name: text,
/// whole numbers, `Bool`, `Date`, `UUID`, bytes, and enumerations and identifiers of which the raw
/// value is text, a whole number or a `UUID`.
///
/// ```swift
/// extension ExtendedAttributeKey<String> {
///     static let etag = Self(.portable("com.example.etag"))
/// }
/// ```
///
/// Then the key's name, without its type, says all:
///
/// ```swift
/// try attributes.set("\"33a64df5\"", for: .etag)
/// let tag = try attributes.value(for: .etag)
/// try attributes.set(nil, for: .etag)
/// ```
///
/// For other types, and for other forms of these, say the ``ExtendedAttributeCoding``:
///
/// ```swift
/// let digest = ExtendedAttributeKey<UInt32>("user.example.crc32", as: .bigEndian)
/// let window = ExtendedAttributeKey<Window>("user.example.window", as: .json())
/// ```
public struct ExtendedAttributeKey<Value>: Sendable {
    /// The attribute's name.
    public let name: ExtendedAttributeName
    /// How its values are written.
    @usableFromInline let coding: ExtendedAttributeCoding<Value>

    /// Creates a key for the attribute `name`, of which the values are written as `coding` says.
    public init(_ name: ExtendedAttributeName, as coding: ExtendedAttributeCoding<Value>) {
        self.name = name
        self.coding = coding
    }
}

// MARK: - Types with one obvious form

extension ExtendedAttributeKey<String> {
    /// Creates a key for text, written as ``ExtendedAttributeCoding/utf8``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .utf8)
    }
}

extension ExtendedAttributeKey<Data> {
    /// Creates a key for bytes, written as they are.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .bytes)
    }
}

extension ExtendedAttributeKey<[UInt8]> {
    /// Creates a key for bytes, written as they are.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .bytes)
    }
}

extension ExtendedAttributeKey<Bool> {
    /// Creates a key for a truth value, written as ``ExtendedAttributeCoding/trueFalse``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .trueFalse)
    }
}

extension ExtendedAttributeKey<Date> {
    /// Creates a key for a date, written as ``ExtendedAttributeCoding/iso8601``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .iso8601)
    }
}

extension ExtendedAttributeKey<UUID> {
    /// Creates a key for a UUID, written as ``ExtendedAttributeCoding/uuidString``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .uuidString)
    }
}

extension ExtendedAttributeKey where Value: FixedWidthInteger & SendableMetatype {
    /// Creates a key for a whole number, written as ``ExtendedAttributeCoding/decimal``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .decimal)
    }
}

extension ExtendedAttributeKey
where Value: RawRepresentable & SendableMetatype, Value.RawValue == String {
    /// Creates a key for values of which the raw one is text, written as
    /// ``ExtendedAttributeCoding/utf8``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .rawValue(of: .utf8))
    }
}

extension ExtendedAttributeKey
where
    Value: RawRepresentable & SendableMetatype,
    Value.RawValue: FixedWidthInteger & SendableMetatype
{
    /// Creates a key for values of which the raw one is a whole number, written as
    /// ``ExtendedAttributeCoding/decimal``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .rawValue(of: .decimal))
    }
}

extension ExtendedAttributeKey
where Value: RawRepresentable & SendableMetatype, Value.RawValue == UUID {
    /// Creates a key for values of which the raw one is a UUID, written as
    /// ``ExtendedAttributeCoding/uuidString``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .rawValue(of: .uuidString))
    }
}
