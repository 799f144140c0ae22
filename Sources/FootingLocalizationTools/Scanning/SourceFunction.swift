import FootingLocalizationMembers

/// A function whose calls look up keys, spelled as in Swift's documentation.
///
/// ```swift
/// let keys = SourceKeys(in: [sources], functions: .standard + ["tr(_:)"])
/// ```
///
/// The key is the argument with the first label: the first argument in `tr(_:)`, and that with the
/// label in `L(key:)`. In `_.localized` the key is the value before the dot.
///
/// Arguments with the labels `table`, `tableName`, `default`, `defaultValue`, `value` and
/// `comment` are read as well.
public struct SourceFunction: Hashable, Sendable {
    enum Key: Hashable {
        case first
        case labelled(UInt64)
        case receiver
    }

    /// The spelling of the function.
    public let description: String
    let name: UInt64
    let key: Key
    var traits: Traits = []

    struct Traits: OptionSet, Hashable {
        let rawValue: Int
        /// An interpolation in the key stands for exactly one specifier.
        static let takesInterpolations = Traits(rawValue: 1)
        /// The unlabelled arguments after the key fill the string's specifiers.
        static let takesArguments = Traits(rawValue: 2)
        /// Another argument than a literal may be no key at all.
        static let takesOtherValues = Traits(rawValue: 4)
        static let isMethod = Traits(rawValue: 8)
        /// The name follows `@`.
        static let isAttribute = Traits(rawValue: 16)
    }

    /// Creates a function from its spelling, or returns `nil` if that has no key.
    public init?(_ description: String) {
        if let match = description.wholeMatch(of: /_\.([\p{L}_][\p{L}\p{N}_]*)/) {
            (name, key, traits) = (String(match.1).keyHash, .receiver, .isMethod)
        } else if let match = description.wholeMatch(
            of: /([\p{L}_][\p{L}\p{N}_]*)\(([\p{L}_][\p{L}\p{N}_]*):(?:[\p{L}_][\p{L}\p{N}_]*:)*\)/
        ) {
            name = String(match.1).keyHash
            key = match.2 == "_" ? .first : .labelled(String(match.2).keyHash)
        } else {
            return nil
        }
        self.description = description
    }
}

extension SourceFunction: LosslessStringConvertible {}

extension SourceFunction: ExpressibleByStringLiteral {
    /// Creates a function from its spelling in source code; input needs `init?(_:)`.
    ///
    /// - Precondition: The spelling has a key.
    public init(stringLiteral spelling: String) {
        guard let function = SourceFunction(spelling) else {
            preconditionFailure("“\(spelling)” is not spelled as “tr(_:)”, “L(key:)” or “_.tr”.")
        }
        self = function
    }
}

extension [SourceFunction] {
    /// The look-ups of this package and of Foundation.
    public static var standard: [SourceFunction] { SourceFunction.standard }

    /// The initializers and modifiers of SwiftUI and App Intents whose literals are keys.
    public static var swiftUI: [SourceFunction] { SourceFunction.swiftUI }
}

// Made once, since spellings are matched by regular expressions.
extension SourceFunction {
    /// A localizer, whatever its name, and one that is a property.
    static let localizer = functions("localizer(_:)", .takesArguments)[0]
    static let localizerProperty = functions("localizer(_:)", [.takesArguments, .isMethod])[0]
    /// A declaration with a literal, whose type makes it a key.
    static let declaration = functions("declaration(_:)", .takesInterpolations)[0]

    fileprivate static let standard =
        functions("l10n(_:) localizer(_:) LocalizedMessage(_:)", .takesArguments)
        + functions("explain(_:)", .isMethod)
        + functions("NSLocalizedString(_:) localizedString(forKey:)", [])
        + functions(
            """
            String(localized:) AttributedString(localized:) LocalizedStringResource(_:) \
            LocalizedStringKey(_:) LocalizationValue(_:)
            """,
            .takesInterpolations
        )

    fileprivate static let swiftUI: [SourceFunction] = {
        let names = """
            Text Button Label Toggle Section TextField SecureField Picker Menu NavigationLink Link \
            LabeledContent DisclosureGroup GroupBox ProgressView Stepper Slider DatePicker \
            ColorPicker ShareLink Tab ContentUnavailableView CommandMenu WindowGroup Window \
            MenuBarExtra TableColumn IntentDescription navigationTitle navigationSubtitle \
            navigationBarTitle alert confirmationDialog help accessibilityLabel \
            accessibilityHint accessibilityValue configurationDisplayName description
            """
        let views = names.split(separator: " ").map { "\($0)(_:) \($0)(title:)" }
        let traits: Traits = [.takesInterpolations, .takesOtherValues]
        return functions(views.joined(separator: " "), traits)
            + functions("Parameter(title:)", traits.union(.isAttribute))
    }()

    private static func functions(_ spellings: String, _ traits: Traits) -> [SourceFunction] {
        spellings.split(separator: " ").map { spelling in
            var function = SourceFunction(stringLiteral: String(spelling))
            function.traits = traits
            return function
        }
    }
}
