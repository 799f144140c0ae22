// swift-tools-version: 6.3
import PackageDescription

// A package of its own, so that Benchmarks resolves nothing: its peers are other people's packages.
// Only the long run of the checks builds it. `FOOTING_SWIFTSOUP` names a repository of SwiftSoup,
// such as https://github.com/scinfu/SwiftSoup.git; without it, rows of SwiftSoup are skipped.
let swiftSoup = Context.environment["FOOTING_SWIFTSOUP"]
let package = Package(
    name: "footing-peers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "footing", path: "../.."),
        .package(name: "footing-benchmarks", path: ".."),
        .package(url: "https://github.com/OpenCombine/OpenCombine.git", exact: "0.14.0"),
        .package(url: "https://github.com/apple/swift-algorithms.git", exact: "1.2.1"),
        .package(url: "https://github.com/apple/swift-nio.git", exact: "2.101.2"),
    ] + (swiftSoup.map { [.package(url: $0, exact: "2.13.6")] } ?? []),
    targets: [
        .executableTarget(
            name: "PackageRatios",
            dependencies: [
                .product(name: "Algorithms", package: "swift-algorithms"),
                .product(name: "FootingCollections", package: "footing"),
                .product(name: "FootingHTML", package: "footing"),
                .product(name: "FootingObservation", package: "footing"),
                .product(name: "FootingOperations", package: "footing"),
                .product(name: "FootingProxies", package: "footing"),
                .product(name: "Harness", package: "footing-benchmarks"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOPosix", package: "swift-nio"),
                .product(name: "OpenCombine", package: "OpenCombine"),
            ] + (swiftSoup == nil ? [] : [.product(name: "SwiftSoup", package: "SwiftSoup")]),
            swiftSettings: swiftSoup == nil ? [] : [.define("HAS_SWIFTSOUP")]
        )
    ],
    swiftLanguageModes: [.v6]
)
