import Harness

/// Prints how long our work takes, as a ratio to that of other people's Swift packages.
@main
enum PackageRatios {
    static func main() {
        RatioProgram(
            "PackageRatios",
            sections: [
                ("Collections", Comparison.collections),
                ("HTML", Comparison.html),
                ("Observation", Comparison.observation),
                ("Operations", Comparison.operations),
                ("Proxies", Comparison.proxies),
            ]
        ).run()
    }
}
