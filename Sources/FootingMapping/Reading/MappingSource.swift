import FootingBytes

// Safe, because a source can't be copied and has no public initializer, so it does not outlive the
// engine call that made it. That call keeps both pointees alive.
/// A value of the input, passed to a conversion.
///
/// A source has no public properties: pass it to the `converted(from:)` of a type. A source can't
/// be stored, because it points into input that exists only while a mapping runs.
@safe
public struct MappingSource: ~Copyable {
    /// The kind of call, which decides how a failure in the current object is reported.
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

    /// The role of a value in its enclosing value.
    struct Standing {
        var purpose: Purpose
        /// The number of enclosing objects and arrays, including the value itself if it is one.
        var depth: UInt16
        /// Whether the value is an element of a list or dictionary, which may be accepted without
        /// it.
        var isElement = false
        /// Whether the object made from this value may replace an existing one.
        var mayHaveOld = false

        init(_ purpose: Purpose, depth: Int) {
            self.purpose = purpose
            self.depth = UInt16(truncatingIfNeeded: depth)
        }
    }

    /// The context of the value; sources of its elements share it.
    let context: ContextReference
    /// The value of a dictionary, or `nil` if the value is a token of the document.
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
    /// The settings of the field whose value this is, or `nil` if it has none.
    var settings: FieldSettings? { context.settings?.settings }
    var isSensitive: Bool { context.isSensitive }
    var isLossy: Bool { context.settings?.settings.isLossy == true }
    var enclosingOffset: Int? { context.context.enclosingOffset }
    @inline(__always)
    var maximumDepth: Int { min(context.options.limits.depth, 256) }
    /// Whether a list drops the objects that can't be made.
    ///
    /// If not, nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// The path component for a key of the input.
    func component(forInputKey key: String) -> MappingPath.Component {
        context.context.component(forInputKey: key)
    }

    /// Whether the value comes from a dictionary rather than from a document.
    @inline(__always)
    var isNative: Bool { unsafe nativeValue != nil }
    /// The index of the value's token; meaningless for a value of a dictionary.
    @inline(__always)
    var token: Int { Int(index) }
    /// The value of a dictionary, or ``NativeValue/other`` if the value comes from JSON.
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

    var isFalse: Bool { withScalar { if case .bool(false) = $0 { true } else { false } } }

    /// The same value, marked as one that may replace an existing object.
    func standingForOld() -> MappingSource {
        var standing = standing
        standing.mayHaveOld = true
        return MappingSource(self, context, standing)
    }

    /// The element or member at a token.
    @inline(__always)
    func inner(token: Int) -> MappingSource {
        MappingSource(token: token, innerStanding, in: context)
    }

    /// Calls `body` with a source for `value`, an element or member of this value.
    @inline(__always)
    func withInner<Result>(
        _ value: NativeValue,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        context.withSource(value, innerStanding, body)
    }

    @inline(__always)
    private var innerStanding: Standing {
        var inner = Standing(standing.purpose, depth: Int(standing.depth) &+ 1)
        inner.isElement = true
        return inner
    }

    /// Calls `body` with the same value in a changed context.
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
    /// Whether this is an empty string that the options treat as `null`.
    @usableFromInline
    var isTextStandingForNull: Bool {
        guard options.treatsEmptyStringAsNull else { return false }
        return withScalar { scalar in
            if case .text(let bytes) = scalar { bytes.count == 0 } else { false }
        }
    }

    @usableFromInline
    var isList: Bool { kind == .array }

    /// The number of elements of this list; 0 if this isn't a list.
    var elementCount: Int {
        guard isNative else { return document.elementCount(of: token) }
        if case .array(let elements) = native { return elements.count }
        return 0
    }

    /// Whether this is an object, or an empty array that the options treat as one.
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

    /// The limit that forbids converting the contents of this list or object, or `nil`.
    ///
    /// A type may contain itself, so only the input decides how deep a conversion recurses.
    var limitOfDepth: BrokenLimit? {
        if Int(standing.depth) > maximumDepth { return .depth }
        return findings.isStackUsedUp ? .stack : nil
    }
}
