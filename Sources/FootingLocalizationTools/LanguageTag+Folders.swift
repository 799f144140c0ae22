package import FootingLocalization

extension LanguageTag {
    /// The language of an `.lproj` folder; `nil` for other folders.
    package init?(folder: some StringProtocol, _ developmentLanguage: LanguageTag) {
        guard folder.lowercased().hasSuffix(".lproj") else { return nil }
        let name = String(folder.dropLast(6))
        guard name.lowercased() != "base" else {
            self = developmentLanguage
            return
        }
        self.init(folderName: name)
    }
}
