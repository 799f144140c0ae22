// Finds the resources of a SwiftPM target wherever the program is installed, or lists the paths
// tried.

import FootingLocalization

do {
    let bundle = try ResourceBundle.locate("Shop_Server")
    print("found", bundle.url.path)
} catch {
    print("Shop_Server is at none of these places:")
    for path in error.searchedPaths { print("-", path) }
}

// A missing optional bundle is not an error.
let themes = ResourceBundle.locateIfPresent("Shop_Themes")
print(themes?.url.path ?? "no themes are installed")

/// The strings of a library.
enum ShopStrings {
    /// Without the bundle, each string is its key.
    static let store: LocalizationStore = {
        let bundle = ResourceBundle.locateIfPresent("Shop_Server")
        return LocalizationStore(bundle.map { [$0] } ?? [], developmentLanguage: "en")
    }()
}
print(ShopStrings.store.localizer(for: .system)("greeting"))  // greeting
