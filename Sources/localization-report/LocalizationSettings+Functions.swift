import FootingLocalizationMembers
import FootingLocalizationTools

extension LocalizationSettings {
    /// The functions in the file of a folder, or none without a file.
    static func functions(in folder: String = ".") throws(Misuse) -> [SourceFunction] {
        let settings: LocalizationSettings
        do {
            settings = try read(in: folder)
        } catch {
            throw Misuse(error.reason)
        }
        var functions: [SourceFunction] = settings.swiftUI ? .swiftUI : []
        for spelling in settings.functions { functions.append(try Options.function(spelling)) }
        return functions
    }
}
