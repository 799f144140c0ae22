// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that its programs are never in a user's graph.
// README.md says how to run it.
let products = [
    "FootingArchives", "FootingCollections", "FootingDownloads", "FootingExtendedAttributes",
    "FootingHTML", "FootingLocalization", "FootingLocalizationTools", "FootingMapping",
    "FootingObservation", "FootingOperations", "FootingProxies", "FootingTranslation",
]
let package = Package(
    name: "footing-soak",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .target(name: "CAllocator"),
        .target(name: "CProcess"),
        // The server of the tests, by a symbolic link.
        .target(name: "LoopbackServer"),
        .executableTarget(
            name: "Soak",
            dependencies: ["CAllocator", "CProcess", "LoopbackServer"]
                + products.map { .product(name: $0, package: "footing") }
        ),
        .executableTarget(
            name: "LongStreams",
            dependencies: [.product(name: "FootingArchives", package: "footing")]
        ),
    ],
    swiftLanguageModes: [.v6]
)
