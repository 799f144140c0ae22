// expect: requires that 'Size' conform to 'Equatable'
import FootingMapping

struct Size {
    var side = 1
}

struct Box {
    var size = Size()
    var depth = 1

    static let mapping = Mapping<Box> {
        Field("size", \.size) { (side: Int) in Size(side: side) }
        Field("depth", \.depth).skippingEqual()
    }
    #if REFUSED
    static let skipping = Mapping<Box> {
        Field("size", \.size) { (side: Int) in Size(side: side) }.skippingEqual()
    }
    #endif
}
