import Foundation
import Harness
import Records

extension Comparison {
    static func mapping() -> [Comparison] {
        mappingOfBytes() + mappingOfDictionaries() + mappingOfHostileDocuments()
    }

    private static func mappingOfBytes() -> [Comparison] {
        [
            reading("JSON to structs, 4.4 MB", .structs, to: .decoder, goal: 0.12),
            reading("JSON to structs, 1 MB", count: 2_270, .structs, to: .decoder, goal: 0.12),
            reading("JSON to structs, 8.8 MB", count: 20_000, .structs, to: .decoder, goal: 0.12),
            reading("JSON to structs, 4.4 MB", to: .serde, goal: 1.25),
            reading("JSON to structs, 4.4 MB", to: .pydantic, goal: 0.30),
            reading("JSON to structs, 4.4 MB", to: .msgspec, goal: 1.1),
            reading("JSON to objects, by key path", .objects, to: .decoderToObjects, goal: 0.18),
            reading(
                "JSON to objects, by setter",
                .objectsBySetters,
                to: .decoderToObjects,
                goal: 0.15
            ),
            reading("JSON by LenientDecoder", .lenientDecoder, to: .decoder, goal: 0.25),
            messyReading(), failingReading(), writing(),
        ]
    }

    private static func reading(
        _ title: String,
        count: Int = 10_000,
        _ ours: RecordReading,
        to peer: RecordReading,
        goal: Double
    ) -> Comparison {
        Comparison(title, to: peer.name, goal: goal) { effort in
            let document = RecordDocument(effort.isSmoke ? count / 10 : count)
            try ours.check(document.data)
            try peer.check(document.data)
            return Sides(ours: ours.work(on: document), peer: peer.work(on: document))
        }
    }

    private static func reading(_ title: String, to peer: RecordPeer, goal: Double) -> Comparison {
        Comparison(title, to: peer.name, goal: goal) { effort in
            let document = RecordDocument(effort.isSmoke ? 1_000 : 10_000)
            try RecordReading.structs.check(document.data)
            return Sides(
                ours: RecordReading.structs.work(on: document),
                peer: try peer.start(document)
            )
        }
    }

    private static func writing() -> Comparison {
        Comparison("10,000 structs to JSON, each", to: "JSONEncoder", goal: 0.25) { effort in
            let writing = try RecordWriting(effort.isSmoke ? 1_000 : 10_000)
            return Sides(
                ours: { count in for _ in 0..<count { blackHole(writing.byMapping()) } },
                peer: { count in for _ in 0..<count { blackHole(try writing.byEncoder()) } }
            )
        }
    }

    private static func messyReading() -> Comparison {
        let title = "messy JSON to structs, 4.4 MB"
        return Comparison(title, to: "the same of clean JSON", goal: 1.1) { effort in
            let count = effort.isSmoke ? 1_000 : 10_000
            let clean = RecordDocument(count)
            let messy = RecordDocument(count, .messy)
            try RecordReading.checkMessy(messy.data, clean.data)
            return Sides(
                ours: RecordReading.structs.work(on: messy),
                peer: RecordReading.structs.work(on: clean)
            )
        }
    }

    /// The documents have the same size, so that the ratio is one per byte.
    private static func failingReading() -> Comparison {
        let title = "5 fields of each record fail"
        return Comparison(title, to: "as many bytes of clean JSON", goal: 1.5) { effort in
            let count = effort.isSmoke ? 1_000 : 10_000
            let clean = RecordDocument(count)
            let sample = RecordDocument(count, .failing)
            let failing = RecordDocument(count * clean.data.count / sample.data.count, .failing)
            try RecordReading.checkFailing(failing.data)
            return Sides(
                ours: RecordReading.structs.work(on: failing),
                peer: RecordReading.structs.work(on: clean)
            )
        }
    }
}

extension RecordReading {
    /// The name in the title of a row.
    var name: String {
        switch self {
        case .decoder, .decoderToObjects: "JSONDecoder"
        case .serialization: "JSONSerialization"
        case .structs, .objects, .objectsBySetters, .lenientDecoder, .serializationAndStructs:
            "ours"
        }
    }

    /// The work of a row's side.
    func work(on document: RecordDocument) -> (_ count: Int) throws -> Void {
        { count in
            for _ in 0..<count {
                guard try self.count(document.data) == document.count else { throw Difference() }
            }
        }
    }
}
