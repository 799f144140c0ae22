/// Facts about the compiler, for all modules.
extension Fact {
    static let toolchain: [Fact] = [
        Fact("Toolchain", "catch-where after typed throw, text", known: "compiler crashes") {
            try Compiler.verdict(on: failing(clause: "catch where error.code == 1"), stage: .object)
        },
        Fact("Toolchain", "the same with a guard in the catch", known: "compiles") {
            try Compiler.verdict(on: failing(clause: "catch"), stage: .object)
        },
        catching("catch let error as Failure", known: "compiler crashes"),
        catching("catch is Failure", known: "compiler crashes"),
        catching("catch where error.code == 1", known: "compiler crashes"),
        catching("catch .failure(let cause)", of: cases, known: "compiler crashes"),
        catching("catch Failure.failure(let cause)", of: cases, known: "compiler crashes"),
        catching("catch .missing", of: cases, known: "compiler crashes"),
        catching("catch .failure(let cause) {} catch", of: cases, known: "compiles"),
        catching("catch .failure {} catch .missing", of: cases, known: "compiles"),
        catching("catch", known: "compiles"),
    ]

    private static let record = #"struct Failure: Error { var code = 0, path = "" }"#
    private static let cases = "enum Failure: Error { case failure(String), missing }"

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

    /// A `catch` clause after a typed throw, in a function that passes a closure to `map`, `filter`
    /// or `sorted`, each in a debug and a release build.
    ///
    /// The error holds a string, like those of this package: a pattern on a trivial type compiles.
    private static func catching(
        _ clause: String,
        of type: String = record,
        known: String
    ) -> Fact {
        Fact("Toolchain", "\(clause), and a closure", known: known, within: .seconds(60)) {
            var verdicts: [(build: String, verdict: String)] = []
            for call in ["map { $0 + 1 }", "filter { $0 > 1 }", "sorted { $0 > $1 }"] {
                for option in ["-Onone", "-O"] {
                    let source = """
                        \(type)
                        func value() throws(Failure) -> Int { 1 }
                        func show(_ values: [Int]) throws -> [Int] {
                            do { print(try value()) } \(clause) {}
                            return values.\(call)
                        }
                        """
                    let verdict = try Compiler.verdict(
                        on: source,
                        stage: .object,
                        options: [option]
                    )
                    verdicts.append(("\(call) \(option)", verdict))
                }
            }
            guard Set(verdicts.map(\.verdict)).count > 1 else { return verdicts[0].verdict }
            return verdicts.map { "\($0.build): \($0.verdict)" }.joined(separator: ", ")
        }
    }
}
