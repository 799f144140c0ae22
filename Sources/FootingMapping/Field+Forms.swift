public import Foundation

/// What a field says about the form of its values. It holds for every value of the type in the
/// property, also inside optionals, lists and dictionaries, and changes nothing for other types.
extension Field {
    /// Returns the same field, but its dates are written in one of `forms`, tried in this order.
    ///
    /// ```swift
    /// Field("joined", \.joined).dates(.rfc3339, .epochMilliseconds)
    /// ```
    ///
    /// Without this, a text is RFC 3339 and a number seconds since 1970. What a field names is taken
    /// in strict options too.
    ///
    /// - Complexity: O(*n*) in the number of forms.
    public func dates(_ forms: DateFormat...) -> Field {
        setting(\.dateFormats, to: forms)
    }

    /// Returns the same field, but its bytes are written in one of `forms`, tried in this order.
    ///
    /// Without this, a text is base64 with padding. What a field names is taken in strict options
    /// too.
    ///
    /// - Complexity: O(*n*) in the number of forms.
    public func bytes(_ forms: DataEncoding...) -> Field {
        setting(\.dataEncodings, to: forms)
    }

    /// Returns the same field, but a URL may be relative: to `base`, or to nothing that is known.
    ///
    /// With a base, the property is set to an absolute URL (RFC 3986, section 5).
    public func relative(to base: URL?) -> Field {
        setting(\.allowsRelativeURL, to: true).setting(\.baseURL, to: base)
    }

    /// Returns the same field, but a text in place of a list is cut at each `separator`.
    ///
    /// An empty text is an empty list. Parts are not trimmed, but numbers and words do not mind
    /// spaces. An empty separator cuts nothing.
    public func split(by separator: String) -> Field {
        setting(\.separator, to: separator.isEmpty ? nil : separator)
    }

    /// Returns the same field, but what can't be taken is left out of its list or dictionary.
    ///
    /// Each element left out is an issue. What stands behind one in a list moves up, so this is
    /// never the default.
    public func lossy() -> Field {
        setting(\.isLossy, to: true)
    }

    /// Returns the same field, but a text is read as the JSON that is written in it.
    ///
    /// Some services send an object, a list or a dictionary so. Issues inside have the path of their
    /// value there, and the byte offset of the text.
    public func embeddedJSON() -> Field {
        setting(\.isEmbeddedJSON, to: true)
    }

    private func setting<Setting>(
        _ setting: WritableKeyPath<FieldSettings, Setting>,
        to value: Setting
    ) -> Field {
        var field = self
        field.plan.set(setting, to: value)
        return field
    }
}
