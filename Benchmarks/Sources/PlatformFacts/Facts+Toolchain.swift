/// What the compiler does, whichever module it matters to.
extension Fact {
    static let toolchain: [Fact] = [
        Fact("Toolchain", "catch-where after typed throw, text", known: "compiler crashes") {
            try Compiler.verdict(on: failing(clause: "catch where error.code == 1"), stage: .object)
        },
        Fact("Toolchain", "the same with a guard in the catch", known: "compiles") {
            try Compiler.verdict(on: failing(clause: "catch"), stage: .object)
        },
    ]

    private static func failing(clause: String) -> String {
        """
        struct Failure: Error { var code = 0 }
        func value() throws(Failure) -> Int { 1 }
        func show() throws {
            do {
                let value = try value()
                print("\\(value)")
            } \(clause) {
                guard error.code == 1 else { throw error }
            }
        }
        """
    }
}
