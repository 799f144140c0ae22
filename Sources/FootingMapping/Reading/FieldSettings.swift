import Foundation

/// The settings of a field that affect how its value is converted and reported.
///
/// They are passed on with the source, so the conversion of a type also sees them if the type is
/// inside an optional, a list or a dictionary.
struct FieldSettings: Sendable {
    /// The formats of a date, in the order in which they are tried; empty for the standard ones.
    var dateFormats: [DateFormat] = []
    /// The encodings of bytes in a string, in the order in which they are tried; empty for the
    /// standard one.
    var dataEncodings: [DataEncoding] = []
    /// The separator of a list that is one string, or `nil` if strings are not split.
    var separator: String?
    /// Whether elements that can't be converted are dropped.
    var isLossy = false
    /// Whether URLs without a scheme are accepted, and resolved against `baseURL` if there is one.
    var allowsRelativeURL = false
    var baseURL: URL?
    /// Whether a string contains a JSON document that is the actual value.
    var isEmbeddedJSON = false
    /// Whether reports hide the value.
    var isSensitive = false
    /// Whether the field has a default value, with which the engine replaces a null.
    var hasDefault = false
    /// The type of the field, if it is an optional of an optional: the outer one is `nil` if there
    /// is no value, and the inner one for a null.
    var nestedOptional: Any.Type?
    /// The cases that replace unknown raw values: at most one for each type.
    var fallbackCases: [any Sendable] = []

    /// Settings behind one reference, so that a field without settings costs only a comparison.
    final class Shared: Sendable {
        let settings: FieldSettings

        init(_ settings: FieldSettings) {
            self.settings = settings
        }
    }
}
