/// The name of the platform in device rules, if it has one.
#if os(macOS) || targetEnvironment(macCatalyst)
let platformDevice: String? = "mac"
#elseif os(watchOS)
let platformDevice: String? = "applewatch"
#elseif os(tvOS)
let platformDevice: String? = "appletv"
#elseif os(visionOS)
let platformDevice: String? = "applevision"
#elseif os(iOS)
let platformDevice: String? = "iphone"
#else
let platformDevice: String? = nil
#endif

enum DeviceRule {
    /// Returns the indices of `devices` in the order of preference: `device`, which defaults to the
    /// platform's, then `other`, then the most frequent devices, then the rest by name.
    static func order(_ devices: [String], for device: String?) -> [Int] {
        let preferred = [device ?? platformDevice ?? "other", "other", "mac", "iphone"]
        let ranks = devices.map { String(preferred.firstIndex(of: $0) ?? preferred.count) + $0 }
        return FootingLocalization.order(of: ranks)
    }
}
