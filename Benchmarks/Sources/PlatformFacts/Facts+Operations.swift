extension Fact {
    static let operations: [Fact] = []
}
