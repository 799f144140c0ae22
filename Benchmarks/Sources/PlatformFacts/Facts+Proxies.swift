extension Fact {
    static let proxies: [Fact] = []
}
