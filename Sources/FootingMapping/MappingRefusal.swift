/// The reason why a value can't be converted or written.
///
/// A conversion that gets a refusal from another conversion should return it unchanged, so that the
/// report contains the issues inside the value.
public struct MappingRefusal: Error, Sendable {
    private enum Content: Sendable {
        case code(MappingIssue.Code)
        case detail(Detail)
    }

    // A reference keeps `MappingConversion` small; it is allocated only for more than a code.
    private final class Detail: Sendable {
        let code: MappingIssue.Code
        let explanation: String?
        let inner: MappingReport?
        let isOfElements: Bool

        init(
            _ code: MappingIssue.Code,
            _ explanation: String?,
            inner: MappingReport? = nil,
            isOfElements: Bool = false
        ) {
            self.code = code
            self.explanation = explanation
            self.inner = inner
            self.isOfElements = isOfElements
        }
    }

    private let content: Content

    /// Creates a refusal.
    ///
    /// The explanation becomes ``MappingIssue/explanation``. It must not quote the input.
    public init(_ code: MappingIssue.Code, because explanation: String? = nil) {
        content = explanation == nil ? .code(code) : .detail(Detail(code, explanation))
    }

    /// Creates a refusal of a value that exceeds a limit.
    init(_ limit: MappingOptions.Limit) {
        self.init(.limitExceeded, because: limit.rawValue)
    }

    /// Creates a refusal of an object whose issues are in `report`.
    init(object report: MappingReport) {
        content = .detail(Detail(.missing, nil, inner: report))
    }

    /// Creates a refusal of an array or dictionary with invalid elements.
    ///
    /// The resolution of the issues in `report` is set when the report is passed on.
    init(elements report: MappingReport) {
        content = .detail(Detail(.typeMismatch, nil, inner: report, isOfElements: true))
    }

    private init(_ detail: Detail) {
        content = .detail(detail)
    }

    /// The reason why a member is left out that has no value, which is not an issue.
    static let absent = MappingRefusal(Detail(.missing, "the value is absent"))

    /// Whether this is ``absent``.
    var isAbsent: Bool {
        if case .detail(let detail) = content, case .detail(let absent) = Self.absent.content {
            detail === absent
        } else {
            false
        }
    }

    /// The reason, as a code that a caller can act on.
    public var code: MappingIssue.Code {
        switch content {
        case .code(let code): code
        case .detail(let detail): detail.code
        }
    }

    /// The details of the reason, or `nil` if the code says everything.
    public var explanation: String? {
        if case .detail(let detail) = content { detail.explanation } else { nil }
    }

    /// The issues inside the value, which replace an issue about the value itself.
    var inner: MappingReport? {
        if case .detail(let detail) = content { detail.inner } else { nil }
    }

    /// Whether the inner issues are about elements of an array or dictionary that is refused
    /// because of them.
    var isOfElements: Bool {
        if case .detail(let detail) = content { detail.isOfElements } else { false }
    }
}
