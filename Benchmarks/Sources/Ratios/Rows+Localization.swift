import FootingLocalization
import Foundation
import Harness

extension Comparison {
    static func localization() -> [Comparison] {
        do {
            return [try lookUp()]
        } catch {
            return [
                Comparison(
                    lookUpTitle,
                    to: lookUpPeer,
                    goal: lookUpGoal,
                    unavailable: "its bundle could not be made: \(error)"
                )
            ]
        }
    }

    private static let lookUpTitle = "look-up among 10,000 keys"
    private static let lookUpPeer = "Bundle.localizedString"
    private static let lookUpGoal = 0.05

    private static func lookUp() throws -> Comparison {
        let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        let folder = root.appending(path: "Benchmark.bundle/en.lproj")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let entries = (0..<10_000).map {
            "\"section.\($0).title\" = \"The title of section \($0)\";\n"
        }
        let table = folder.appending(path: "Localizable.strings")
        try Data(entries.joined().utf8).write(to: table)
        // A power of two, so that finding the next key costs next to nothing.
        let keys = (0..<1_024).map { "section.\($0 * 9).title" }

        let located = try ResourceBundle.locate("Benchmark", in: [root])
        let localizer = LocalizationStore(located).localizer(for: ["en"])
        guard let bundle = Bundle(url: located.url) else {
            throw Unavailable("Bundle does not open \(located.url.path)")
        }
        return Comparison(
            lookUpTitle,
            to: lookUpPeer,
            goal: lookUpGoal,
            ours: { count in
                for number in 0..<count { blackHole(localizer(keys[number & 1_023])) }
            },
            peer: { count in
                for number in 0..<count {
                    blackHole(
                        bundle.localizedString(
                            forKey: keys[number & 1_023],
                            value: nil,
                            table: nil
                        )
                    )
                }
            },
            cleanUp: { try? FileManager.default.removeItem(at: root) }
        )
    }
}
