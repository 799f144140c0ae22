import FootingLocalizationMembers
import FootingLocalizationTools

extension LocalizationSettings {
    /// The settings in the file of a folder.
    static func current(in folder: String = ".") throws(Misuse) -> LocalizationSettings {
        do { return try read(in: folder) } catch { throw Misuse(error.reason) }
    }

    /// The functions in the file of a folder, or none without a file.
    static func functions(in folder: String = ".") throws(Misuse) -> [SourceFunction] {
        let settings = try current(in: folder)
        var functions: [SourceFunction] = settings.swiftUI ? .swiftUI : []
        for spelling in settings.functions { functions.append(try Options.function(spelling)) }
        return functions
    }
}
