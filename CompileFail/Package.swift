// swift-tools-version: 6.3
import PackageDescription

// Builds the products, so that `run` can offer them to the samples. The samples belong to no target:
// they must not compile.
let products = [
    "FootingExtendedAttributes",
    "FootingLocalization",
    "FootingMapping",
    "FootingObservation",
    "FootingOperations",
    "FootingProxies",
]

let package = Package(
    name: "CompileFail",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .target(
            name: "Accepted",
            dependencies: products.map { .product(name: $0, package: "footing") }
        )
    ],
    swiftLanguageModes: [.v6]
)
