/// Options for the conversions, the limits and the report of a mapping.
///
/// Start with a preset and change individual options:
///
/// ```swift
/// var options = MappingOptions.standard
/// options.acceptsBoolAsNumber = true
/// options.listsFields = true
/// ```
public struct MappingOptions: Hashable, Sendable {
    /// The value to use when an object in JSON bytes contains a key more than once.
    ///
    /// A dictionary has no duplicate keys, except with ``KeyStrategy/caseInsensitive``. A minor
    /// release may add cases, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum DuplicateKeys: Hashable, Sendable {
        /// The first one, as most strict parsers do.
        case first
        /// The last one, as `JSONSerialization` does on Linux.
        case last
        /// None: the fields of that key are not set, and an issue is reported.
        case reject
    }

    /// The input's spelling of the keys that a mapping declares, including aliases and key paths.
    ///
    /// It is applied to the declared keys, once for each mapping. A minor release may add cases, so
    /// a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum KeyStrategy: Hashable, Sendable {
        /// The keys as declared.
        case exact
        /// The keys as `JSONEncoder.KeyEncodingStrategy.convertToSnakeCase` converts them:
        /// `my_url_property` for `myURLProperty`. Paths in reports show this spelling.
        ///
        /// A ``LenientDecoder`` converts the keys that an initializer requests. If the initializer
        /// reads `allKeys`, as that of an enumeration with associated values does, it finds the
        /// keys as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` converts them:
        /// `userId` for `user_id`, so a case `userID` isn't found.
        case snakeCase
        /// The keys with any ASCII letter in either case; other letters must match exactly.
        ///
        /// Keys of one object that differ only in case are duplicates of one key. In a dictionary,
        /// which has no order, the key spelled as declared is the first, and the others follow in
        /// byte order.
        ///
        /// A ``LenientDecoder`` compares with the keys that an initializer requests. If the
        /// initializer reads `allKeys`, as that of an enumeration with associated values does, it
        /// finds only keys in their declared spelling.
        case caseInsensitive
        /// As a function of your own spells them.
        ///
        /// An initializer that reads `allKeys` finds only keys that the function doesn't change.
        case custom(KeySpelling)

        /// The spelling of a declared key.
        func spelled(_ key: String) -> String {
            switch self {
            case .exact, .caseInsensitive: key
            case .snakeCase: key.snakeCased
            case .custom(let spelling): spelling.spell(key)
            }
        }

        /// The key whose spelling is `spelling`, or `nil` if it can't be derived from that.
        func key<Key: CodingKey>(_: Key.Type, spelled spelling: String) -> Key? {
            if let key = Key(stringValue: spelling), spelled(spelling) == spelling { return key }
            guard self == .snakeCase else { return nil }
            let name = spelling.camelCased
            return spelled(name) == spelling ? Key(stringValue: name) : nil
        }

        /// The name, for explanations.
        var name: String {
            switch self {
            case .exact: "exact"
            case .snakeCase: "snakeCase"
            case .caseInsensitive: "caseInsensitive"
            case .custom: "custom"
            }
        }
    }

    /// A limit that a value or a document exceeds; its raw value is its name in issues.
    ///
    /// A minor release may add limits, so a `switch` over them needs `@unknown default`.
    @nonexhaustive public enum Limit: String, Hashable, Sendable {
        /// ``MappingOptions/Limits-swift.struct/depth``; in a ``MappingError``, the 512 levels of a
        /// document.
        case depth
        /// ``MappingOptions/Limits-swift.struct/elements``
        case elements
        /// ``MappingOptions/Limits-swift.struct/stringBytes``
        case stringBytes
        /// The 4 GiB of a document, its 2²⁷ keys and values, or the 128 MiB of one of them.
        case inputBytes
        /// The number of attempts of a decoder, in proportion to the size of its input.
        case attempts
        /// The rest of the thread's stack: 64 KiB.
        case stack
        /// The number of consecutive combining marks in a string that is compared.
        case combiningMarks
    }

    /// Limits on the input.
    ///
    /// A value that exceeds a limit is an issue, and everything else is mapped. The issue's
    /// ``MappingIssue/limit`` names the limit.
    public struct Limits: Hashable, Sendable {
        /// The maximum nesting depth of objects and arrays, at most 256.
        ///
        /// A recursive type nests as deep as the input. Each level uses 2 to 5 KiB of the thread's
        /// stack in an optimized build, three times as much in a debug build, and the stack of
        /// custom initializers in addition. If less than 64 KiB of the stack is left, deeper values
        /// are refused, too, with ``MappingOptions/Limit/stack``. The standard depth of 64 fits in
        /// a thread with a stack of 512 KiB, as Dispatch creates, in an optimized build.
        ///
        /// Swift also releases deeply nested values recursively.
        public var depth = 64
        /// The maximum number of members in an object or elements in an array.
        public var elements = Int.max
        /// The maximum number of UTF-8 bytes in a string that becomes a string, a URL, bytes, an
        /// array, a dictionary key, or JSON.
        ///
        /// Strings for numbers, dates and UUIDs are never longer than 1024 bytes.
        public var stringBytes = Int.max
        /// The maximum number of UTF-8 bytes that a report shows of a key that is not declared.
        public var keyBytes = 128
        /// The maximum number of issues, and of notes, that a report lists.
        public var issues = 100

        /// A depth of 64 and 100 issues, with no limit on elements and strings.
        public static let standard = Limits()
        /// A depth of 64, 1,000,000 elements, strings of 16 MiB, and 100 issues.
        public static let untrusted = Limits(elements: 1_000_000, stringBytes: 16 << 20)

        init(elements: Int = .max, stringBytes: Int = .max) {
            self.elements = elements
            self.stringBytes = stringBytes
        }
    }

    /// Whether an equivalent value of another kind is converted: `"42"` and `42.0` to the integer
    /// 42, a number to a string, 0, 1 and words such as `"yes"` to a Boolean, a single value to an
    /// array.
    public var convertsKinds = true
    /// Whether a string in the standard format is converted to a date, a URL, a UUID or bytes.
    ///
    /// JSON has no other representation of these. A format that a field or the options name is
    /// always accepted.
    public var readsStandardFormats = true
    /// Whether a UUID may be in braces, after `urn:uuid:`, or without hyphens.
    public var acceptsOtherUUIDFormats = false
    /// Whether true is converted to the number 1, and false to 0.
    public var acceptsBoolAsNumber = false
    /// Whether true is converted to the string `"true"`, and false to `"false"`.
    public var acceptsBoolAsString = false
    /// Whether an empty string is converted to `nil`, if the property is optional and not a string.
    ///
    /// An initializer that calls `decodeNil` may want a string. So a ``LenientDecoder`` first
    /// returns false for an empty string, and true only if the initializer then throws.
    public var treatsEmptyStringAsNull = false
    /// Whether an empty array is treated as an object without members, since some servers send it
    /// as such.
    public var treatsEmptyArrayAsObject = false
    /// Whether an array of one element is converted as that element, where a single value is
    /// wanted.
    ///
    /// Single values are those that are neither objects nor arrays. An element that is one of
    /// these, or null, is not converted.
    public var acceptsArrayOfOne = false
    /// Whether a false is treated as a missing key, if the property is optional and not a Boolean.
    ///
    /// Some services send it where they have no value. The property keeps its value, or gets the
    /// default of its field if a new object is created. In a ``LenientDecoder``, this applies to
    /// properties that are decoded by `decodeIfPresent`, as synthesized initializers do.
    public var treatsFalseAsAbsent = false
    /// Whether a `Double` or `Float` may be set to the nearest value of an integer that it can't
    /// represent exactly.
    public var allowsRounding = false
    /// Whether a `Double` or `Float` may be set to infinity and NaN.
    public var allowsNonFinite = false
    /// Whether a null for a property that is neither optional nor required is ignored without an
    /// issue.
    public var ignoresNull = false
    /// Whether one invalid value prevents all changes.
    ///
    /// Everything is first converted without setting anything. If there is an issue, the call ends:
    /// no setter or observer runs, ``MappingReport/appliedCount`` is 0, and no object is created.
    /// The resolution of an issue in an object whose property may already have one is then
    /// ``MappingIssue/Resolution/keptOldValue``, since the property keeps its object or `nil`.
    /// Elements that ``Field/lossy()`` leaves out don't end the call. Without other issues,
    /// everything is converted again and set, so every conversion, and every closure that takes
    /// part in one, runs twice and must return the same result both times.
    public var isAtomic = false
    /// The formats of dates in fields without ``Field/dates(_:)``, tried in this order; if empty,
    /// the standard formats.
    public var dateFormats: [DateFormat] = []
    /// The encodings of bytes in fields without ``Field/bytes(_:)``, tried in this order; if empty,
    /// base64.
    public var dataEncodings: [DataEncoding] = []
    /// The input's spelling of the keys that the mapping declares.
    public var keyStrategy = KeyStrategy.exact
    /// The value to use when an object contains a key more than once.
    public var duplicateKeys = DuplicateKeys.first
    /// Whether the report lists the fields that were set, and how.
    public var listsFields = false
    /// Whether ``MappingReport/notes`` lists the keys of mapped objects that no field reads.
    ///
    /// Keys of JSON bytes are in the order of the document, keys of a dictionary in byte order.
    /// They come from the input, and are truncated to ``Limits-swift.struct/keyBytes``.
    ///
    /// - Complexity: For a dictionary, O(*n* log *n*) in the number of its keys.
    public var listsUnknownKeys = false
    /// Whether paths in the report show dictionary keys, which come from the input.
    public var includesKeys = false
    /// Whether an issue shows the string, number or Boolean that could not be used.
    ///
    /// Up to 64 bytes of its UTF-8 are shown, unless the field is ``Field/sensitive()``.
    public var includesValues = false
    /// Limits on the input.
    public var limits = Limits.standard

    private init() {}

    /// Conversions that have one plausible meaning and lose nothing.
    public static let standard = MappingOptions()

    /// No conversions: every value must already be of the property's kind.
    public static let strict: MappingOptions = {
        var options = MappingOptions()
        options.convertsKinds = false
        options.readsStandardFormats = false
        return options
    }()

    /// The standard conversions, and others that are justified only for a known sender.
    public static let lenient: MappingOptions = {
        var options = MappingOptions()
        options.acceptsBoolAsNumber = true
        options.acceptsBoolAsString = true
        options.treatsEmptyStringAsNull = true
        options.treatsEmptyArrayAsObject = true
        options.acceptsOtherUUIDFormats = true
        return options
    }()

    /// The standard conversions, with limits for untrusted input.
    public static let untrusted: MappingOptions = {
        var options = MappingOptions()
        options.limits = .untrusted
        return options
    }()
}

extension MappingOptions {
    /// The same options without each one that converts between kinds: a new such option is turned
    /// off here, or a type that tries several types would find the wrong one.
    ///
    /// Two stay: with ``SourceContext/isUnconverted``, an optional refuses the string of
    /// ``treatsEmptyStringAsNull``, and a field the false of ``treatsFalseAsAbsent``, which their
    /// types might accept as other values than `nil`.
    var withoutKindConversions: MappingOptions {
        var options = self
        options.convertsKinds = false
        options.acceptsBoolAsNumber = false
        options.acceptsBoolAsString = false
        options.treatsEmptyArrayAsObject = false
        options.acceptsArrayOfOne = false
        return options
    }
}
