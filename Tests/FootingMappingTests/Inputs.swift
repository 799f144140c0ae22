import FootingMapping
import Foundation
import XCTest

/// A document in one of the formats that a mapping accepts.
enum Input {
    case bytes(Data)
    case dictionary([String: Any])

    /// The document as bytes, and as the dictionary that Foundation reads from it.
    static func all(_ json: String) throws -> [Input] {
        let data = Data(json.utf8)
        let object = try JSONSerialization.jsonObject(with: data)
        return [.bytes(data), .dictionary(try XCTUnwrap(object as? [String: Any], json))]
    }

    func apply<Root>(
        _ mapping: Mapping<Root>,
        to root: inout Root,
        options: MappingOptions = .standard
    ) throws -> MappingReport {
        switch self {
        case .bytes(let data): try mapping.apply(json: data, to: &root, options: options)
        case .dictionary(let values): mapping.apply(values, to: &root, options: options)
        }
    }

    func apply<Root: AnyObject>(
        _ mapping: Mapping<Root>,
        to root: Root,
        options: MappingOptions = .standard
    ) throws -> MappingReport {
        switch self {
        case .bytes(let data): try mapping.apply(json: data, to: root, options: options)
        case .dictionary(let values): mapping.apply(values, to: root, options: options)
        }
    }

    func make<Root>(
        _ mapping: Mapping<Root>,
        _ initial: Root,
        options: MappingOptions = .standard
    ) throws -> (value: Root?, report: MappingReport) {
        switch self {
        case .bytes(let data): try mapping.make(initial, json: data, options: options)
        case .dictionary(let values): mapping.make(initial, from: values, options: options)
        }
    }

    func makeArray<Root>(
        _ mapping: Mapping<Root>,
        of initial: @autoclosure () -> Root,
        at path: String,
        options: MappingOptions = .standard
    ) throws -> (values: [Root], report: MappingReport) {
        switch self {
        case .bytes(let data):
            try mapping.makeArray(of: initial(), json: data, at: path, options: options)
        case .dictionary(let values):
            mapping.makeArray(of: initial(), from: values, at: path, options: options)
        }
    }
}

/// Applies a mapping to a copy of `root`, for each format of the document.
func applying<Root>(
    _ mapping: Mapping<Root>,
    to root: Root,
    _ json: String,
    _ options: MappingOptions = .standard,
    check: (Root, MappingReport) throws -> Void
) throws {
    for input in try Input.all(json) {
        var root = root
        let report = try input.apply(mapping, to: &root, options: options)
        try check(root, report)
    }
}
