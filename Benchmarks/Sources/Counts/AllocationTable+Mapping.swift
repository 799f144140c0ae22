import Harness
import Records

extension AllocationTable {
    /// The allocations of a mapping: one set for a document, and those of the values.
    static func mappingCases() throws -> [Case] {
        let document = RecordDocument(1)
        var patching = try Patching(document)
        return [
            // The values of the keys.
            Case(title: "one key of a dictionary to 18 fields", promised: 1) {
                blackHole(patching.byMapping())
            },
            // The tokens.
            Case(title: "one key of JSON to 18 fields", promised: 1) {
                blackHole(try patching.byMappingOfJSON())
            },
            // The tokens, a long text and a list.
            Case(title: "one record of JSON to 18 fields", promised: 3) {
                try patching.wholeByMapping()
            },
        ]
    }
}
