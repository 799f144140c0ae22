// swift-tools-version: 6.2
import PackageDescription

// A package of its own: what only a fuzzer runs is never in a user's graph. README.md says how to
// run it.
let attributes = Target.Dependency.product(name: "FootingExtendedAttributes", package: "footing")
let package = Package(
    name: "footing-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .executableTarget(name: "AttributeDumps", dependencies: [attributes]),
        .executableTarget(name: "AttributeValues", dependencies: [attributes]),
    ],
    swiftLanguageModes: [.v6]
)
