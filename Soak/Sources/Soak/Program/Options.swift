import Foundation

/// The arguments of the program.
struct Options {
    static let usage = """
        usage: Soak [--seconds N] [--threads N] [--seed N] [--memory PERCENT] [--only NAME,...]

          --seconds N       how long the threads run; 1800
          --threads N       how many there are; 8
          --seed N          the seed of all random choices; otherwise a random one, which is printed
          --memory PERCENT  how much the resident memory may grow after the first minute; 2.
                            0 means that it is not judged, as under a sanitizer
          --only NAME,...   these scenarios and no others
        """

    var seconds = 1800
    var threads = 8
    var seed = UInt64.random(in: 0..<1_000_000)
    var memory = 2.0
    var only: Set<String> = []

    init(_ arguments: some Sequence<String>) {
        var rest = Array(arguments)[...]
        while let option = rest.popFirst() {
            if option == "--help" || option == "-h" {
                print(Self.usage)
                exit(0)
            }
            guard let text = rest.popFirst() else { Self.misuse("“\(option)” needs a value") }
            switch option {
            case "--seconds": seconds = Self.number(text, of: option, in: 1...1_000_000)
            case "--threads": threads = Self.number(text, of: option, in: 1...64)
            case "--seed": seed = Self.number(text, of: option, in: 0...UInt64.max)
            case "--memory": memory = Self.number(text, of: option, in: 0...1000)
            case "--only": only = Set(text.split(separator: ",").map(String.init))
            default: Self.misuse("there is no option “\(option)”")
            }
        }
    }

    /// Ends the program with a sentence on standard error.
    static func misuse(_ sentence: String) -> Never {
        FileHandle.standardError.write(Data("soak: \(sentence); see --help\n".utf8))
        exit(64)
    }

    private static func number<Number: LosslessStringConvertible & Comparable>(
        _ text: String,
        of option: String,
        in range: ClosedRange<Number>
    ) -> Number {
        guard let number = Number(text), range.contains(number) else {
            let bounds = "\(range.lowerBound) to \(range.upperBound)"
            misuse("\(option) takes a number from \(bounds), not “\(text)”")
        }
        return number
    }
}
