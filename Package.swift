// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "footing",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "FootingExtendedAttributes", targets: ["FootingExtendedAttributes"]),
        .library(name: "FootingLocalization", targets: ["FootingLocalization"]),
        .library(name: "FootingLocalizationReports", targets: ["FootingLocalizationReports"]),
        .library(name: "FootingMapping", targets: ["FootingMapping"]),
        .library(name: "FootingObservation", targets: ["FootingObservation"]),
        .library(name: "FootingOperations", targets: ["FootingOperations"]),
        .library(name: "FootingProxies", targets: ["FootingProxies"]),
        .library(name: "FootingTranslation", targets: ["FootingTranslation"]),
        .plugin(name: "LocalizationReport", targets: ["LocalizationReport"]),
    ],
    targets: [
        // Products. None depends on another, except that reports and translation depend on
        // localization.
        .target(
            name: "FootingExtendedAttributes",
            dependencies: [
                "CFiles", "FootingBytes", "FootingFiles", "FootingFormats", "FootingPropertyLists",
            ]
        ),
        .target(
            name: "FootingLocalization",
            dependencies: ["FootingBytes", "FootingLocks", "FootingPropertyLists"]
        ),
        .target(
            name: "FootingLocalizationReports",
            dependencies: ["FootingBytes", "FootingLocalization"]
        ),
        .target(
            name: "FootingMapping",
            dependencies: ["FootingBytes", "FootingFormats", "FootingLocks", "FootingThreadStack"]
        ),
        .target(
            name: "FootingObservation",
            dependencies: [
                "CObservationThread", "FootingFiles", "FootingLocks", "FootingThreadStack",
            ]
        ),
        .target(
            name: "FootingOperations",
            dependencies: [
                "CThreadStack", "FootingFiles", "FootingLocks", "FootingThreadStack",
                "FootingWaiting",
            ]
        ),
        .target(
            name: "FootingProxies",
            dependencies: ["FootingFiles", "FootingLocks", "FootingWaiting"]
        ),
        .target(
            name: "FootingTranslation",
            dependencies: ["FootingLocalization", "FootingLocks", "FootingWaiting"]
        ),

        // Internal targets: code of two products, and calls that `import Glibc` leaves out.
        .target(name: "FootingBytes"),
        .target(name: "FootingFiles", dependencies: ["CFiles"]),
        .target(name: "FootingFormats", dependencies: ["FootingBytes"]),
        .target(name: "FootingLocks", dependencies: ["CLocks"]),
        .target(name: "FootingPropertyLists", dependencies: ["FootingBytes"]),
        .target(name: "FootingThreadStack", dependencies: ["CThreadStack"]),
        .target(name: "FootingWaiting", dependencies: ["CThreadStack", "FootingLocks"]),
        .target(name: "CFiles"),
        .target(name: "CLocks"),
        .target(name: "CObservationThread"),
        .target(name: "CThreadStack"),

        // A command of SwiftPM. A program does its work, since a plugin can't use a library.
        .plugin(
            name: "LocalizationReport",
            capability: .command(
                intent: .custom(
                    verb: "localization-report",
                    description: "Check the tables of all languages against each other"
                )
            ),
            dependencies: ["localization-report"]
        ),
        .executableTarget(
            name: "localization-report",
            dependencies: ["FootingFiles", "FootingLocalization", "FootingLocalizationReports"]
        ),

        // Code of several test targets. Only tests depend on it, so no user builds it.
        .target(name: "TestSupport", path: "Tests/TestSupport"),

        .testTarget(name: "DocumentationTests"),
        .testTarget(
            name: "FootingExtendedAttributesTests",
            dependencies: [
                "FootingBytes", "FootingExtendedAttributes", "FootingFiles", "FootingFormats",
                "FootingPropertyLists", "TestSupport",
            ]
        ),
        .testTarget(name: "FootingFilesTests", dependencies: ["FootingFiles"]),
        .testTarget(
            name: "FootingFormatsTests",
            dependencies: ["FootingBytes", "FootingFormats", "FootingPropertyLists", "TestSupport"]
        ),
        .testTarget(
            name: "FootingLocalizationTests",
            dependencies: ["FootingBytes", "FootingLocalization", "TestSupport"]
        ),
        .testTarget(
            name: "FootingLocalizationReportsTests",
            dependencies: ["FootingLocalization", "FootingLocalizationReports", "TestSupport"]
        ),
        .testTarget(
            name: "LocalizationReportTests",
            dependencies: ["FootingLocalizationReports", "TestSupport", "localization-report"]
        ),
        .testTarget(name: "FootingLocksTests", dependencies: ["FootingLocks", "TestSupport"]),
        .testTarget(name: "FootingMappingTests", dependencies: ["FootingMapping", "TestSupport"]),
        .testTarget(
            name: "FootingWaitingTests",
            dependencies: ["FootingOperations", "FootingProxies", "FootingWaiting", "TestSupport"]
        ),
        .testTarget(
            name: "FootingObservationTests",
            dependencies: ["FootingLocks", "FootingObservation", "TestSupport"]
        ),
        .testTarget(
            name: "FootingOperationsTests",
            dependencies: ["FootingFiles", "FootingOperations", "TestSupport"]
        ),
        .testTarget(
            name: "FootingProxiesTests",
            dependencies: ["FootingProxies", "ProxiesProbe", "TestSupport"]
        ),
        .testTarget(
            name: "FootingTranslationTests",
            dependencies: ["FootingLocalization", "FootingTranslation", "TestSupport"]
        ),

        // A program that tests start, for behaviour of a whole process.
        .executableTarget(
            name: "ProxiesProbe",
            dependencies: ["FootingProxies"],
            path: "Tests/Helpers/ProxiesProbe"
        ),
    ],
    swiftLanguageModes: [.v6]
)

let isC = { (target: Target) in target.name.hasPrefix("C") }
for target in package.targets where target.type != .plugin && !isC(target) {
    target.swiftSettings = [
        // Swift 7's rules, today.
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("ImmutableWeakCaptures"),
        .enableUpcomingFeature("InferIsolatedConformances"),
        .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
        // Every unsafe expression is marked.
        .strictMemorySafety(),
    ]
    // `.ci/run` sets the variable. It is not the default: Swift Build silences the warnings of
    // dependencies, and refuses to build one that makes errors of them.
    if Context.environment["FOOTING_STRICT"] == "1" {
        target.swiftSettings? += [
            .treatAllWarnings(as: .error), .treatWarning("ExplicitSendable", as: .error),
        ]
    }
}
