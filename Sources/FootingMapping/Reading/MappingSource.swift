import FootingBytes

/// A value of the input, as it is stored.
///
/// This file and the one of ``Members`` are the only ones that tell the two kinds of input apart.
enum InputValue {
    /// The index of a token in a JSON document.
    case token(Int)
    /// A value of a dictionary.
    case native(NativeValue)

    /// The position that a source can be made from, or `nil` for a value that has to be lent.
    @inline(__always)
    var position: Int? { if case .token(let token) = self { token } else { nil } }
}

// Safe, because a source can't be copied and has no public initializer, so it does not outlive the
// engine call that made it. That call keeps both pointees alive.
/// A value of the input, passed to a conversion.
///
/// A source has no public properties: pass it to the `converted(from:)` of a type. A source can't
/// be stored, because it points into input that exists only while a mapping runs.
@safe
public struct MappingSource: ~Copyable {
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

    /// The same value in another context, or with another role.
    init(
        _ other: borrowing MappingSource,
        _ standing: Standing,
        in context: ContextReference
    ) {
        self.context = context
        unsafe nativeValue = other.nativeValue
        index = other.index
        self.standing = standing
    }
}

@available(*, unavailable, message: "A source is lent to one call on one thread.")
extension MappingSource: @unchecked Sendable {}

/// The facts that the value states about itself.
extension MappingSource {
    /// Whether the value comes from a dictionary rather than from a document.
    @inline(__always)
    var isNative: Bool { unsafe nativeValue != nil }
    /// The index of the value's token; meaningless for a value of a dictionary.
    @inline(__always)
    var token: Int { Int(index) }
    /// The value of a dictionary, or ``NativeValue/other`` if the value comes from JSON.
    var native: NativeValue { unsafe nativeValue?.pointee ?? .other }

    /// The value, to be stored.
    var value: InputValue { isNative ? .native(native) : .token(token) }

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

    /// Calls `body` with the value in the representation that all conversions read.
    @inline(__always)
    func withScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        if let native = unsafe nativeValue { return unsafe native.pointee.withScalar(body) }
        return document.withScalar(at: token, body)
    }

    /// The value, if a dictionary has it as an instance of `type`.
    @inline(__always)
    func stored<Value>(as type: Value.Type) -> Value? {
        guard let native = unsafe nativeValue else { return nil }
        return unsafe native.pointee.instance(of: type)
    }

    /// The byte offset of the value in JSON input; `nil` for a value of a dictionary.
    var byteOffset: Int? {
        if let offset = enclosingOffset { return offset }
        guard !isNative else { return nil }
        let token = document[token]
        return Int(token.start) &- (token.kind == .string ? 1 : 0)
    }

    /// The string, number or Boolean with at most `limit` bytes; `nil` for any other value.
    func text(limit: Int) -> String? {
        guard !isNative else { return native.text?.prefix(ofBytes: limit) }
        let token = document[token]
        return switch token.kind {
        case .string: document.text(of: token, limit: limit)
        case .number: document.content(of: token).prefix(limit)
        case .true: "true"
        case .false: "false"
        case .null, .array, .object: nil
        }
    }

    /// The number of values that a conversion may visit.
    @inline(__always)
    var size: Int {
        guard isNative else { return document.index(after: token) &- token }
        return 1 &+ native.childCount
    }

    /// The number of values in this one, including itself.
    var totalSize: Int { isNative ? native.totalSize : size }
}

/// The elements of the value.
extension MappingSource {
    /// The number of elements of this list; 0 if this isn't a list.
    ///
    /// - Complexity: O(*n*) in that number for JSON.
    var elementCount: Int {
        guard isNative else {
            return document[token].kind == .array ? document.elementCount(of: token) : 0
        }
        if case .array(let elements) = native { return elements.count }
        return 0
    }

    /// Whether this list or object has no elements or members.
    var isEmpty: Bool {
        isNative ? native.childCount == 0 : document[token].extent == token &+ 1
    }

    /// Calls `body` with each element in order.
    @inline(__always)
    func forEachElement(_ body: (_ index: Int, borrowing MappingSource) -> Void) {
        guard !isNative else {
            guard case .array(let elements) = native else { return }
            for (index, element) in elements.enumerated() {
                context.withSource(NativeValue(element), innerStanding) { body(index, $0) }
            }
            return
        }
        let document = document
        guard document[token].kind == .array else { return }
        let end = document[token].extent
        var token = token &+ 1
        var index = 0
        while token < end {
            body(index, inner(token: token))
            token = document.index(after: token)
            index &+= 1
        }
    }

    /// The element at `index`, or `nil` if this isn't a list, or has fewer elements.
    func element(at index: Int) -> InputValue? {
        guard !isNative else {
            guard case .array(let list) = native, list.indices.contains(index) else { return nil }
            return .native(NativeValue(list[index]))
        }
        guard document[token].kind == .array, index >= 0 else { return nil }
        let end = document[token].extent
        var element = token &+ 1
        var left = index
        while left > 0, element < end {
            element = document.index(after: element)
            left &-= 1
        }
        return element < end ? .token(element) : nil
    }

    /// Calls `body` with a source for `value`, an element or member of this value.
    @inline(__always)
    func withInner<Result>(
        _ value: InputValue,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        context.withSource(of: value, innerStanding, body)
    }

    /// Calls `body` with a source for a string that is an element of this value.
    func withInner<Result>(
        text: String,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        context.withSource(.string(text), innerStanding, body)
    }

    @inline(__always)
    private func inner(token: Int) -> MappingSource {
        MappingSource(token: token, innerStanding, in: context)
    }

    @inline(__always)
    private var innerStanding: Standing {
        var inner = Standing(standing.purpose, depth: Int(standing.depth) &+ 1)
        inner.isElement = true
        return inner
    }
}

/// The elements of a list, or one value that is converted to a list, one after the other.
struct ElementList {
    private enum List {
        case tokens(next: Int)
        case natives([Any])
        case one(InputValue)
    }

    private var list: List
    let count: Int
    private(set) var index = 0

    /// Creates the elements of a list with `count` elements.
    init(_ source: borrowing MappingSource, count: Int) {
        self.count = count
        if case .array(let elements) = source.native {
            list = .natives(elements)
        } else {
            list = .tokens(next: source.token &+ 1)
        }
    }

    /// Creates a list of one value.
    init(one value: InputValue) {
        count = 1
        list = .one(value)
    }

    var isAtEnd: Bool { index >= count }
    /// Whether the elements are those of a list, rather than one value converted to a list.
    var isList: Bool { if case .one = list { false } else { true } }

    /// The next element, or `nil` at the end.
    var next: InputValue? {
        guard index < count else { return nil }
        return switch list {
        case .tokens(let next): .token(next)
        case .natives(let elements): .native(NativeValue(elements[index]))
        case .one(let value): value
        }
    }

    /// Goes on to the next element; `document` is `nil` if it does not exist any more.
    mutating func advance(in document: JSONDocument?) {
        index &+= 1
        if case .tokens(let token) = list, index < count, let document {
            list = .tokens(next: document.index(after: token))
        }
    }
}

/// The members of the value, for readers that want all of them; ``Members`` finds wanted ones.
extension MappingSource {
    /// The number of members of this object, including repeated keys; 0 if this isn't an object.
    ///
    /// - Complexity: O(*n*) in that number for JSON.
    var memberCount: Int {
        guard isNative else {
            // A document counts keys and values as elements.
            return document[token].kind == .object ? document.elementCount(of: token) / 2 : 0
        }
        if case .object(let members) = native { return members.count }
        return 0
    }

    /// Called with the key of a member, its value, and the reason if the member is refused
    /// regardless of its value.
    typealias MemberVisit<Failure: Error> =
        (String?, borrowing MappingSource, MappingRefusal?) throws(Failure) -> Void

    /// Calls `visit` with each member whose key isn't in `table`.
    ///
    /// The key is `nil` if it can't be compared: it is too long, isn't valid Unicode, or is slow to
    /// compare. Distinct keys have one member each. The members are in the order of the document,
    /// or in the order of the UTF-8 of their keys.
    func forEachMember<Failure>(
        beyond table: KeyTable? = nil,
        _ duplicateKeyCount: inout Int,
        _ visit: MemberVisit<Failure>
    ) throws(Failure) {
        guard !isNative else {
            guard case .object(let dictionary) = native else { return }
            let declared = table.map { dictionary.indexes(ofKeysIn: [$0]) } ?? []
            for (key, value) in dictionary.members(except: declared) {
                let refusal = refusal(ofKey: key)
                try context.withSource(NativeValue(value), innerStanding) {
                    (source: borrowing MappingSource) throws(Failure) in
                    try visit(refusal == nil ? key : nil, source, refusal)
                }
            }
            return
        }
        for member in documentMembers(beyond: table, &duplicateKeyCount) {
            try visit(member.key, inner(token: member.token), member.refusal)
        }
    }

    /// Counts the keys of this object that are in none of `tables` and not in `names`, and calls
    /// `list` with the kind of value and the beginning of each of the first `limit` keys: in the
    /// order of the document, or of their UTF-8.
    func countKeys(
        beyond tables: [KeyTable],
        _ names: Set<String>,
        listing limit: Int,
        _ list: (_ key: String?, MappingSourceKind) -> Void
    ) -> Int {
        guard !isNative else {
            guard case .object(let dictionary) = native else { return 0 }
            let used = dictionary.indexes(ofKeysIn: tables, names)
            if limit > 0, used.count < dictionary.count {
                for (key, value) in dictionary.members(except: used).prefix(limit) {
                    list(key, NativeValue(value).kind)
                }
            }
            return dictionary.count &- used.count
        }
        let document = document
        guard document[token].kind == .object else { return 0 }
        let end = document[token].extent
        var token = token &+ 1
        var count = 0
        while token < end {
            let key = document[token]
            let isKnown =
                tables.contains { $0.index(of: key, in: document, hint: 0) != nil }
                || !names.isEmpty && document.text(of: key).map(names.contains) == true
            if !isKnown {
                if count < limit {
                    let text = document.text(of: key, limit: options.limits.keyBytes)
                    list(text, document[token &+ 1].kind.sourceKind)
                }
                count &+= 1
            }
            token = document.index(after: token &+ 1)
        }
        return count
    }
}

extension ContextReference {
    /// Calls `body` with a source for a stored value.
    @inline(__always)
    func withSource<Result>(
        of value: InputValue,
        _ standing: MappingSource.Standing,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        switch value {
        case .token(let token): body(MappingSource(token: token, standing, in: self))
        case .native(let value): withSource(value, standing, body)
        }
    }

    /// Calls `body` with a source for a value of a dictionary.
    @inline(__always)
    func withSource<Result, Failure>(
        _ value: NativeValue,
        _ standing: MappingSource.Standing,
        _ body: (borrowing MappingSource) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try unsafe withUnsafePointer(to: value) { pointer throws(Failure) in
            try unsafe body(MappingSource(pointer, standing, in: self))
        }
    }
}

extension JSONToken.Kind {
    fileprivate var sourceKind: MappingSourceKind {
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
