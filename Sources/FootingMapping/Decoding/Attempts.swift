/// The attempts of one call to decode values: how many there may be, and the ones that failed.
///
/// An initializer that tries several types at each level doubles its work with each level, even if
/// the input is small. So every attempt counts: each value, and the values that must be visited to
/// start decoding it. A valid value needs a few attempts for each value inside it.
final class Attempts {
    private var left = 10_000
    /// Whether an attempt was refused.
    private(set) var areExceeded = false
    /// Counts the values of the input, which most calls never need; `nil` once they are counted.
    ///
    /// Each of them allows 32 more attempts.
    var inputSize: (() -> Int)?

    /// Counts an attempt that visits `count` values.
    ///
    /// Returns whether it may be made.
    @inline(__always)
    func count(_ count: Int = 1) -> Bool {
        left &-= count
        return left >= 0 || extend()
    }

    @inline(never)
    private func extend() -> Bool {
        if let inputSize {
            self.inputSize = nil
            left &+= inputSize() &* 32
            if left >= 0 { return true }
        }
        areExceeded = true
        return false
    }

    /// A value from which the first attempt to decode a type fails.
    private struct Refusal: Hashable {
        let path: [Step]
        let type: ObjectIdentifier
    }

    /// The refusals of first attempts, so that enclosing values don't try them again.
    ///
    /// A refusal that is not among them costs another attempt and changes no result, so the steps
    /// of all their paths are limited: they would otherwise take more memory than the input.
    private var unconvertedRefusals: Set<Refusal> = []
    private var stepsLeft = 200_000

    func rememberUnconvertedRefusal(of decoder: ValueDecoder) {
        guard let type = decoder.type, stepsLeft > 0 else { return }
        stepsLeft -= decoder.steps.count
        unconvertedRefusals.insert(Refusal(path: decoder.steps, type: ObjectIdentifier(type)))
    }

    func hasUnconvertedRefusal(of decoder: ValueDecoder) -> Bool {
        guard !unconvertedRefusals.isEmpty, let type = decoder.type else { return false }
        return unconvertedRefusals.contains(
            Refusal(path: decoder.steps, type: ObjectIdentifier(type))
        )
    }
}

/// How the current attempt at one value is made.
struct ValueAttempt {
    /// Whether the initializer's containers read values without conversions between kinds.
    var readsUnconverted = false
    /// Whether a value was refused because of that.
    var hasUnconvertedRefusal = false
    /// Whether a value for one of the type's own keys was refused in an attempt of an enclosing
    /// value, which reads such values without conversions, too.
    var hasRefusalOfOwnKey = false
}
