/// The reason why a value can't be used: the underlying error of a `DecodingError` that a container
/// throws.
///
/// It is reported if no initializer catches the error.
///
/// A class, so that passing the error on takes only one reference.
final class Refused: Error {
    enum Reason: Sendable {
        case value(MappingRefusal, Found, wanted: any Any.Type)
        /// Issues of elements, with paths from the root of the input.
        case elements(MappingReport)
    }

    /// A description of the value that was found, for reports.
    struct Found: Sendable {
        var kind = MappingSourceKind.absent
        var value: String?
        var byteOffset: Int?
    }

    let reason: Reason
    /// The number of steps from the root of the input to the value.
    let reach: Int
    /// Issues that were found earlier in the objects that can't be made because of this error.
    let earlier: MappingReport?

    init(_ reason: Reason, reach: Int, earlier: MappingReport? = nil) {
        self.reason = reason
        self.reach = reach
        self.earlier = earlier
    }
}

extension Refused {
    /// The same reason, preceded by issues that were found earlier.
    func preceded(by found: MappingReport) -> Refused {
        Refused(reason, reach: reach, earlier: found.followed(by: earlier))
    }
}

/// An error that an initializer threw on its own, and its issues.
struct ThrownError {
    let error: any Error
    let issues: MappingReport
    /// The steps to the value whose initializer threw the error.
    let steps: [Step]
    /// Issues that were found earlier in the objects that can't be made because of this error.
    var earlier: MappingReport?

    /// Whether `other` is this same error, not only an equal one.
    func `is`(_ other: any Error) -> Bool {
        // Safe: an `any Error` is one reference, to a box that the program passes on when it throws
        // an error again. This value retains its own, so that no other box has the same address.
        // `as` keeps the call from passing the error inside the box.
        unsafe unsafeBitCast(error as any Error, to: UnsafeRawPointer.self)
            == unsafeBitCast(other as any Error, to: UnsafeRawPointer.self)
    }
}
