extension Fact {
    static let observation: [Fact] = []
}
