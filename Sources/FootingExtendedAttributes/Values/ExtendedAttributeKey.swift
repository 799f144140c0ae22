public import Foundation

/// The name of an attribute, with the type and the coding of its values.
///
/// Define a key once and use it everywhere, so that all parts of a program that read and write the
/// attribute agree. Types with one obvious format need only the name: strings, integers, `Bool`,
/// `Date`, `UUID`, bytes, and enumerations and identifiers whose raw value is a string, an integer
/// or a `UUID`.
///
/// ```swift
/// extension ExtendedAttributeKey<String> {
///     static let etag = Self(.portable("com.example.etag"))
/// }
/// ```
///
/// Calls then need only the key's name, without its type:
///
/// ```swift
/// try attributes.set("\"33a64df5\"", for: .etag)
/// let tag = try attributes.value(for: .etag)
/// try attributes.set(nil, for: .etag)
/// ```
///
/// For other types or formats, pass an ``ExtendedAttributeCoding``:
///
/// ```swift
/// let digest = ExtendedAttributeKey<UInt32>("user.example.crc32", as: .bigEndian)
/// let window = ExtendedAttributeKey<Window>("user.example.window", as: .json())
/// ```
public struct ExtendedAttributeKey<Value>: Sendable {
    /// The attribute's name.
    public let name: ExtendedAttributeName
    /// The conversion of its values.
    @usableFromInline let coding: ExtendedAttributeCoding<Value>

    /// Creates a key for the attribute `name`, whose values are converted by `coding`.
    public init(_ name: ExtendedAttributeName, as coding: ExtendedAttributeCoding<Value>) {
        self.name = name
        self.coding = coding
    }
}

// MARK: - Types with one obvious format

extension ExtendedAttributeKey<String> {
    /// Creates a key for strings, written as ``ExtendedAttributeCoding/utf8``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .utf8)
    }
}

extension ExtendedAttributeKey<Data> {
    /// Creates a key for bytes, written unchanged.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .bytes)
    }
}

extension ExtendedAttributeKey<[UInt8]> {
    /// Creates a key for bytes, written unchanged.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .bytes)
    }
}

extension ExtendedAttributeKey<Bool> {
    /// Creates a key for Booleans, written as ``ExtendedAttributeCoding/trueFalse``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .trueFalse)
    }
}

extension ExtendedAttributeKey<Date> {
    /// Creates a key for dates, written as ``ExtendedAttributeCoding/iso8601``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .iso8601)
    }
}

extension ExtendedAttributeKey<UUID> {
    /// Creates a key for UUIDs, written as ``ExtendedAttributeCoding/uuidString``.
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .uuidString)
    }
}

extension ExtendedAttributeKey where Value: FixedWidthInteger & SendableMetatype {
    /// Creates a key for integers, written as ``ExtendedAttributeCoding/decimal``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .decimal)
    }
}

extension ExtendedAttributeKey
where Value: RawRepresentable & SendableMetatype, Value.RawValue == String {
    /// Creates a key for values whose raw value is a string, written as
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
    /// Creates a key for values whose raw value is an integer, written as
    /// ``ExtendedAttributeCoding/decimal``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .rawValue(of: .decimal))
    }
}

extension ExtendedAttributeKey
where Value: RawRepresentable & SendableMetatype, Value.RawValue == UUID {
    /// Creates a key for values whose raw value is a UUID, written as
    /// ``ExtendedAttributeCoding/uuidString``.
    @inlinable
    public init(_ name: ExtendedAttributeName) {
        self.init(name, as: .rawValue(of: .uuidString))
    }
}
