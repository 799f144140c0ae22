import Foundation

/// The plural rules of a language in the ICU that the system's Foundation brings along, whose
/// functions are found by name.
///
/// The types are those of ICU's header `upluralrules.h`: rules are an opaque pointer, the status is
/// an `Int32`, and keywords are written as UTF-16.
final class SystemPluralRules {
    private typealias Open =
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<Int32>) -> OpaquePointer?
    private typealias Close = @convention(c) (OpaquePointer) -> Void
    private typealias Select =
        @convention(c) (
            OpaquePointer, Double, UnsafeMutablePointer<UInt16>, Int32, UnsafeMutablePointer<Int32>
        ) -> Int32

    private static let capacity = 16
    private let rules: OpaquePointer
    private let close: Close
    private let select: Select
    private let keyword: UnsafeMutableBufferPointer<UInt16>

    /// Opens the rules for cardinal numbers, or answers `nil` where there is no such ICU.
    init?(_ language: String) {
        var status: Int32 = 0
        guard let program = dlopen(nil, RTLD_NOW),
            let open = dlsym(program, "swift_uplrules_open"),
            let close = dlsym(program, "swift_uplrules_close"),
            let select = dlsym(program, "swift_uplrules_select"),
            // Functions of C with these parameters, by the header named above.
            let rules = unsafeBitCast(open, to: Open.self)(language, &status), status <= 0
        else { return nil }
        self.rules = rules
        self.close = unsafeBitCast(close, to: Close.self)
        self.select = unsafeBitCast(select, to: Select.self)
        keyword = .allocate(capacity: Self.capacity)
        keyword.initialize(repeating: 0)
    }

    deinit {
        close(rules)
        keyword.deallocate()
    }

    /// The keyword of a number's category, valid until the next call.
    func select(_ number: Double) -> UnsafeBufferPointer<UInt16> {
        guard let start = keyword.baseAddress else { return .init(start: nil, count: 0) }
        var status: Int32 = 0
        let count = select(rules, number, start, Int32(Self.capacity), &status)
        return UnsafeBufferPointer(rebasing: keyword[..<min(Int(count), Self.capacity)])
    }

    /// The name of a number's category.
    func category(for number: Int) -> String {
        String(decoding: select(Double(number)), as: UTF16.self)
    }
}
