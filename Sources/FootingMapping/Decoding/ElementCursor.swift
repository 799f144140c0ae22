import FootingBytes

/// The elements of a list in order, independent of how the input stores it.
struct ElementCursor {
    enum List {
        case tokens(next: Int, count: Int)
        case natives([Any])
        /// A value that is converted to a list of one element.
        case one(Origin)
    }

    private var list: List
    private(set) var index = 0
    let count: Int

    init(_ list: List) {
        self.list = list
        count =
            switch list {
            case .tokens(_, let count): count
            case .natives(let list): list.count
            case .one: 1
            }
    }

    var isAtEnd: Bool { index >= count }
    /// Whether the elements are those of a list, rather than one value converted to a list.
    var isList: Bool { if case .one = list { false } else { true } }

    /// The next element, or `nil` at the end.
    var slot: Slot? {
        guard index < count else { return nil }
        switch list {
        case .tokens(let token, _):
            return Slot(origin: .token(token), step: .index(index))
        case .natives(let list):
            return Slot(origin: .native(NativeValue(list[index])), step: .index(index))
        case .one(let origin):
            return Slot(origin: origin, step: .same)
        }
    }

    mutating func advance(in call: DecodingCall) {
        index &+= 1
        guard case .tokens(let token, let count) = list, index < count else { return }
        guard call.context != nil else { return }
        list = .tokens(next: call.document.index(after: token), count: count)
    }
}
