import FootingFormats
import FootingThreadStack

/// The state of one call: the input, and the report as it grows.
struct MappingRun: ~Copyable {
    /// What a required field's failure comes to.
    enum Purpose {
        case update, make, element

        /// A list is made whole or not at all in atomic options.
        static func list(_ options: MappingOptions) -> Purpose {
            options.isAtomic ? .make : .element
        }

        var resolution: MappingIssue.Resolution {
            switch self {
            case .update: .keptOldValue
            case .make: .madeNothing
            case .element: .droppedElement
            }
        }
    }

    var options: MappingOptions
    var purpose: Purpose
    /// The document, if the input is JSON bytes; a position is then the index of a token.
    ///
    /// It changes while a text is read as a list or as a document of its own.
    var document: JSONDocument?
    /// The values met so far, if the input is a dictionary; a position is then an index of these.
    var values: [NativeValue] = []

    var report = MappingReport()
    /// Nothing is stored, because the options want to know first whether everything can be.
    var isRehearsal = false
    /// The value, or one around it, belongs to a field that is sensitive.
    var isSensitive = false
    /// The next issue shows no value, because an object was looked for in its place: what is there may
    /// be what would be sensitive in it.
    var hidesNextValue = false
    /// Whether keys are listed, where they are counted, that belong to no field.
    var listsUnusedKeys: Bool
    /// Where the object is that is being mapped.
    var path: [MappingPath.Component] = []
    /// How many objects and arrays that one is in, itself included.
    var depth = 1
    /// The next new object stands for one that may be there already: what fails in it is said to be
    /// kept or not as if it were.
    var keepsPurpose = false
    /// How far down the stack it may go.
    var stack = StackBound()
    var requiredFailureCount = 0
    /// How many objects the current field's keys lead through, its value's own place included.
    var fieldDepth = 0
    /// How many lists and dictionaries of that value are being converted, one inside the other.
    var lendCount = 0
    /// What the report listed before the first object that the current value's conversion has mapped.
    var innerStart: MappingReport.Listed?
    /// What was reported on an object that could not be taken, while that may not be the last word.
    var failedObject: (start: MappingReport.Mark, end: MappingReport.Mark)?

    /// The elements that can't be taken of the lists the value is in that is being converted, as
    /// many as a report lists.
    var elementFailures: [ElementFailure] = []
    var elementFailureCount = 0
    /// How many of those were listed, and how many counted, before this value.
    var failuresBefore = (listed: 0, counted: 0)

    /// What the field says whose value is being converted.
    var settings: FieldSettings.Shared?
    /// The conversion has used the field's case for raw values without one.
    var hasFallenBack = false
    /// What a rule of the field has to say about the value it refuses; never a part of the input.
    var explanation: String?
    /// Where the text begins, in JSON bytes, that is read as something else meanwhile.
    var enclosingOffset: Int?

    init(_ document: JSONDocument, _ options: MappingOptions, for purpose: Purpose) {
        self.document = document
        self.options = options
        self.purpose = purpose
        listsUnusedKeys = options.listsUnusedKeys
    }

    /// Makes room for so many values at first.
    init(
        _ value: NativeValue,
        _ options: MappingOptions,
        for purpose: Purpose,
        capacity: Int = 1
    ) {
        document = nil
        values.reserveCapacity(capacity)
        values.append(value)
        self.options = options
        self.purpose = purpose
        listsUnusedKeys = options.listsUnusedKeys
    }

    /// Whether what can't be taken is left out of lists and dictionaries.
    var isLossy: Bool { settings?.settings.isLossy == true }

    var maximumDepth: Int { min(options.limits.depth, 256) }

    // This and what follows are mutating, although they change nothing: behind a pointer, another
    // method would get a copy of the whole run, which takes time and most of a frame on the stack.
    mutating func kind(at position: Int) -> MappingSourceKind {
        guard let document else { return values[position].kind }
        return switch document[position].kind {
        case .null: .null
        case .true, .false: .bool
        case .number: .number
        case .string: .string
        case .array: .array
        case .object: .object
        }
    }

    @inline(__always)
    func isNull(at position: Int) -> Bool {
        if let document { return document[position].kind == .null }
        return values[position].kind == .null
    }

    /// Whether the value is an object, or an empty array that the options take for one.
    mutating func isObject(at position: Int) -> Bool {
        if let document, document[position].kind == .object { return true }
        return switch kind(at: position) {
        case .object: true
        case .array: options.treatsEmptyArrayAsObject && isEmptyArray(at: position)
        default: false
        }
    }

    private mutating func isEmptyArray(at position: Int) -> Bool {
        if let document { return document[position].extent == position &+ 1 }
        if case .array(let elements) = values[position] { return elements.isEmpty }
        return false
    }

    /// What becomes of a field with an issue.
    func resolution(isRequired: Bool) -> MappingIssue.Resolution {
        if isRequired { return purpose.resolution }
        // Nothing is made then, whichever field it was.
        return options.isAtomic && purpose == .make ? .madeNothing : .keptOldValue
    }

    /// Adds an issue with the value at `position`, or with one that is not there.
    // Never inlined, as `note` is not: it is rare, and what it needs of the stack would be a part of
    // every level of objects inside one another.
    @inline(never)
    mutating func refuse(
        _ code: MappingIssue.Code,
        at position: Int?,
        _ path: [MappingPath.Component],
        wanted target: String,
        isRequired: Bool,
        because explanation: String? = nil
    ) {
        if isRequired { requiredFailureCount &+= 1 }
        refuse(
            code,
            at: position,
            path,
            wanted: target,
            resolution: self.resolution(isRequired: isRequired),
            because: explanation
        )
    }

    @inline(never)
    mutating func refuse(
        _ code: MappingIssue.Code,
        at position: Int?,
        _ path: [MappingPath.Component],
        wanted target: String,
        resolution: MappingIssue.Resolution,
        because explanation: String? = nil
    ) {
        defer { hidesNextValue = false }
        guard report.issues.count < options.limits.issues else { return report.add(nil) }
        report.add(
            MappingIssue(
                path: MappingPath(components: self.path + path),
                code: code,
                sourceKind: position.map { kind(at: $0) } ?? .absent,
                target: target,
                resolution: resolution,
                explanation: explanation,
                value: shownValue(at: position),
                byteOffset: position.flatMap { byteOffset(at: $0) }
            )
        )
    }

    @inline(never)
    mutating func note(
        _ kind: MappingNote.Kind,
        at position: Int,
        _ path: [MappingPath.Component],
        target: String
    ) {
        guard options.listsFields, report.notes.count < options.limits.issues else { return }
        report.add(
            MappingNote(
                path: MappingPath(components: self.path + path),
                kind: kind,
                sourceKind: self.kind(at: position),
                target: target
            )
        )
    }

    mutating func byteOffset(at position: Int) -> Int? {
        if let enclosingOffset { return enclosingOffset }
        guard let token = document?[position] else { return nil }
        return Int(token.start) &- (token.kind == .string ? 1 : 0)
    }
}
