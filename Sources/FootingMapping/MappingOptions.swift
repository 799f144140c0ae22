/// How much a mapping takes for what it wants, and how much input it takes at all.
///
/// Begin with a preset and change what differs:
///
/// ```swift
/// var options = MappingOptions.standard
/// options.acceptsBoolAsNumber = true
/// options.listsFields = true
/// ```
public struct MappingOptions: Hashable, Sendable {
    /// Which value counts when an object in JSON bytes has a key more than once.
    ///
    /// A dictionary can't have a key twice, so there is no such choice to make for one. A minor
    /// release may add choices, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum DuplicateKeys: Hashable, Sendable {
        /// The first, as most strict readers have it.
        case first
        /// The last, as `JSONSerialization` has it on Linux.
        case last
        /// None: the fields of that key are not set, and an issue says so.
        case reject
    }

    /// How the input spells the keys that a mapping declares, aliases and key paths included.
    ///
    /// It is worked out on the declared keys, once for each mapping. A minor release may add
    /// spellings, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum KeyStrategy: Hashable, Sendable {
        /// As they are declared.
        case exact
        /// As `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` spells them: `my_url_property` for
        /// `myURLProperty`. Paths in reports show this spelling.
        case snakeCase
        /// With any of their ASCII letters in the other case; other letters are as declared.
        ///
        /// Several keys of an object that differ in nothing else are one key that is there more
        /// than once. In a dictionary, which has no order, the one spelled as declared is the first,
        /// and the others follow in the order of their bytes.
        ///
        /// A ``LenientDecoder`` compares with the keys that an initializer asks for. Where one asks
        /// which keys there are, as that of an enumeration with associated values does, a key is found
        /// if it has at most three capitals, or nothing but capitals, or if its type is `CaseIterable`.
        case caseInsensitive
        /// As a function of your own spells them.
        case custom(KeySpelling)

        /// The spelling of a declared key.
        func spelled(_ key: String) -> String {
            switch self {
            case .exact, .caseInsensitive: key
            case .snakeCase: key.snakeCased
            case .custom(let spelling): spelling.spell(key)
            }
        }
    }

    /// How much input is taken.
    ///
    /// What goes beyond a limit is an issue where it happens, and everything else is mapped. The
    /// issue's ``MappingIssue/explanation`` says which limit it is.
    public struct Limits: Hashable, Sendable {
        /// How many objects and arrays may be inside one another on the way to a value, at most 256.
        ///
        /// Types may hold themselves, and each level takes of the thread's stack: 2 to 5 KiB in an
        /// optimized program, three times that in a debug build, and what initializers take besides.
        /// Where less than 64 KiB of the stack are left, nothing further is gone into either; the
        /// issue's explanation is then `"stack"`. The standard 64 fit into a thread of 512 KiB, as
        /// Dispatch has them, in an optimized program.
        ///
        /// Values that are nested deep are also released level by level; that is Swift's.
        public var depth = 64
        /// How many members an object, or elements a list, may have.
        public var elements = Int.max
        /// How many bytes of UTF-8 a text may have that becomes a text, a URL, bytes, a list, the key
        /// of a dictionary, or JSON.
        ///
        /// A number, a date and a UUID have forms of their own, none of which is longer than 1024
        /// bytes.
        public var stringBytes = Int.max
        /// How many bytes of UTF-8 a report shows of a key that the mapping does not declare.
        public var keyBytes = 128
        /// How many issues, and how many notes, a report lists.
        public var issues = 100

        /// A depth of 64, and 100 issues; elements and texts as they come.
        public static let standard = Limits()
        /// A depth of 64, 1 000 000 elements, texts of 16 MiB, and 100 issues.
        public static let untrusted = Limits(elements: 1_000_000, stringBytes: 16 << 20)

        init(elements: Int = .max, stringBytes: Int = .max) {
            self.elements = elements
            self.stringBytes = stringBytes
        }
    }

    /// Whether a value of another kind is taken where it says the same: `"42"` and `42.0` for the
    /// integer 42, a number for a text, 0 and 1 and words for a Boolean.
    public var convertsKinds = true
    /// Whether a text is taken for a date, a URL, a UUID or bytes that it is the standard form of.
    ///
    /// JSON has no other way to write them. A form that a field names is taken anyway.
    public var readsStandardForms = true
    /// Whether a UUID may be in braces, behind `urn:uuid:`, or without hyphens.
    public var acceptsOtherUUIDForms = false
    /// Whether true is taken for the number 1, and false for 0.
    public var acceptsBoolAsNumber = false
    /// Whether true is taken for the text `"true"`.
    public var acceptsBoolAsText = false
    /// Whether an empty text is taken for `nil`, if the property is optional and not a text.
    public var treatsEmptyTextAsNull = false
    /// Whether an empty array is taken for an object without members, which some servers mean by it.
    public var treatsEmptyArrayAsObject = false
    /// Whether a `Double` may be set to the nearest value of an integer that it can't hold exactly.
    public var allowsRounding = false
    /// Whether a `Double` may be set to infinity and “not a number”.
    public var allowsNonFinite = false
    /// Whether a null for a property that is not optional is passed over without an issue.
    public var ignoresNull = false
    /// Whether nothing is set unless everything can be.
    ///
    /// Everything is converted first. If there is an issue, that is all: no setter and no observer
    /// runs, ``MappingReport/appliedCount`` is 0, and nothing is made. An issue in an object for a
    /// property that may have one already is ``MappingIssue/Resolution/keptOldValue`` then, since the property
    /// keeps what it has, be that an object or `nil`. What ``Field/lossy()`` leaves
    /// out is no reason to stop. Otherwise everything is converted once more, and set; so every
    /// conversion, and every closure of a field that takes part in one, runs twice, and must come to
    /// the same both times.
    public var isAtomic = false
    /// The forms of all dates that belong to no field with ``Field/dates(_:)``, tried in this order; none
    /// for the standard ones.
    public var dateFormats: [DateFormat] = []
    /// The forms of all bytes in texts that belong to no field with ``Field/bytes(_:)``, tried in this
    /// order; none for base64.
    public var dataEncodings: [DataEncoding] = []
    /// How the input spells the keys that the mapping declares.
    public var keyStrategy = KeyStrategy.exact
    /// Which value counts when a key is there more than once.
    public var duplicateKeys = DuplicateKeys.first
    /// Whether the report lists the fields that were set, and how.
    public var listsFields = false
    /// Whether the report lists the keys of the objects that were mapped that belong to no field, in
    /// ``MappingReport/notes``.
    ///
    /// Those of JSON bytes are in the order of the text, those of a dictionary in the order of their
    /// bytes. They come from the input, and are cut at ``Limits-swift.struct/keyBytes``.
    ///
    /// - Complexity: For a dictionary, O(*n* log *n*) in the number of its keys.
    public var listsUnusedKeys = false
    /// Whether paths in the report show the keys of dictionaries, which come from the input.
    public var includesKeys = false
    /// Whether an issue shows the text, the number or the Boolean that could not be used.
    ///
    /// Up to 64 bytes of UTF-8 of it are shown, unless the field is ``Field/sensitive()``.
    public var includesValues = false
    /// How much input is taken.
    public var limits = Limits.standard

    private init() {}

    /// Conversions that have one plausible meaning and lose nothing.
    public static let standard = MappingOptions()

    /// Only values of the very kind; no conversions.
    public static let strict: MappingOptions = {
        var options = MappingOptions()
        options.convertsKinds = false
        options.readsStandardForms = false
        return options
    }()

    /// The standard conversions, and those that only a known sender's habits justify.
    public static let lenient: MappingOptions = {
        var options = MappingOptions()
        options.acceptsBoolAsNumber = true
        options.acceptsBoolAsText = true
        options.treatsEmptyTextAsNull = true
        options.treatsEmptyArrayAsObject = true
        options.acceptsOtherUUIDForms = true
        return options
    }()

    /// The standard conversions, with limits for input from anywhere.
    public static let untrusted: MappingOptions = {
        var options = MappingOptions()
        options.limits = .untrusted
        return options
    }()
}
