import FootingMapping

/// An object that other objects contain.
struct Leaf: Equatable, Sendable, Mappable {
    var number = 99
    var text: String?
    var list = [99]

    static let mapping = Mapping<Leaf> {
        Field("a", \.number).required()
        Field("b", \.text)
        Field("c", \.list)
    }
}

/// An object that is nested as deeply as its input.
struct Tree: Equatable, Sendable, Mappable {
    var number = 99
    var inner: [Tree] = []
    var named: [String: Tree?]?

    static let mapping = Mapping<Tree> {
        Field("a", \.number).validated("small") { $0 < 1_000 }
        Field("c", \.inner)
        Field("v", \.named)
    }
}

/// A class with an object in a property.
final class Branch {
    var number = 99 { didSet { setCount += 1 } }
    var leaf = Leaf()
    private(set) var setCount = 0

    static let mapping = Mapping<Branch> {
        Field("a", \.number)
        Field("v", \.leaf, Leaf.mapping)
    }
}

/// An object that uses every feature of a field except conversions: key paths with a common prefix,
/// aliases, and objects that are mapped in place, through accessors and from strings.
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
    var optional: Leaf?
    var several = [Leaf()]
    var named: [String: [Leaf]]?
    var tree: Tree?
    var camel = false
    var sensitive = ["old": Leaf()]
    var sensitiveNumber = 99

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
        Field("v.e", \.optional)
        Field("v", \.several).skippingEqual()
        Field("e", \.named).lossy()
        Field("c", \.tree)
        Field("myKey", \.camel)
        Field("s", \.sensitive).sensitive()
        Field("s", \.sensitiveNumber)
    }

    /// The declared keys, which any report may show.
    static let keys: Set = ["a", "b", "c", "e", "v", "s", "a.b", "myKey", "my_key"]
}

enum Shape: MappableUnion, Equatable {
    case leaf(Leaf)
    case tree(Tree)

    static let union = MappingUnion<Shape>(
        "b",
        [
            "leaf": .object(Shape.leaf) { if case .leaf(let leaf) = $0 { leaf } else { nil } },
            "1": .object(Shape.tree) { if case .tree(let tree) = $0 { tree } else { nil } },
        ]
    )
}

/// Unions, objects with default values, and members that no field reads.
struct Shapes: Equatable {
    var one = Shape.leaf(Leaf())
    var other: Shape?
    var list: [Shape] = []
    var leaf: Leaf? = Leaf()
    var rest: [String: Int] = [:]

    static let mapping = Mapping<Shapes> {
        Field("v", \.one)
        Field("a", \.other)
        Field("c", \.list)
        Field("e", \.leaf).default(Leaf())
        UnknownMembers(\.rest)
    }
    .validated("few") { $0.list.count < 100 }
}
