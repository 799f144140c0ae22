/// A value that could not be used: where, why, and what was done about it.
///
/// An issue names declared keys, kinds and types. It holds nothing of the input's values, unless
/// ``MappingOptions/includesValues`` asks for it.
public struct MappingIssue: Hashable, Sendable {
    /// The consequence of an issue.
    ///
    /// A minor release may add some, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Resolution: Hashable, Sendable {
        /// The property keeps the value it had.
        case keptOldValue
        /// No new object was made.
        case madeNothing
        /// The element was omitted from the list or dictionary.
        case droppedElement
        /// The instance had been changed when its mapping's rule refused it.
        case changed

        fileprivate var word: String {
            switch self {
            case .keptOldValue: "kept"
            case .madeNothing: "failed"
            case .droppedElement: "dropped"
            case .changed: "changed"
            }
        }
    }

    /// Where the value is, or should be.
    public internal(set) var path: MappingPath
    /// Why it could not be used.
    public let code: Code
    /// The kind of value that was there.
    public let sourceKind: MappingSourceKind
    /// The type that was wanted: `"Int"`, `"String?"`.
    public let target: String
    /// The consequence for the property, the object or the element.
    public internal(set) var resolution: Resolution
    /// What refuses it, for ``Code/rejected``: a rule's message, `"the transform has no value for it"`,
    /// or what has thrown an error of which type, as `"the rule threw Shop.AgeError"`, where a transform
    /// or an initializer may stand for the rule; for ``Code/limit`` which one, `"depth"`, `"stack"`,
    /// `"elements"`, `"bytes"`, `"combining marks"` or `"attempts"`; or `nil` if there is no more to say than ``code``
    /// does.
    ///
    /// It is never made of the input.
    public let explanation: String?
    /// The beginning of the text, or the number or Boolean that was there, if
    /// ``MappingOptions/includesValues`` asks for it and the field is not ``Field/sensitive()``.
    public let value: String?
    /// Where the value begins in JSON bytes, or `nil` if it is absent or not from bytes.
    public let byteOffset: Int?

    /// One sentence without the path: `“not a number (string, wanted Int); kept”`.
    ///
    /// With its ``value``, if it has one: `“not a number (string "12a", wanted Int); kept”`.
    public var message: String { message(showing: value) }

    /// The path and the sentence, and nothing of the input's values even if they were asked for.
    var descriptionWithoutValue: String { "\(path): \(message(showing: nil))" }

    private func message(showing value: String?) -> String {
        // In quotation marks, a line break in a text makes no line of its own in a log.
        let shown = value.map { " " + (sourceKind == .string ? $0.debugDescription : $0) } ?? ""
        let found = sourceKind == .absent ? "" : "\(sourceKind.rawValue)\(shown), "
        let reason = explanation.map { "\(code.reason): \($0)" } ?? code.reason
        return "\(reason) (\(found)wanted \(target)); \(resolution.word)"
    }
}

extension MappingIssue: CustomStringConvertible {
    /// The path and the sentence: `$.price: not a number (string, wanted Double); kept`.
    public var description: String { "\(path): \(message)" }
}

extension MappingIssue {
    /// A reason that a caller can act on.
    ///
    /// A minor release may add reasons, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Code: Hashable, Sendable {
        /// A required field has no value, or an initializer does not find what it needs.
        case missing
        /// The value is null, and the property is not optional.
        case null
        /// Values of this kind are never taken for this type.
        case typeMismatch
        /// The text spells no number.
        case notNumeric
        /// The type would lose digits of the number.
        case inexact
        /// The number is too large, too small, or not one of those the type takes.
        case outOfRange
        /// The number is infinite or not a number.
        case nonFinite
        /// The text, or whatever a type decodes itself from, does not have the form that the type wants.
        case invalidFormat
        /// The field names a form that can't be used, such as a date format with a letter that has
        /// no meaning: an error in the mapping, not in the input.
        case unusableFormat
        /// No case of the enumeration has this raw value.
        case unknownCase
        /// A validation, a transform or an initializer refuses the value.
        ///
        /// The issue's ``MappingIssue/explanation`` says which, and why.
        case rejected
        /// The object has the key twice, and the options refuse that.
        case duplicateKey
        /// The value is longer, larger or deeper than the limits allow.
        case limit

        var reason: String {
            switch self {
            case .missing: "required, but not there"
            case .null: "null, but not optional"
            case .typeMismatch: "the wrong kind of value"
            case .notNumeric: "not a number"
            case .inexact: "would lose digits"
            case .outOfRange: "out of range"
            case .nonFinite: "not finite"
            case .invalidFormat: "not in a form that is understood"
            case .unusableFormat: "the field's own form can't be used"
            case .unknownCase: "no case has this raw value"
            case .rejected: "refused"
            case .duplicateKey: "there more than once"
            case .limit: "beyond a limit"
            }
        }
    }
}
