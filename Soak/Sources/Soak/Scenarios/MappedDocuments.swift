import FootingMapping
import FootingObservation
import Foundation

/// Random documents, from JSON and from dictionaries, onto structs, observed objects and decoded.
final class MappedDocuments: Scenario {
    private let records: Counter
    private let refused: Counter
    private let made: Counter
    private let observed: Counter
    private let decoded: Counter
    private let damaged: Counter

    init(_ setting: Setting) {
        let ledger = setting.ledger
        records = ledger.counter("documents: records as written")
        refused = ledger.counter("documents: values refused")
        made = ledger.counter("documents: objects made")
        observed = ledger.counter("documents: changes observed")
        decoded = ledger.counter("documents: records decoded")
        damaged = ledger.counter("documents: damaged ones thrown")
    }

    func step(_ random: inout RandomSource, on thread: Int) throws {
        for _ in 1...random.number(1...10) {
            let document = RandomDocument(&random)
            try map(document)
            try observe(document)
            try decode(document)
            cut(document, &random)
        }
    }

    private func map(_ document: RandomDocument) throws {
        var record = MappedRecord()
        refused.expect(2 * document.refusedCount)
        let report = try MappedRecord.mapping.apply(json: document.json, to: &record)
        records.check(record, is: document.expected)
        refused.see(report.issues.count)

        record = MappedRecord()
        refused.see(
            MappedRecord.mapping.apply(document.dictionary, to: &record).issues.count
        )
        records.check(record, is: document.expected)

        let (value, _) = try MappedRecord.mapping.make(MappedRecord(), json: document.json)
        made.check(value, is: document.expected)
    }

    private func observe(_ document: RandomDocument) throws {
        let object = MappedObject()
        let bag = ObservationBag()
        object.observe(\.id) { [observed] _ in observed.see() }.store(in: bag)
        object.observe(\.title) { [observed] _ in observed.see() }.store(in: bag)
        object.observe(\.price) { [observed] _ in observed.see() }.store(in: bag)
        object.observe(\.flag) { [observed] _ in observed.see() }.store(in: bag)
        observed.expect(document.appliedScalarCount)
        _ = try MappedObject.mapping.apply(json: document.json, to: object)
        bag.cancel()
        let expected = document.expected
        records.check(object.title, is: expected.title)
        records.check(object.id, is: expected.id)
    }

    private func decode(_ document: RandomDocument) throws {
        let (value, report) = try LenientDecoder().decode(DecodedRecord.self, json: document.json)
        decoded.check(value != nil, is: document.isDecodable)
        decoded.check(report.issues.isEmpty, is: document.isDecodable)
        guard let value else { return }
        let expected = document.expected
        decoded.check(value.id ?? 0, is: expected.id)
        decoded.check(value.title ?? "untitled", is: expected.title)
        decoded.check(value.price ?? 0.5, is: expected.price)
        decoded.check(value.scores ?? [7], is: expected.scores)
        decoded.check(value.address?.city ?? "", is: expected.address.city)
        decoded.check(value.address?.zip ?? 0, is: expected.address.zip)
    }

    /// A document that ends too early is refused.
    private func cut(_ document: RandomDocument, _ random: inout RandomSource) {
        let json = document.json
        var record = MappedRecord()
        do {
            let length = random.number(0...json.count - 1)
            _ = try MappedRecord.mapping.apply(json: json.prefix(length), to: &record)
            damaged.check(false, String(decoding: json.prefix(length), as: UTF8.self))
        } catch {
            damaged.check(true)
        }
    }
}
