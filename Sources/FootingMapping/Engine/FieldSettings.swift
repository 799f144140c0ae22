import Foundation

/// What a field says about the form of its values.
///
/// It travels with the source, so that the conversion of a type sees it also where the type is
/// inside an optional, a list or a dictionary.
struct FieldSettings: Sendable {
    /// The forms of a date, in the order in which they are tried; none for the standard ones.
    var dateFormats: [DateFormat] = []
    /// The forms of bytes in a text, in the order in which they are tried; none for the standard one.
    var dataEncodings: [DataEncoding] = []
    /// What stands between the elements of a list that is one text, or `nil` if no text is a list.
    var separator: String?
    /// Elements that can't be taken are left out.
    var isLossy = false
    /// References without a scheme are taken, and resolved against `baseURL` if there is one.
    var allowsRelativeURL = false
    var baseURL: URL?
    /// A text stands for the JSON that is written in it.
    var isEmbeddedJSON = false
    /// Nothing of the value shows in a report.
    var isSensitive = false
    /// A null sets the property to the field's default value.
    var hasDefault = false
    /// What is set for a raw value that has no case: at most one case of each type.
    var fallbackCases: [any Sendable] = []

    /// Settings behind one reference, so that a field without any costs no more than a comparison.
    final class Shared: Sendable {
        let settings: FieldSettings

        init(_ settings: FieldSettings) {
            self.settings = settings
        }
    }
}

extension FieldPlan {
    var isSensitive: Bool { settings?.settings.isSensitive == true }

    /// Sets the property by `reset` for a null, and where a new object lacks the key.
    @usableFromInline
    mutating func resetForNull(by reset: @escaping Reset) {
        self.reset = reset
        set(\.hasDefault, to: true)
    }

    /// Changes the settings in this copy of the field only.
    mutating func set<Value>(_ setting: WritableKeyPath<FieldSettings, Value>, to value: Value) {
        var changed = settings?.settings ?? FieldSettings()
        changed[keyPath: setting] = value
        settings = FieldSettings.Shared(changed)
    }
}
