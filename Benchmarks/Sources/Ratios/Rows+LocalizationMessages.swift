import FootingLocalization
import Harness
import Records
import Tables

/// Messages, created as by generated members, beside calls with their keys.
extension Comparison {
    static func messages() -> [Comparison] {
        [
            message("message without arguments", goal: 2.0) { localizer, _ in
                localizer(.title)
            } call: { localizer, _ in
                localizer("title")
            },
            message("message with 1 argument", goal: 1.9) { localizer, number in
                localizer(.price(number))
            } call: { localizer, number in
                localizer("price", number)
            },
        ]
    }

    private static func message(
        _ title: String,
        goal: Double,
        _ ours: @escaping (Localizer, Double) -> String,
        call theirs: @escaping (Localizer, Double) -> String
    ) -> Comparison {
        Comparison(title, to: "the same with its key", goal: goal) { _ in
            let folder = try Sentences.bundle()
            defer { folder.remove() }
            let localizer = LocalizationStore(folder.bundle).localizer(for: ["en"])
            func number(_ index: Int) -> Double { 700.25 + Double(index & 511) }
            for index in 0..<512
            where ours(localizer, number(index)) != theirs(localizer, number(index)) {
                throw Difference()
            }
            return Sides(
                ours: { count in
                    for index in 0..<count { blackHole(ours(localizer, number(index))) }
                },
                peer: { count in
                    for index in 0..<count { blackHole(theirs(localizer, number(index))) }
                }
            )
        }
    }
}

/// Written by hand as the generator writes them.
extension LocalizedMessage {
    fileprivate static var title: LocalizedMessage {
        LocalizedMessage("title", arguments: [], default: "What stands in the catalog")
    }

    fileprivate static func price(_ arg1: some NumericArgument) -> LocalizedMessage {
        LocalizedMessage("price", arguments: [arg1.formatValue], default: "%.2f")
    }
}
