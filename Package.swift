// swift-tools-version: 6.3
import PackageDescription

// The libraries that users import, each with the rooms that it uses. None depends on another, but
// reports and translation depend on localization.
let libraries: [Target] = [
    .target(name: "FootingArchives", dependencies: ["FootingBytes", "FootingFiles"]),
    .target(name: "FootingCollections"),
    .target(
        name: "FootingDownloads",
        dependencies: [
            "CDownloads", "CFooting", "FootingBytes", "FootingFiles", "FootingFormats",
            "FootingLocks", "FootingWaiting",
        ]
    ),
    .target(
        name: "FootingExtendedAttributes",
        dependencies: [
            "CFooting", "FootingBytes", "FootingFiles", "FootingFormats", "FootingPropertyLists",
        ]
    ),
    .target(name: "FootingHTML", dependencies: ["FootingBytes"]),
    .target(
        name: "FootingLocalization",
        dependencies: ["FootingBytes", "FootingLocks", "FootingPropertyLists"]
    ),
    .target(
        name: "FootingLocalizationTools",
        dependencies: [
            "FootingBytes", "FootingFiles", "FootingLocalization", "FootingLocalizationMembers",
        ]
    ),
    .target(
        name: "FootingMapping",
        dependencies: ["FootingBytes", "FootingFormats", "FootingLocks", "FootingThreadStack"]
    ),
    .target(
        name: "FootingObservation",
        dependencies: ["CFooting", "FootingLocks", "FootingThreadStack"]
    ),
    .target(
        name: "FootingOperations",
        dependencies: ["FootingFiles", "FootingLocks", "FootingThreadStack", "FootingWaiting"]
    ),
    .target(
        name: "FootingProxies",
        dependencies: ["CFooting", "FootingLocks", "FootingWaiting"]
    ),
    .target(
        name: "FootingTranslation",
        dependencies: ["FootingLocalization", "FootingLocks", "FootingWaiting"]
    ),
]

// Internal targets, each with the code for one task of at least two libraries.
let rooms: [Target] = [
    .target(name: "FootingBytes"),
    .target(name: "FootingFiles", dependencies: ["CFooting"]),
    .target(name: "FootingFormats", dependencies: ["FootingBytes"]),
    .target(
        name: "FootingLocalizationMembers",
        dependencies: ["FootingBytes", "FootingLocalization", "FootingPropertyLists"]
    ),
    .target(name: "FootingLocks", dependencies: ["CLocks"]),
    .target(name: "FootingPropertyLists", dependencies: ["FootingBytes"]),
    .target(name: "FootingThreadStack", dependencies: ["CFooting"]),
    .target(name: "FootingWaiting", dependencies: ["CFooting", "FootingLocks"]),
]

// The programs of the plugins, since a plugin can't use a library: of both commands, and of the
// generator of messages, which every user's build of messages builds first. And one for tests of
// behaviour that only a whole process shows.
let programs: [Target] = [
    .executableTarget(
        name: "localization",
        dependencies: [
            "FootingFiles", "FootingLocalization", "FootingLocalizationMembers",
            "FootingLocalizationTools",
        ]
    ),
    .executableTarget(
        name: "localization-keys",
        dependencies: ["FootingLocalization", "FootingLocalizationMembers"]
    ),
    .executableTarget(
        name: "ProxiesProbe",
        dependencies: ["FootingProxies"],
        path: "Tests/Helpers/ProxiesProbe"
    ),
]

// The tests, and the code that they share. No user builds them.
let tests: [Target] = [
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .target(name: "LoopbackServer", path: "Tests/Helpers/LoopbackServer"),
    .testTarget(
        name: "DocumentationTests",
        dependencies: ["FootingExtendedAttributes", "LoopbackServer", "TestSupport"]
    ),
    .testTarget(
        name: "FootingArchivesTests",
        dependencies: ["FootingArchives", "FootingBytes", "FootingFiles", "TestSupport"]
    ),
    .testTarget(
        name: "FootingCollectionsTests",
        dependencies: ["FootingCollections", "TestSupport"]
    ),
    .testTarget(
        name: "FootingDownloadsTests",
        dependencies: [
            "CDownloads", "FootingBytes", "FootingDownloads", "FootingExtendedAttributes",
            "FootingFiles", "LoopbackServer", "TestSupport",
        ]
    ),
    .testTarget(
        name: "FootingExtendedAttributesTests",
        dependencies: [
            "FootingBytes", "FootingExtendedAttributes", "FootingFiles", "FootingPropertyLists",
            "TestSupport",
        ]
    ),
    .testTarget(name: "FootingFilesTests", dependencies: ["FootingFiles", "TestSupport"]),
    .testTarget(
        name: "FootingFormatsTests",
        dependencies: ["FootingBytes", "FootingFormats", "FootingPropertyLists", "TestSupport"]
    ),
    .testTarget(
        name: "FootingHTMLTests",
        dependencies: ["FootingBytes", "FootingHTML", "TestSupport"]
    ),
    .testTarget(
        name: "FootingLocalizationToolsTests",
        dependencies: [
            "FootingLocalization", "FootingLocalizationMembers", "FootingLocalizationTools",
            "TestSupport",
        ]
    ),
    .testTarget(
        name: "FootingLocalizationTests",
        dependencies: ["FootingBytes", "FootingLocalization", "TestSupport"]
    ),
    .testTarget(name: "FootingLocksTests", dependencies: ["FootingLocks", "TestSupport"]),
    .testTarget(name: "FootingMappingTests", dependencies: ["FootingMapping", "TestSupport"]),
    .testTarget(
        name: "FootingObservationTests",
        dependencies: ["FootingLocks", "FootingObservation", "TestSupport"]
    ),
    .testTarget(
        name: "FootingOperationsTests",
        dependencies: [
            "FootingFiles", "FootingLocks", "FootingOperations", "FootingWaiting", "TestSupport",
        ]
    ),
    .testTarget(
        name: "FootingProxiesTests",
        dependencies: ["FootingProxies", "ProxiesProbe", "TestSupport"]
    ),
    .testTarget(
        name: "FootingTranslationTests",
        dependencies: ["FootingLocalization", "FootingTranslation", "TestSupport"]
    ),
    .testTarget(
        name: "FootingWaitingTests",
        dependencies: ["FootingOperations", "FootingProxies", "FootingWaiting", "TestSupport"]
    ),
    .testTarget(
        name: "LocalizationCommandTests",
        dependencies: [
            "FootingLocalizationMembers", "FootingLocalizationTools", "TestSupport", "localization",
        ]
    ),
]

for target in libraries + rooms + programs + tests {
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
            // A third less time, since a change of one file need not be compiled quickly here.
            .unsafeFlags([
                "-disable-batch-mode", "-wmo", "-num-threads", "2",
                "-index-ignore-system-modules",
            ]),
        ]
    }
}

// `.ci/run` names the tests that it builds with a sanitizer; without the variable, all are built.
let names = Context.environment["FOOTING_TESTS"]?.split(separator: " ").map(String.init)
let selectedTests = tests.filter { !$0.isTest || names?.contains($0.name) ?? true }

let package = Package(
    name: "footing",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: libraries.map { .library(name: $0.name, targets: [$0.name]) } + [
        .plugin(name: "Localization", targets: ["Localization"]),
        .plugin(name: "LocalizationKeys", targets: ["LocalizationKeys"]),
        .plugin(name: "LocalizationReport", targets: ["LocalizationReport"]),
    ],
    targets: libraries + rooms + programs + selectedTests + [
        // The system calls and other C functions that `import Glibc` leaves out. Those of locks are
        // apart, since a program gets all functions of a C target: localization needs only these.
        .target(name: "CFooting"),
        .target(name: "CLocks"),
        // libcurl, loaded at run time.
        .target(name: "CDownloads"),
        .plugin(
            name: "Localization",
            capability: .command(
                intent: .custom(
                    verb: "localization",
                    description: "Write tables, messages, and files for translators"
                ),
                permissions: [
                    .writeToPackageDirectory(reason: "It writes tables and the files of --to.")
                ]
            ),
            dependencies: ["localization"]
        ),
        .plugin(
            name: "LocalizationKeys",
            capability: .buildTool(),
            dependencies: ["localization-keys"]
        ),
        .plugin(
            name: "LocalizationReport",
            capability: .command(
                intent: .custom(
                    verb: "localization-report",
                    description: "Check the tables of all languages against each other"
                )
            ),
            dependencies: ["localization"]
        ),
    ],
    swiftLanguageModes: [.v6]
)
