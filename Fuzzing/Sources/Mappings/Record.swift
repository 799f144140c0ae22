import FootingMapping

/// An object inside another.
struct Leaf: Equatable, Sendable {
    var number = 99
    var text: String?
    var list = [99]

    static let mapping = Mapping<Leaf> {
        Field("a", \.number).required()
        Field("b", \.text)
        Field("c", \.list)
    }
}

/// An instance with an object in it.
final class Branch {
    var number = 99 { didSet { setCount += 1 } }
    var leaf = Leaf()
    private(set) var setCount = 0

    static let mapping = Mapping<Branch> {
        Field("a", \.number)
        Field("v", \.leaf, Leaf.mapping)
    }
}

/// An object with all that a field can be besides a conversion: keys that share a way, other names,
/// objects in place, behind accessors and in texts.
struct Record: Equatable {
    var number = 99
    var text = "old"
    var deep: Int?
    var deeper = [99]
    var dotted = false
    var leaf = Leaf()
    var inText = Leaf()
    private var hidden = Leaf()
    var reached: Leaf {
        get { hidden }
        set { hidden = newValue }
    }
    var members = ["old": 99]
    var lists = [["old"]]

    static let mapping = Mapping<Record> {
        Field("a", \.number).required()
        Field("b", \.text).aliases("c", "v.b", "a")
        Field("v.a", \.deep)
        Field("v.b.c", \.deeper).lossy()
        Field("a\\.b", \.dotted)
        Field("v", \.leaf, Leaf.mapping)
        Field("c", \.inText, Leaf.mapping).embeddedJSON()
        Field("e", \.reached, Leaf.mapping).required()
        Field("b", \.members)
        Field("v.c", \.lists).split(by: ",")
    }

    /// What its mappings declare, and may stand in any report.
    static let keys: Set = ["a", "b", "c", "e", "v", "a.b"]
}
