/// How a value of a type is written as the bytes of an attribute, and read back.
///
/// A coding is given to an ``ExtendedAttributeKey``. Most write text, since that is what `getfattr`,
/// shells and other programs show:
///
/// ```swift
/// let opened = ExtendedAttributeKey<Date>("user.example.opened")
/// let digest = ExtendedAttributeKey<UInt32>("user.example.crc32", as: .bigEndian)
/// let window = ExtendedAttributeKey<Window>("user.example.window", as: .json())
/// ```
///
/// Reading is strict: what is not exactly of the coding's form is refused and left as it is, never
/// repaired. A coding reads everything that it writes. No bytes, however malicious, make one of these
/// codings trap, or keep it busy for long, as far as a type's own `init(from:)` does not: that of
/// Foundation's `IndexSet`, for one, traps on Linux.
public struct ExtendedAttributeCoding<Value>: Sendable {
    /// The kind of value, for errors, such as “UTF-8 text”.
    @usableFromInline let expected: @Sendable () -> String
    /// Lends the value's bytes to a closure; false, without calling it, if the value has none.
    @usableFromInline let encode: @Sendable (Value, (RawSpan) -> Void) -> Bool
    /// Reads a value, or returns `nil` for bytes that are none.
    @usableFromInline let decode: @Sendable (RawSpan) -> Value?

    @inlinable
    init(
        expected: @escaping @Sendable () -> String,
        encode: @escaping @Sendable (Value, (RawSpan) -> Void) -> Bool,
        decode: @escaping @Sendable (RawSpan) -> Value?
    ) {
        self.expected = expected
        self.encode = encode
        self.decode = decode
    }

    /// Creates a coding of your own from another one and two functions.
    ///
    /// ```swift
    /// extension ExtendedAttributeCoding<Version> {
    ///     static let version = Self(.utf8, expected: "a version such as “1.12”") { text in
    ///         Version(text)
    ///     } encode: { version in
    ///         "\(version.major).\(version.minor)"
    ///     }
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - base: The coding that writes and reads the bytes.
    ///   - expected: The kind of value, in words that continue “its bytes are not …” and “the
    ///     value can't be written as …”. Errors say this, and never the value.
    ///   - decode: Returns the value for what `base` has read, or `nil` if it is none: the call then
    ///     throws ``ExtendedAttributeError/Code/undecodableValue``. It runs on the caller's thread.
    ///   - encode: Returns what `base` shall write, or `nil` for a value that can't be written: the
    ///     call then throws ``ExtendedAttributeError/Code/unencodableValue``. It should return only
    ///     what `decode` turns into an equal value.
    @inlinable
    public init<Base>(
        _ base: ExtendedAttributeCoding<Base>,
        expected: @escaping @autoclosure @Sendable () -> String,
        decode: @escaping @Sendable (Base) -> Value?,
        encode: @escaping @Sendable (Value) -> Base?
    ) {
        self.expected = expected
        self.encode = { value, body in
            guard let value = encode(value) else { return false }
            return base.encode(value, body)
        }
        self.decode = { bytes in
            guard let value = base.decode(bytes) else { return nil }
            return decode(value)
        }
    }
}

extension ExtendedAttributeCoding where Value: RawRepresentable & SendableMetatype {
    /// The raw value, as `base` writes it.
    ///
    /// Bytes of a raw value that the type does not have are refused. So is text that is equal to a
    /// value's by Unicode's rules only, and text with more than 256 combining marks in a row, which
    /// could take seconds to compare.
    @inlinable
    public static func rawValue(of base: ExtendedAttributeCoding<Value.RawValue>) -> Self {
        Self(base, expected: "a raw value of \(Value.self), written as \(base.expected())") { raw in
            guard let text = raw as? String else { return Value(rawValue: raw) }
            guard !text.isSlowToCompare, let value = Value(rawValue: raw),
                let own = value.rawValue as? String, own.utf8.elementsEqual(text.utf8)
            else { return nil }
            return value
        } encode: { value in
            (value.rawValue as? String)?.isSlowToCompare == true ? nil : value.rawValue
        }
    }
}
