/// Why a value can't be used.
///
/// A conversion that gets one from another conversion passes it on, so that the report says what
/// was wrong inside.
public struct MappingRefusal: Error, Sendable {
    private enum Storage: Sendable {
        case code(MappingIssue.Code)
        case detail(Detail)
    }

    // Behind one reference, so that a result is small; made only where there is more to say.
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

    private let storage: Storage

    /// Creates a refusal.
    ///
    /// The explanation becomes ``MappingIssue/explanation``. It must not quote the input.
    public init(_ code: MappingIssue.Code, because explanation: String? = nil) {
        storage = explanation == nil ? .code(code) : .detail(Detail(code, explanation))
    }

    /// Creates the refusal of a value that is beyond a limit.
    init(_ limit: BrokenLimit) {
        self.init(.limit, because: limit.rawValue)
    }

    /// Creates the refusal of an object, about which `report` says everything.
    init(object report: MappingReport) {
        storage = .detail(Detail(.missing, nil, inner: report))
    }

    /// Creates the refusal of a list or dictionary with elements that can't be taken.
    ///
    /// What is done about them is said by whoever passes `report` on.
    init(elements report: MappingReport) {
        storage = .detail(Detail(.typeMismatch, nil, inner: report, isOfElements: true))
    }

    /// A reason that a caller can act on.
    public var code: MappingIssue.Code {
        switch storage {
        case .code(let code): code
        case .detail(let detail): detail.code
        }
    }

    /// What refuses the value, if there is more to say than the code does.
    public var explanation: String? {
        if case .detail(let detail) = storage { detail.explanation } else { nil }
    }

    /// The issues inside the value, which then need no issue of the value itself.
    var inner: MappingReport? {
        if case .detail(let detail) = storage { detail.inner } else { nil }
    }

    /// Whether the issues inside are about elements of a list that is refused because of them.
    var isOfElements: Bool {
        if case .detail(let detail) = storage { detail.isOfElements } else { false }
    }
}
