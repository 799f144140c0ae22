import FootingBytes
import Foundation

/// The state shared by all values in the conversion of one field.
struct SourceContext {
    /// The document, if the input is JSON; otherwise an empty one.
    var document = JSONDocument.empty
    var options: MappingOptions
    var findings: Findings
    /// The field's settings, or `nil` if it has none.
    var settings: FieldSettings.Shared?
    /// Whether the value, or an enclosing value, belongs to a sensitive field.
    var isSensitive = false
    /// Whether the value is read without the conversions between kinds that the options allow.
    var isUnconverted = false
    /// The byte offset, in the JSON input, of the string that is being read as a list or as an
    /// embedded document; the inner one is `nil` for a string of a dictionary.
    var enclosingOffset: Int??

    init(_ options: MappingOptions, _ findings: Findings) {
        self.options = options
        self.findings = findings
    }

    var isLossy: Bool { settings?.settings.isLossy == true }
    /// Whether a list drops the objects that can't be made.
    ///
    /// If not, nothing is made.
    var leavesOutObjects: Bool { !options.isAtomic || isLossy }

    /// The path component for a key of the input; `nil` is one that can't be compared.
    func component(forInputKey key: String?) -> MappingPath.Component {
        guard let key, options.includesKeys, !isSensitive else { return .hiddenKey }
        return .key(key.prefix(ofBytes: options.limits.keyBytes))
    }
}

extension SourceContext {
    /// Calls `body` with a value as the whole input.
    static func lend<Result>(
        _ value: NativeValue,
        _ options: MappingOptions,
        for purpose: MappingSource.Purpose,
        _ body: (borrowing MappingSource) -> Result
    ) -> Result {
        Findings.lend { findings in
            SourceContext(options, findings).lend {
                $0.withSource(value, .init(purpose, depth: 1), body)
            }
        }
    }

    /// Calls `body` with the root value of a document as the whole input.
    static func lend<Result>(
        json data: Data,
        _ options: MappingOptions,
        for purpose: MappingSource.Purpose,
        _ body: (borrowing MappingSource) -> Result
    ) -> Swift.Result<Result, MappingError> {
        unsafe data.withUnsafeBytes { buffer in
            let bytes = unsafe ByteView(buffer)
            do throws(JSONFault) {
                let result = try JSONTape.scan(bytes, maximumCount: options.limits.elements)
                    .withDocument(over: bytes) { document in
                        Findings.lend { findings in
                            var context = SourceContext(options, findings)
                            context.document = document
                            return context.lend {
                                body(MappingSource(token: 0, .init(purpose, depth: 1), in: $0))
                            }
                        }
                    }
                return .success(result)
            } catch {
                return .failure(MappingError(error, in: bytes))
            }
        }
    }
}
