import FootingFormats

// Safe, because a value of this type is only ever lent: it can't be copied and no initializer is
// public, so it does not outlive the call of the engine that made it, which keeps both pointees.
/// A value of the input, lent to a conversion.
///
/// It says nothing by itself: hand it to the `converted(from:)` of a type. It can't be kept, because
/// it points into input that is there only while a mapping runs.
@safe
public struct MappingSource: ~Copyable {
    /// What a failure of the object is reported as whose field is being converted.
    enum Purpose: UInt8 {
        case update, make, element

        var resolution: MappingIssue.Resolution {
            switch self {
            case .update: .keptOldValue
            case .make: .madeNothing
            case .element: .droppedElement
            }
        }
    }

    /// How the value stands in the one around it.
    struct Standing {
        var purpose: Purpose
        /// How many objects and arrays the value is in, itself included if it is one.
        var depth: UInt16
        /// It is an element of a list or dictionary, which may be taken without it.
        var isElement = false
        /// An object may be there already in the place of one that is made of this value.
        var mayHaveOld = false

        init(_ purpose: Purpose, depth: Int) {
            self.purpose = purpose
            self.depth = UInt16(truncatingIfNeeded: depth)
        }
    }

    /// What it takes to make sources in the same surroundings.
    let context: ContextReference
    /// The value, unless it is a token of the document.
    private let nativeValue: UnsafePointer<NativeValue>?
    private let index: UInt32
    let standing: Standing

    init(token: Int, _ standing: Standing, in context: ContextReference) {
        self.context = context
        unsafe nativeValue = nil
        index = UInt32(truncatingIfNeeded: token)
        self.standing = standing
    }

    init(
        _ value: UnsafePointer<NativeValue>,
        _ standing: Standing,
        in context: ContextReference
    ) {
        self.context = context
        unsafe nativeValue = value
        index = 0
        self.standing = standing
    }

    private init(
        _ other: borrowing MappingSource,
        _ context: ContextReference,
        _ standing: Standing
    ) {
        self.context = context
        unsafe nativeValue = other.nativeValue
        index = other.index
        self.standing = standing
    }

    @inline(__always)
    var options: MappingOptions { context.options }
    @inline(__always)
    var document: JSONDocument { context.document }
    @inline(__always)
    var findings: Findings { context.findings }
    @inline(__always)
    var hasFindings: Bool { context.hasFindings }
    /// Whether the field has any settings.
    @inline(__always)
    var hasSettings: Bool { context.hasSettings }
    /// What the field of this value says about its form, or `nil` if it says nothing.
    var settings: FieldSettings? { context.settings?.settings }
    var isSensitive: Bool { context.isSensitive }
    var isLossy: Bool { context.settings?.settings.isLossy == true }
    var enclosingOffset: Int? { context.context.enclosingOffset }
    @inline(__always)
    var maximumDepth: Int { min(context.options.limits.depth, 256) }
    /// Whether objects that can't be made are left out of their lists; otherwise nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// How a path names a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        context.context.component(forInputKey: key)
    }

    /// Whether the value is one of a dictionary, and not a token.
    @inline(__always)
    var isNative: Bool { unsafe nativeValue != nil }
    /// The index of the value's token, if it has one.
    @inline(__always)
    var token: Int { Int(index) }
    /// The value as a dictionary has it, or ``NativeValue/other`` if it is from JSON bytes.
    var native: NativeValue { unsafe nativeValue?.pointee ?? .other }

    var kind: MappingSourceKind {
        if let native = unsafe nativeValue { return unsafe native.pointee.kind }
        return document[token].kind.sourceKind
    }

    @usableFromInline
    var isNull: Bool {
        @inline(__always)
        get {
            if let native = unsafe nativeValue { return unsafe native.pointee.kind == .null }
            return document[token].kind == .null
        }
    }

    /// The same value in the place of one that may be there already.
    func standingForOld() -> MappingSource {
        var standing = standing
        standing.mayHaveOld = true
        return MappingSource(self, context, standing)
    }

    /// An element or member at a token.
    @inline(__always)
    func part(token: Int) -> MappingSource {
        MappingSource(token: token, partStanding, in: context)
    }

    /// Lends an element or member of a dictionary to `body`.
    @inline(__always)
    func withPart<Result>(
        _ value: NativeValue,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        context.withSource(value, partStanding, body)
    }

    @inline(__always)
    private var partStanding: Standing {
        var part = Standing(standing.purpose, depth: Int(standing.depth) &+ 1)
        part.isElement = true
        return part
    }

    /// Lends the same value to `body` in changed surroundings.
    func with<Result>(
        _ change: (inout SourceContext) -> Void,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        var changed = context.context
        change(&changed)
        return changed.lend { body(MappingSource(self, $0, standing)) }
    }
}

@available(*, unavailable, message: "A source is lent to one call on one thread.")
extension MappingSource: @unchecked Sendable {}

extension JSONToken.Kind {
    var sourceKind: MappingSourceKind {
        switch self {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }
}

extension MappingSource {
    /// Whether this is a text without any characters and the options take that for `null`.
    @usableFromInline
    var isTextStandingForNull: Bool {
        guard options.treatsEmptyStringAsNull else { return false }
        return withScalar { scalar in
            if case .text(let bytes) = scalar { bytes.count == 0 } else { false }
        }
    }

    @usableFromInline
    var isList: Bool { kind == .array }

    /// How many elements the list has that this is.
    var elementCount: Int {
        guard isNative else { return document.elementCount(of: token) }
        if case .array(let elements) = native { return elements.count }
        return 0
    }

    /// Whether this is an object, or an empty array that the options take for one.
    @usableFromInline
    var isObject: Bool {
        switch kind {
        case .object: true
        case .array: options.treatsEmptyArrayAsObject && isEmptyList
        default: false
        }
    }

    private var isEmptyList: Bool {
        guard isNative else { return document[token].extent == token &+ 1 }
        return elementCount == 0
    }

    /// Which limit forbids to go into this list or object, or `nil`.
    ///
    /// A type of one's own may be inside itself, so that only the input says how deep its conversion
    /// goes.
    var limitOfDepth: BrokenLimit? {
        if Int(standing.depth) > maximumDepth { return .depth }
        return findings.isStackUsedUp ? .stack : nil
    }
}

/// What any conversion sees of a value, whichever form the input has.
enum Scalar {
    case null
    case bool(Bool)
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    /// A number as decimal text, which says more than a `Double` would.
    case number(ByteView)
    case text(ByteView)
    /// A string that has no Unicode text, because half of a surrogate pair stands alone in it.
    case brokenText
    case other
}

extension MappingSource {
    /// Lends the value to `body` in the one form that all conversions read.
    @inline(__always)
    func withScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        guard !isNative else { return withNativeScalar(body) }
        let document = document
        let token = document[token]
        switch token.kind {
        case .number:
            return body(.number(document.content(of: token)))
        case .string where !token.isEscaped:
            return body(.text(document.content(of: token)))
        case .string:
            guard let text = document.text(of: token) else { return body(.brokenText) }
            return text.withBytes { body(.text($0)) }
        case .true: return body(.bool(true))
        case .false: return body(.bool(false))
        case .null: return body(.null)
        case .array, .object: return body(.other)
        }
    }

    private func withNativeScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        switch native {
        case .null: return body(.null)
        case .bool(let value): return body(.bool(value))
        case .integer(let magnitude, let isNegative):
            return body(.integer(magnitude: magnitude, isNegative: isNegative))
        case .double(let value): return body(.double(value))
        case .float(let value): return body(.double(Double(value)))
        case .digits(let text), .decimal(let text): return text.withBytes { body(.number($0)) }
        case .string(let text): return text.withBytes { body(.text($0)) }
        case .array, .object, .date, .data, .url, .uuid, .other: return body(.other)
        }
    }
}
