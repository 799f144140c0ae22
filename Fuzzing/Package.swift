// swift-tools-version: 6.3
import Foundation
import PackageDescription

// A package of its own: what only a fuzzer runs is never in a user's graph. README.md says how to
// run it.
let archives = Target.Dependency.product(name: "FootingArchives", package: "footing")
let attributes = Target.Dependency.product(name: "FootingExtendedAttributes", package: "footing")
let collections = Target.Dependency.product(name: "FootingCollections", package: "footing")
let downloads = Target.Dependency.product(name: "FootingDownloads", package: "footing")
let html = Target.Dependency.product(name: "FootingHTML", package: "footing")
let localization = Target.Dependency.product(name: "FootingLocalization", package: "footing")
let tools = Target.Dependency.product(name: "FootingLocalizationTools", package: "footing")
let mapping = Target.Dependency.product(name: "FootingMapping", package: "footing")
// Verdicts are compared with zlib's, where its headers are installed (`zlib1g-dev`).
let hasZlib = ["/usr/include", "/usr/local/include"].contains {
    FileManager.default.fileExists(atPath: $0 + "/zlib.h")
}
let zlib: [Target.Dependency] = hasZlib ? ["CZlib"] : []
let zlibSettings: [SwiftSetting] = hasZlib ? [.define("HAS_ZLIB")] : []
let package = Package(
    name: "footing-fuzzing",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "footing", path: "..")],
    targets: [
        .executableTarget(name: "ArchivePaths", dependencies: [archives]),
        .executableTarget(name: "AttributeDumps", dependencies: [attributes]),
        .executableTarget(name: "AttributeValues", dependencies: [attributes]),
        .executableTarget(name: "CatalogEdits", dependencies: [localization, tools]),
        .executableTarget(name: "DateTexts", dependencies: [mapping]),
        .executableTarget(
            name: "DeflateStreams",
            dependencies: [archives] + zlib,
            swiftSettings: zlibSettings
        ),
        .executableTarget(name: "DecodedLists", dependencies: [attributes]),
        .executableTarget(name: "DownloadRecords", dependencies: [downloads]),
        .executableTarget(name: "FoldedTexts", dependencies: [collections]),
        .executableTarget(name: "GzipStreams", dependencies: [archives]),
        .executableTarget(name: "HTMLDocuments", dependencies: [html]),
        .executableTarget(name: "HTMLSanitizers", dependencies: [html]),
        .executableTarget(name: "HTMLSelectors", dependencies: [html]),
        .executableTarget(name: "HTMLTokens", dependencies: [html]),
        // It reads with the module that this product and the attributes share.
        .executableTarget(name: "JSONDocuments", dependencies: [mapping]),
        .executableTarget(name: "LanguageNames", dependencies: [localization]),
        .executableTarget(name: "Mappings", dependencies: [mapping]),
        .executableTarget(name: "POFiles", dependencies: [localization, tools]),
        // The module that reads tables of the localization and tags of the attributes.
        .executableTarget(name: "PropertyLists", dependencies: [localization]),
        .executableTarget(name: "ResponseHeads", dependencies: [downloads]),
        .executableTarget(
            name: "RoundTrips",
            dependencies: [archives] + zlib,
            swiftSettings: zlibSettings
        ),
        .executableTarget(name: "SearchQueries", dependencies: [collections]),
        .executableTarget(name: "StringTables", dependencies: [localization]),
        .executableTarget(name: "SwiftSources", dependencies: [localization, tools]),
        .executableTarget(name: "TableReports", dependencies: [localization, tools]),
        .executableTarget(name: "TextFormats", dependencies: [localization]),
        .executableTarget(name: "TarStreams", dependencies: [archives]),
        .executableTarget(name: "Unpacking", dependencies: [archives]),
        .executableTarget(name: "XLIFFFiles", dependencies: [localization, tools]),
        .executableTarget(name: "ZipArchives", dependencies: [archives]),
    ] + (hasZlib ? [.systemLibrary(name: "CZlib", path: "CZlib")] : []),
    swiftLanguageModes: [.v6]
)
