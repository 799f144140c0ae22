import FootingMapping
import Foundation
import XCTest

/// The ways in which a ``LenientDecoder`` uses the conversion table.
extension TableReader {
    /// By key, as an update of an existing value.
    static let update = TableReader(name: "update", isDecoder: true) {
        target,
        setting,
        input,
        options in
        try updating(target, setting, input, options)
    }

    /// By key, as an update of a type that decodes itself from a single value.
    static let wrapper = TableReader(name: "wrapper", isDecoder: true) {
        target,
        setting,
        input,
        options in
        try updatingWrapper(target, setting, input, options)
    }

    /// By key, without an existing value.
    static let decode = TableReader(name: "decode", isDecoder: true) {
        target,
        setting,
        input,
        options in
        try decoding(target, setting, input, options)
    }

    private struct Wrapper<Value: Target>: Codable {
        var value = Value.sample

        init() {}

        init(from decoder: any Decoder) throws {
            value = try decoder.singleValueContainer().decode(Value.self)
        }

        func encode(to encoder: any Encoder) throws {
            var container = encoder.singleValueContainer()
            try container.encode(value)
        }
    }

    private struct WrapperHolder<Value: Target>: Codable {
        var v = Wrapper<Value>()
    }

    private static func updating<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        var holder = Holder<Value>()
        let report = try input.update(&holder, decoder(setting, options))
        return try outcome(of: report, holder.v)
    }

    private static func updatingWrapper<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        var holder = WrapperHolder<Value>()
        let report = try input.update(&holder, decoder(setting, options))
        return try outcome(of: report, holder.v.value)
    }

    private static func decoding<Value: Target>(
        _: Value.Type,
        _ setting: FieldSetting?,
        _ input: Input,
        _ options: MappingOptions
    ) throws -> RowResult {
        let decoder = decoder(setting, options)
        let (holder, report) = try input.decode(Holder<Value>.self, decoder)
        if let issue = report.issues.first, issue.resolution != .droppedElement {
            XCTAssertNil(holder)
            XCTAssertEqual(report.issues.map(\.resolution), report.issues.map { _ in .madeNothing })
            XCTAssertEqual(report.appliedCount, 0)
            return .issue(issue.code)
        }
        return try outcome(of: report, XCTUnwrap(holder).v)
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

    func update<Value: Codable>(
        _ value: inout Value,
        _ decoder: LenientDecoder = LenientDecoder()
    ) throws -> MappingReport {
        switch self {
        case .bytes(let data): try decoder.update(&value, json: data)
        case .dictionary(let values): decoder.update(&value, from: values)
        }
    }
}
