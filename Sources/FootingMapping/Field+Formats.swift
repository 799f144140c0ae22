public import Foundation

/// Settings for the formats and encodings of a field's values.
///
/// A setting applies to every value of its type in the property, also inside optionals, arrays and
/// dictionaries, and to no other type.
extension Field {
    /// Returns the same field with `formats` as the formats of its dates, tried in this order.
    ///
    /// ```swift
    /// Field("joined", \.joined).dates(.rfc3339, .epochMilliseconds)
    /// ```
    ///
    /// By default, a string is read as RFC 3339 and a number as seconds since 1970, not since 2001
    /// as `JSONEncoder` writes them by default. Formats that a field names are accepted with strict
    /// options, too.
    ///
    /// - Complexity: O(*n*) in the number of formats.
    public func dates(_ formats: DateFormat...) -> Field {
        setting(\.dateFormats, to: formats)
    }

    /// Returns the same field with `encodings` as the encodings of its bytes, tried in this order.
    ///
    /// By default, a string is read as base64 with padding. Encodings that a field names are
    /// accepted with strict options, too.
    ///
    /// - Complexity: O(*n*) in the number of encodings.
    public func bytes(_ encodings: DataEncoding...) -> Field {
        setting(\.dataEncodings, to: encodings)
    }

    /// Returns the same field, but URLs may be relative.
    ///
    /// With a base, the property is set to an absolute URL (RFC 3986, section 5). Without one, it
    /// is set to the relative URL.
    public func relative(to base: URL?) -> Field {
        setting(\.allowsRelativeURL, to: true).setting(\.baseURL, to: base)
    }

    /// Returns the same field, but a string in place of an array is split at each `separator`.
    ///
    /// An empty string is an empty array. Segments are not trimmed; number and Boolean conversions
    /// ignore surrounding spaces. An empty separator has no effect.
    public func split(by separator: String) -> Field {
        setting(\.separator, to: separator.isEmpty ? nil : separator)
    }

    /// Returns the same field, but invalid elements are left out of its array or dictionary.
    ///
    /// Each omitted element is an issue. The elements that follow it in an array move up, so this
    /// is never the default.
    public func lossy() -> Field {
        setting(\.isLossy, to: true)
    }

    /// Returns the same field, but a string is parsed as a JSON document.
    ///
    /// Some services send an object, an array or a dictionary this way. An issue inside has the
    /// path of its value in that document, and the byte offset of the string.
    public func embeddedJSON() -> Field {
        setting(\.isEmbeddedJSON, to: true)
    }

    func setting<Setting>(
        _ setting: WritableKeyPath<FieldSettings, Setting>,
        to value: Setting
    ) -> Field {
        var field = self
        field.plan.set(setting, to: value)
        return field
    }
}
