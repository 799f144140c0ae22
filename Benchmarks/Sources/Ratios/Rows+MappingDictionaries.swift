import Foundation
import Harness
import Records

extension Comparison {
    static func mappingOfDictionaries() -> [Comparison] {
        [
            mappingDictionaries(goal: 0.38, to: RecordReading.decoder.name) {
                .here(RecordReading.decoder.work(on: $0))
            },
            mappingDictionaries(goal: 0.6, to: RecordPeer.pydanticDictionaries.name) {
                .child(try RecordPeer.pydanticDictionaries.start($0))
            },
            copiedDictionaries(), serializationAndMapping(), patch(),
        ]
    }

    private enum Peer {
        case here((_ count: Int) throws -> Void)
        case child(ChildPeer)
    }

    /// The dictionaries are there before.
    private static func mappingDictionaries(
        goal: Double,
        to peerName: String,
        _ peer: @escaping (RecordDocument) throws -> Peer
    ) -> Comparison {
        Comparison("dictionaries to structs", to: peerName, goal: goal) { effort in
            let document = RecordDocument(effort.isSmoke ? 1_000 : 10_000)
            try RecordReading.serializationAndStructs.check(document.data)
            let dictionaries = try RecordDictionaries(document.data)
            let ours = { (count: Int) in
                for _ in 0..<count {
                    guard dictionaries.structs() == document.count else { throw Difference() }
                }
            }
            switch try peer(document) {
            case .here(let work): return Sides(ours: ours, peer: work)
            case .child(let peer): return Sides(ours: ours, peer: peer)
            }
        }
    }

    /// The peer finds each value by its key and copies it, as an `Any`: no mapping can do less.
    private static func copiedDictionaries() -> Comparison {
        let peer = "copying each value once"
        return Comparison("dictionaries to structs", to: peer, goal: 2) { effort in
            let document = RecordDocument(effort.isSmoke ? 1_000 : 10_000)
            let dictionaries = try RecordDictionaries(document.data)
            return Sides(
                ours: { count in
                    for _ in 0..<count {
                        guard dictionaries.structs() == document.count else { throw Difference() }
                    }
                },
                peer: { count in
                    for _ in 0..<count {
                        guard dictionaries.copies() > 18 * document.count else {
                            throw Difference()
                        }
                    }
                }
            )
        }
    }

    /// Compares with a program that has bytes, and first makes dictionaries of them.
    private static func serializationAndMapping() -> Comparison {
        let title = "JSON to structs by JSONSerialization"
        return Comparison(title, to: "JSONSerialization alone", goal: 1.5) { effort in
            let document = RecordDocument(effort.isSmoke ? 1_000 : 10_000)
            return Sides(
                ours: RecordReading.serializationAndStructs.work(on: document),
                peer: RecordReading.serialization.work(on: document)
            )
        }
    }

    private static func patch() -> Comparison {
        let peer = "JSONEncoder, merge, JSONDecoder"
        return Comparison("one key of a dictionary to 18 fields", to: peer, goal: 0.045) { _ in
            let document = RecordDocument(1)
            var ours = try Patching(document)
            var peer = try Patching(document)
            guard ours.byMapping() == 1_000, try peer.byCoding() == 1_000 else {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for _ in 0..<count { blackHole(ours.byMapping()) }
                },
                peer: { count in
                    for _ in 0..<count { blackHole(try peer.byCoding()) }
                }
            )
        }
    }
}
