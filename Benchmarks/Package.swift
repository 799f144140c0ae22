// swift-tools-version: 6.3
import Foundation
import PackageDescription

// Peers in C, where their headers are installed (`zlib1g-dev`, `libdeflate-dev`, `libxml2-dev`,
// `libgumbo-dev`); elsewhere, their rows say so.
func hasHeader(_ name: String) -> Bool {
    ["/usr/include", "/usr/local/include"].contains {
        FileManager.default.fileExists(atPath: "\($0)/\(name)")
    }
}
let (hasZlib, hasLibdeflate) = (hasHeader("zlib.h"), hasHeader("libdeflate.h"))
let hasLibxml2 = hasHeader("libxml2/libxml/HTMLparser.h")
let hasGumbo = hasHeader("gumbo.h")

// A package of its own, so that what it compares against is never in a user's graph.
let package = Package(
    name: "footing-benchmarks",
    platforms: [.macOS(.v15)],
    products: [
        // For the package in Peers.
        .library(name: "Harness", targets: ["Harness"])
    ],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .target(name: "Harness"),
        .target(
            name: "Records",
            dependencies: [.product(name: "FootingMapping", package: "footing")]
        ),
        .target(
            name: "Tables",
            dependencies: [.product(name: "FootingLocalization", package: "footing")]
        ),
        .executableTarget(
            name: "Ratios",
            dependencies: (hasZlib ? ["CZlib"] : []) + (hasLibdeflate ? ["CLibdeflate"] : []) + [
                "Checksums",
                "Folding",
                "Harness",
                "CHTMLPeers",
                "CRawCalls",
                "Locks",
                "Records",
                "Tables",
                .product(name: "FootingArchives", package: "footing"),
                .product(name: "FootingCollections", package: "footing"),
                .product(name: "FootingDownloads", package: "footing"),
                .product(name: "FootingExtendedAttributes", package: "footing"),
                .product(name: "FootingHTML", package: "footing"),
                .product(name: "FootingLocalization", package: "footing"),
                .product(name: "FootingLocalizationTools", package: "footing"),
                .product(name: "FootingObservation", package: "footing"),
                .product(name: "FootingOperations", package: "footing"),
                .product(name: "FootingProxies", package: "footing"),
            ],
            swiftSettings: (hasZlib ? [.define("HAS_ZLIB")] : [])
                + (hasLibdeflate ? [.define("HAS_LIBDEFLATE")] : [])
        ),
        // The package's checksums, compiled again here: they are no part of a product.
        .target(
            name: "Checksums",
            dependencies: [.product(name: "FootingArchives", package: "footing")]
        ),
        .target(
            name: "CHTMLPeers",
            // Paths of headers are unsafe flags. A package that depends on this one by its path may
            // still use them.
            cSettings: (hasLibxml2
                ? [.define("HAS_LIBXML2"), .unsafeFlags(["-I/usr/include/libxml2"])] : [])
                + (hasGumbo ? [.define("HAS_GUMBO")] : []),
            linkerSettings: (hasLibxml2 ? [.linkedLibrary("xml2")] : [])
                + (hasGumbo ? [.linkedLibrary("gumbo")] : [])
        ),
        .target(name: "CRawCalls"),
        // The package's folding, compiled again here: it is no part of a product.
        .target(
            name: "Folding",
            dependencies: [.product(name: "FootingCollections", package: "footing")]
        ),
        // The package's lock, compiled again here: it is no part of a product.
        .target(
            name: "Locks",
            dependencies: [.product(name: "FootingObservation", package: "footing")]
        ),
        .executableTarget(
            name: "Counts",
            dependencies: [
                "CAccessChecks",
                "CAllocations",
                "CRawCalls",
                "Harness",
                "Records",
                "Tables",
                .product(name: "FootingCollections", package: "footing"),
                .product(name: "FootingExtendedAttributes", package: "footing"),
                .product(name: "FootingLocalization", package: "footing"),
            ]
        ),
        .target(name: "CAccessChecks"),
        .target(name: "CAllocations"),
        .executableTarget(name: "PlatformFacts"),
        .testTarget(name: "HarnessTests", dependencies: ["Harness"]),
    ] + (hasZlib ? [.systemLibrary(name: "CZlib")] : [])
        + (hasLibdeflate ? [.systemLibrary(name: "CLibdeflate")] : []),
    swiftLanguageModes: [.v6]
)
