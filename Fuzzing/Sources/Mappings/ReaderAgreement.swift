import FootingMapping
import Foundation

/// A check that a mapping and a decoder agree about one type.
///
/// Optionals are left out: if a value can't be used, the decoder makes nothing, but a mapping keeps
/// the initial value.
struct ReaderAgreement: Sendable {
    let check: @Sendable (MappingInput, Data) -> Void

    static let all = [
        agreement(99), agreement(Int8(99)), agreement(UInt64(99)), agreement(99.25),
        agreement(Float(99.25)),
        agreement(Decimal(99)), agreement(true), agreement("old"),
        agreement(Date(timeIntervalSince1970: 99)),
        agreement(URL(filePath: "/old")), agreement(UUID()), agreement(Data([9])),
        agreement(DecodedChoice.old),
        agreement([99]), agreement(["old"]), agreement([[99.25]]), agreement(["old": 99]),
        agreement([DecodedChoice.old]),
        agreement(["old": ["old"]]), agreement([Double?.none]), agreement(["old": Date?.none]),
    ]
}

enum DecodedChoice: String, Decodable, MappingConvertible { case free, a, old }

private struct Coded<Value: Decodable & Sendable>: Decodable, Sendable {
    let v: Value
}

private func agreement<Value: MappingConvertible & Decodable & Equatable & Sendable>(
    _ sample: Value
) -> ReaderAgreement {
    let mapping = Mapping<Slot<Value>> { Field("v", \.v).required() }
    return ReaderAgreement { input, data in
        var options = input.options
        // Only the other options are compared.
        options.keyStrategy = .exact
        options.isAtomic = false
        let decoder = LenientDecoder(options: options)
        guard let made = try? mapping.make(Slot(v: sample), json: data, options: options),
            let decoded = try? decoder.decode(Coded<Value>.self, json: data)
        else { return }
        decoded.report.checkCounts(options)
        expect(
            isSame(made.value?.v, decoded.value?.v),
            "\(Value.self): a mapping makes one thing, the decoder another"
        )
        expect(
            made.report.isClean == decoded.report.isClean,
            "\(Value.self): an issue from one reader only"
        )
    }
}
