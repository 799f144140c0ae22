// swift-tools-version: 6.3
import PackageDescription

// A package of its own: what only a fuzzer runs is never in a user's graph. README.md says how to
// run it.
let attributes = Target.Dependency.product(name: "FootingExtendedAttributes", package: "footing")
let localization = Target.Dependency.product(name: "FootingLocalization", package: "footing")
let reports = Target.Dependency.product(name: "FootingLocalizationReports", package: "footing")
let mapping = Target.Dependency.product(name: "FootingMapping", package: "footing")
let package = Package(
    name: "footing-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .executableTarget(name: "AttributeDumps", dependencies: [attributes]),
        .executableTarget(name: "AttributeValues", dependencies: [attributes]),
        .executableTarget(name: "DateTexts", dependencies: [mapping]),
        .executableTarget(name: "DecodedLists", dependencies: [attributes]),
        // It reads with the module that this product and the attributes share.
        .executableTarget(name: "JSONDocuments", dependencies: [mapping]),
        .executableTarget(name: "LanguageNames", dependencies: [localization]),
        .executableTarget(name: "Mappings", dependencies: [mapping]),
        // The module that reads tables of the localization and tags of the attributes.
        .executableTarget(name: "PropertyLists", dependencies: [localization]),
        .executableTarget(name: "StringTables", dependencies: [localization]),
        .executableTarget(name: "TableReports", dependencies: [localization, reports]),
        .executableTarget(name: "TextFormats", dependencies: [localization]),
    ],
    swiftLanguageModes: [.v6]
)
