import Harness

/// Prints how long our work takes, as a ratio to a peer's in the same run.
@main
enum Ratios {
    static func main() {
        RatioProgram(
            "Ratios",
            sections: [
                ("Archives", Comparison.archives),
                ("Collections", Comparison.collections),
                ("Downloads", Comparison.downloads),
                ("ExtendedAttributes", Comparison.extendedAttributes),
                ("HTML", Comparison.html),
                ("Localization", Comparison.localization),
                ("Mapping", Comparison.mapping),
                ("Observation", Comparison.observation),
                ("Operations", Comparison.operations),
                ("Proxies", Comparison.proxies),
            ]
        ).run()
    }
}
