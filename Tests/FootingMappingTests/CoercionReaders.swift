import FootingMapping
import Foundation
import XCTest

/// The ways in which a ``LenientDecoder`` uses the conversion table.
extension TableReader {
    /// By key, as a type that decodes itself from a single value.
    static let wrapper = TableReader(name: "wrapper", isDecoder: true) {
        target,
        setting,
        input,
        options in
        try decodingWrapper(target, setting, input, options)
    }

    /// By key.
    static let decode = TableReader(name: "decode", isDecoder: true) {
        target,
        setting,
        input,
        options in
        try decoding(target, setting, input, options)
    }

    private struct Wrapper<Value: Target>: Decodable {
        let value: Value

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
        }
    }

    private struct WrapperHolder<Value: Target>: Decodable {
        let v: Wrapper<Value>
    }

    private static func decodingWrapper<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        try decoding(WrapperHolder<Value>.self, \.v.value, setting, input, options)
    }

    private static func decoding<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        try decoding(Holder<Value>.self, \.v, setting, input, options)
    }

    private static func decoding<Whole: Decodable, Value: Target>(
        _: Whole.Type,
        _ value: (Whole) -> Value,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        let decoder = decoder(setting, options)
        let (holder, report) = try input.decode(Whole.self, decoder)
        if let issue = report.issues.first, issue.resolution != .droppedElement {
            XCTAssertNil(holder)
            XCTAssertEqual(report.issues.map(\.resolution), report.issues.map { _ in .madeNothing })
            XCTAssertEqual(report.appliedCount, 0)
            return .issue(issue.code)
        }
        return try outcome(of: report, value(XCTUnwrap(holder)))
    }

    private static func decoder(_ setting: FieldSetting?, _ options: MappingOptions)
        -> LenientDecoder
    {
        var options = options
        options.listsFields = true
        var decoder = LenientDecoder(options: options)
        switch setting {
        case .dates(let formats): decoder.options.dateFormats = formats
        case .bytes(let encodings): decoder.options.dataEncodings = encodings
        case .relative(let base): decoder.baseURL = base
        case .lossy: decoder.isLossy = true
        case .unknownPlan(let plan): decoder.fallbackCases = [Level.low, plan]
        case .split, .embedded, nil: break
        }
        return decoder
    }
}

extension Input {
    func decode<Value: Decodable>(
        _ type: Value.Type,
        _ decoder: LenientDecoder = LenientDecoder()
    ) throws -> (value: Value?, report: MappingReport) {
        switch self {
        case .bytes(let data): try decoder.decode(type, json: data)
        case .dictionary(let values): decoder.decode(type, from: values)
        }
    }
}
