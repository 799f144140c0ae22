/// A conversion between values of a type and the bytes of an attribute.
///
/// Pass a coding to an ``ExtendedAttributeKey``. Most codings write text, which `getfattr`, shells
/// and other programs can show:
///
/// ```swift
/// let opened = ExtendedAttributeKey<Date>("user.example.opened")
/// let digest = ExtendedAttributeKey<UInt32>("user.example.crc32", as: .bigEndian)
/// let window = ExtendedAttributeKey<Window>("user.example.window", as: .json())
/// ```
///
/// Reading is strict: bytes that are not exactly in the coding's format are refused and left
/// unchanged, never repaired. A coding reads everything that it writes. No bytes, however
/// malicious, make one of these codings trap or run for long, unless a type's own `init(from:)`
/// does: that of Foundation's `IndexSet` traps on Linux.
public struct ExtendedAttributeCoding<Value>: Sendable {
    /// The kind of value, for errors, such as “UTF-8 text”.
    @usableFromInline let expected: @Sendable () -> String
    /// The reason that a value can't be written, as words in place of `expected`; `nil` if
    /// `expected` gives the reason.
    @usableFromInline var refusal: @Sendable (Value) -> String? = { _ in nil }
    /// Calls a closure with the value's bytes, or returns `false` if the value can't be written.
    @usableFromInline let encode: @Sendable (Value, (RawSpan) -> Void) -> Bool
    /// Reads a value, or returns `nil` for bytes in another format.
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
    ///   - expected: The kind of value, in words that continue “its bytes are not …” and “the value
    ///     can't be written as …”. Errors contain these words, and never the value.
    ///   - decode: Converts the value that `base` has read, or returns `nil` if it is invalid: the
    ///     call then throws ``ExtendedAttributeError/Code/undecodableValue``. It runs on the
    ///     caller's thread.
    ///   - encode: Returns the value for `base` to write, or `nil` for a value that can't be
    ///     written: the call then throws ``ExtendedAttributeError/Code/unencodableValue``. `decode`
    ///     should convert each result back to an equal value.
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
    /// A raw value that the type does not have is refused. So is a string that is only canonically
    /// equivalent to a raw value, and a string with more than 256 combining marks in a row, which
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
