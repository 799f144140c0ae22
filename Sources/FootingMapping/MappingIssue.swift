/// A problem with a value of the input: its location, the reason, and the resolution.
///
/// An issue contains declared keys, kinds of values and types. It contains no values of the input,
/// unless ``MappingOptions/includesValues`` is set.
public struct MappingIssue: Hashable, Sendable {
    /// The consequence of an issue.
    ///
    /// A minor release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Resolution: Hashable, Sendable {
        /// The property keeps the value it had.
        case keptOldValue
        /// No new object was created.
        case madeNothing
        /// The element was omitted from the array or dictionary.
        case droppedElement
        /// The instance keeps its changes, made before its mapping's rule refused it.
        case keptChanges

        fileprivate var word: String {
            switch self {
            case .keptOldValue: "kept"
            case .madeNothing: "failed"
            case .droppedElement: "dropped"
            case .keptChanges: "changed"
            }
        }
    }

    /// The location of the value, whether present or missing.
    public internal(set) var path: MappingPath
    /// The reason why the value could not be used.
    public let code: Code
    /// The kind of the value in the input.
    public let sourceKind: MappingSourceKind
    /// The type to which the value was to be converted: `"Int"`, `"String?"`.
    public let target: String
    /// The consequence for the property, the object or the element.
    public internal(set) var resolution: Resolution
    /// The details of the reason, or `nil` if ``code`` says everything.
    ///
    /// For ``Code/rejected``, it is a rule's message, `"the transform returned nil"`, or the type
    /// of an error that a rule, a transform or an initializer threw, as in
    /// `"the rule threw Shop.AgeError"`. For ``Code/limitExceeded``, it is the name of the
    /// ``limit``. For ``Code/typeMismatch`` of a dictionary's member, it says if the key is the
    /// reason. It never contains input.
    public let explanation: String?
    /// The limit that was exceeded; `nil` for every other code.
    public var limit: MappingOptions.Limit? {
        code == .limitExceeded ? explanation.flatMap(MappingOptions.Limit.init) : nil
    }
    /// The beginning of the string, or the number or Boolean in the input, if
    /// ``MappingOptions/includesValues`` is set and the field is not ``Field/sensitive()``.
    public let value: String?
    /// The offset of the value in JSON bytes, or `nil` if the value is missing or not from bytes.
    public let offset: Int?

    /// The issue without its path: `not a number (string, wanted Int); kept`.
    ///
    /// A ``value`` is included: `not a number (string "12a", wanted Int); kept`.
    public var message: String { message(showing: value) }

    /// The path and the message, without the value even if the options request it.
    var descriptionWithoutValue: String { "\(path): \(message(showing: nil))" }

    private func message(showing value: String?) -> String {
        // Quoted and escaped, so that a line break in a string starts no new line in a log.
        let shown = value.map { " " + (sourceKind == .string ? $0.debugDescription : $0) } ?? ""
        let found = sourceKind == .absent ? "" : "\(sourceKind.rawValue)\(shown), "
        let reason = explanation.map { "\(code.reason): \($0)" } ?? code.reason
        return "\(reason) (\(found)wanted \(target)); \(resolution.word)"
    }
}

extension MappingIssue: CustomStringConvertible {
    /// The path and the message: `$.price: not a number (string, wanted Double); kept`.
    public var description: String { "\(path): \(message)" }
}

extension MappingIssue {
    /// A reason that a caller can act on.
    ///
    /// A minor release may add reasons, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// A required field has no value, or an initializer lacks a value that it requires.
        case missing
        /// The value is null, and the property is not optional.
        case null
        /// Values of this kind are not converted to this type.
        case typeMismatch
        /// The string is not a number.
        case notNumeric
        /// The type can't represent the number exactly.
        case inexact
        /// The number or date is outside the range of the type, or not one of its values.
        case outOfRange
        /// The number is infinite or NaN.
        case nonFinite
        /// The string, or the data that a type decodes itself from, has an invalid format.
        case invalidFormat
        /// The field's declaration is invalid, for example because its date format has an unknown
        /// letter: an error in the mapping, not in the input.
        case unusableFormat
        /// No case of the enumeration has this raw value.
        case unknownCase
        /// A rule, a transform or an initializer refuses the value.
        ///
        /// The issue's ``MappingIssue/explanation`` gives the cause.
        case rejected
        /// The object contains the key more than once, and the options refuse that.
        case duplicateKey
        /// The value is longer, larger or nested deeper than the limits allow; see
        /// ``MappingIssue/limit``.
        case limitExceeded

        var reason: String {
            switch self {
            case .missing: "required, but missing"
            case .null: "null, but not optional"
            case .typeMismatch: "wrong kind of value"
            case .notNumeric: "not a number"
            case .inexact: "not exactly representable"
            case .outOfRange: "out of range"
            case .nonFinite: "not finite"
            case .invalidFormat: "invalid format"
            case .unusableFormat: "the field can't be used as declared"
            case .unknownCase: "no case has this raw value"
            case .rejected: "rejected"
            case .duplicateKey: "duplicate key"
            case .limitExceeded: "limit exceeded"
            }
        }
    }
}
