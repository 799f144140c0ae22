import FootingFormats

/// The state of one call of a ``LenientDecoder``, which all of its decoders and containers share.
///
/// A value is decoded *strictly* first: what fails throws, so that an initializer may catch it. If
/// anything was left out, kept or failed, the same is done once more *collecting*: then what fails is
/// reported, and something harmless given in its place, so that decoding goes on.
// Safe, because `run` is set for the time of `run(on:)` only, which keeps the run and the document
// alive. A decoder or container that an initializer has put by finds `nil` after that, and throws; it
// holds neither memory of the document nor a pointer of its own. None of them is `Sendable`, so none
// is used meanwhile by another thread.
@safe
final class DecodingSession {
    private(set) var run: UnsafeMutablePointer<MappingRun>?
    let userInfo: [CodingUserInfoKey: Any]
    var isCollecting = false
    /// How many values were left out or kept, while decoding strictly.
    var problemCount = 0
    /// How many values could not be used, caught or not, while decoding strictly.
    var failureCount = 0
    /// An initializer is asked first to take the value at hand as it is, without conversions.
    var isKeepingKinds = false
    private var types: [ObjectIdentifier: DecodableType] = [:]
    private var shapes: [ObjectIdentifier: KeyShape] = [:]
    /// A decoder that nobody holds any more; its parent is the next such one.
    private var spare: ValueDecoder?
    private var spareCount = 0

    private init(
        _ run: UnsafeMutablePointer<MappingRun>,
        _ userInfo: [CodingUserInfoKey: any Sendable]
    ) {
        unsafe self.run = run
        self.userInfo = userInfo
    }

    static func run<Value>(
        on run: inout MappingRun,
        _ userInfo: [CodingUserInfoKey: any Sendable],
        _ body: (DecodingSession) -> Value?
    ) -> (value: Value?, report: MappingReport) {
        let value = unsafe withUnsafeMutablePointer(to: &run) { run in
            let session = unsafe DecodingSession(run, userInfo)
            defer {
                unsafe session.run = nil
                session.spare = nil
                // A type that holds itself is a type of its own keys.
                for type in session.types.values { type.shape = nil }
            }
            return body(session)
        }
        return (value, run.report)
    }

    /// The value of the whole input.
    func value<Value: Decodable>(_ type: Value.Type, at place: Place, old: OldValue?) -> Value? {
        guard let run = unsafe run else { return nil }
        let type = self.type(Value.self)
        let base = ValueDecoder(self, old == nil ? .madeNothing : .keptOldValue)
        defer { base.letGo() }
        let slot = Slot(place: place, step: .root, old: old)
        let start = unsafe run.pointee.report.mark
        uncountedInput = place
        let value = try? base.value(Value.self, slot, type)
        if hasTriedEnough { return unsafe refused(Value.self, slot, base.resolution, start, run) }
        let strict = unsafe run.pointee.report
        let limit = unsafe run.pointee.options.limits.issues
        if value != nil, problemCount == 0 { return value }
        unsafe run.pointee.report.remove(from: start, to: run.pointee.report.mark)
        isCollecting = true
        _ = try? base.collected(Value.self, slot, type)
        isCollecting = false
        if hasTriedEnough { return unsafe refused(Value.self, slot, base.resolution, start, run) }
        if value == nil, unsafe run.pointee.report.mark.issueCount == start.issueCount {
            // It threw the first time only, so what it threw is not known any more.
            unsafe run.pointee.refuse(
                .rejected,
                at: nil,
                [],
                wanted: type.name,
                resolution: base.resolution,
                because: nil
            )
        }
        // What was set is as the first time; the second has found the issues, and counted all keys.
        unsafe run.pointee.report.withdrawFields(since: start)
        if unsafe run.pointee.options.isAtomic && !run.pointee.report.issuesAreTolerated {
            return nil
        }
        if value != nil { unsafe run.pointee.report.takeFields(of: strict, limit) }
        return value
    }

    /// How much may still be tried; see ``DecodingSession/mayTry(_:)``.
    var attemptsLeft = 10_000
    /// What allows for more attempts, until it has been counted.
    var uncountedInput: Place?
    /// Whether something was not tried any more.
    var hasTriedEnough = false

    /// How many values may be made up in one call, since an initializer may ask for more and more.
    private var madeUpBudget = 10_000

    func mayMakeUp() -> Bool {
        madeUpBudget &-= 1
        return madeUpBudget >= 0
    }

    var flaws = Flaws()
    /// Whether any refusal is among the flaws; a look at this one costs no access check.
    var hasRefusals = false

    func type<Value: Decodable>(_: Value.Type) -> DecodableType {
        let id = ObjectIdentifier(Value.self)
        if let type = types[id] { return type }
        let type = DecodableType(Value.self)
        types[id] = type
        return type
    }

    func shape<Key: CodingKey>(_: Key.Type) -> KeyShape {
        let id = ObjectIdentifier(Key.self)
        if let shape = shapes[id] { return shape }
        let strategy = unsafe run?.pointee.options.keyStrategy ?? .exact
        let shape = KeyShape(Key.self, strategy)
        shapes[id] = shape
        return shape
    }

    /// A decoder for a value in the one that `parent` is for.
    func decoder(for slot: Slot, in parent: ValueDecoder, _ type: DecodableType?) -> ValueDecoder {
        guard let decoder = spare else {
            let decoder = ValueDecoder(self, parent.resolution)
            decoder.begin(slot, in: parent, type)
            return decoder
        }
        spare = decoder.parent
        spareCount &-= 1
        decoder.begin(slot, in: parent, type)
        return decoder
    }

    /// A decoder for the member under one of the type's own keys, which is at `position`.
    func decoder(
        at position: Int,
        _ name: String,
        in parent: ValueDecoder,
        _ type: DecodableType
    ) -> ValueDecoder {
        var old = parent.old
        if old != nil { old = type.isReplacedWhole ? nil : old?.member(name) }
        let slot = Slot(place: .token(position), step: parent.step(to: name), old: old)
        return decoder(for: slot, in: parent, type)
    }

    /// Takes back a decoder that has done its work, unless somebody has kept it.
    func recycle(_ decoder: inout ValueDecoder) {
        guard isKnownUniquelyReferenced(&decoder), !decoder.isUnusual, spareCount < 64 else {
            return
        }
        decoder.end(before: spare)
        spare = decoder
        spareCount &+= 1
    }

    /// Hands the position of a value to `body`; one of a dictionary has a position meanwhile only.
    func withPosition<Result>(
        of place: Place,
        in run: UnsafeMutablePointer<MappingRun>,
        _ body: (Int?) throws -> Result
    ) rethrows -> Result {
        switch place {
        case .token(let position):
            return try body(position)
        case .native(let value):
            unsafe run.pointee.values.append(value)
            defer { unsafe run.pointee.values.removeLast() }
            let position = unsafe run.pointee.values.count &- 1
            return try body(position)
        case .absent, .duplicated, .hole:
            return try body(nil)
        }
    }
}
