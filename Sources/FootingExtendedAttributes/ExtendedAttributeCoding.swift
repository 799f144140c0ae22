public import Foundation

/// How a value of a type is written as the bytes of an attribute, and read back.
public struct ExtendedAttributeCoding<Value>: Sendable {
    /// What the bytes are, for errors, such as “UTF-8 text”.
    let expected: String
    /// Lends the value's bytes to a closure; false, without calling it, if the value has none.
    let encode: @Sendable (Value, (RawSpan) -> Void) -> Bool
    /// Reads a value, or returns `nil` for bytes that are none.
    let decode: @Sendable (RawSpan) -> Value?
}

extension ExtendedAttributeCoding<String> {
    /// UTF-8 text.
    public static var utf8: Self {
        Self(expected: "UTF-8 text") { value, body in
            var value = value
            value.withUTF8 { unsafe body(UnsafeRawBufferPointer($0).bytes) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { unsafe String(validating: $0, as: UTF8.self) }
        }
    }
}

extension ExtendedAttributeCoding<Data> {
    /// The bytes as they are.
    public static var bytes: Self {
        Self(expected: "bytes") { value, body in
            unsafe value.withUnsafeBytes { unsafe body($0.bytes) }
            return true
        } decode: { bytes in
            unsafe bytes.withUnsafeBytes { unsafe ExtendedAttributes.data($0) }
        }
    }
}
