import FootingBytes
import Foundation

/// A value of a dictionary, classified by its concrete type.
///
/// Casts are not used: on Linux they convert between `true` and 1, and between numbers that are
/// merely close.
enum NativeValue {
    case null
    case bool(Bool)
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    case float(Float)
    /// A number that only a decimal string represents exactly.
    case digits(String)
    // A reference, because a `Decimal` is larger than the other values.
    case decimal(NSDecimalNumber)
    case string(String)
    case array([Any])
    case object([String: Any])
    case date(Date)
    case data(Data)
    case url(URL)
    case uuid(UUID)
    case other

    init(_ value: Any) {
        self = Self.classify(value)
    }

    var kind: MappingSourceKind {
        switch self {
        case .null: .null
        case .bool: .bool
        case .integer, .double, .float, .digits, .decimal: .number
        case .string: .string
        case .array: .array
        case .object: .object
        case .date, .data, .url, .uuid, .other: .other
        }
    }

    /// The number of elements or members.
    var childCount: Int {
        switch self {
        case .array(let list): list.count
        case .object(let members): members.count
        default: 0
        }
    }

    /// The number of values in this one, including itself.
    var totalSize: Int {
        var count = 1
        var containers = [self]
        // An `NSArray` can contain itself.
        while count < 1 << 24, let container = containers.popLast() {
            let children: [Any] =
                switch container {
                case .array(let list): list
                case .object(let members): Array(members.values)
                default: []
                }
            count &+= children.count
            containers += children.lazy.map { NativeValue($0) }.filter { $0.childCount > 0 }
        }
        return count
    }

    /// Calls `body` with the value in the representation that all conversions read.
    func withScalar<Result>(_ body: (Scalar) -> Result) -> Result {
        switch self {
        case .null: return body(.null)
        case .bool(let value): return body(.bool(value))
        case .integer(let magnitude, let isNegative):
            return body(.integer(magnitude: magnitude, isNegative: isNegative))
        case .double(let value): return body(.double(value))
        case .float(let value): return body(.double(Double(value)))
        case .digits, .decimal: return digits.withBytes { body(.number($0)) }
        case .string(let text): return text.withBytes { body(.text($0)) }
        case .array, .object, .date, .data, .url, .uuid, .other: return body(.other)
        }
    }

    /// The value, if it is an instance of `Value`.
    @inline(__always)
    func instance<Value>(of _: Value.Type) -> Value? {
        switch self {
        case .string(let value): value as? Value
        case .float(let value): value as? Value
        case .decimal(let value): value.decimalValue as? Value
        case .date(let value): value as? Value
        case .data(let value): value as? Value
        case .url(let value): value as? Value
        case .uuid(let value): value as? Value
        default: nil
        }
    }

    /// The string, number or Boolean as it is shown in reports; `nil` for any other value.
    var text: String? {
        switch self {
        case .bool(let value): "\(value)"
        case .integer(let magnitude, let isNegative): isNegative ? "-\(magnitude)" : "\(magnitude)"
        case .double(let value): "\(value)"
        case .float(let value): "\(value)"
        case .string(let text): text
        case .digits, .decimal: digits
        case .null, .array, .object, .date, .data, .url, .uuid, .other: nil
        }
    }

    /// The digits of a number that is a decimal string or a `Decimal`.
    @inline(never)
    var digits: String {
        switch self {
        case .digits(let text): text
        case .decimal(let value): value.decimalValue.digits
        default: ""
        }
    }

    /// `T` is the dynamic type: passing an existential opens it.
    private static func classify<T>(_ value: T) -> NativeValue {
        if let value = exactly(String.self, value) { return .string(value) }
        if let value = exactly(Int.self, value) { return signed(value) }
        if let value = exactly(Double.self, value) { return .double(value) }
        if let value = exactly(Bool.self, value) { return .bool(value) }
        if let value = exactly([String: Any].self, value) { return .object(value) }
        if let value = exactly([Any].self, value) { return .array(value) }
        if let value = exactly(Date.self, value) { return .date(value) }
        if let value = exactly(Data.self, value) { return .data(value) }
        if let value = exactly(URL.self, value) { return .url(value) }
        if let value = exactly(UUID.self, value) { return .uuid(value) }
        // A class instance is never bridged to a Foundation class. Safe: a value of class type is a
        // single reference.
        if T.self is AnyClass {
            return unsafe classifyObject(unsafeBitCast(value, to: AnyObject.self))
        }
        // A nested existential: an element of an array of `any Hashable`, or an optional `Any`.
        let held = type(of: value as Any)
        if held != T.self { return classify(value, as: held) }
        return classifyRare(value)
    }

    private static func classify<Held>(_ value: Any, as _: Held.Type) -> NativeValue {
        (value as? Held).map { classify($0) } ?? .other
    }

    /// `value` as an `Exact` if its type is exactly that, not merely castable to it.
    @inline(__always)
    private static func exactly<Exact, T>(_: Exact.Type, _ value: T) -> Exact? {
        // Safe: both names mean the same type.
        T.self == Exact.self ? unsafe unsafeBitCast(value, to: Exact.self) : nil
    }

    private static func signed<Integer: SignedInteger & FixedWidthInteger>(
        _ value: Integer
    ) -> NativeValue {
        .integer(magnitude: UInt64(value.magnitude), isNegative: value < 0)
    }

    private static func classifyObject(_ object: AnyObject) -> NativeValue {
        // Compared first, because most objects are plain numbers, and casts are slow.
        if type(of: object) == NSNumber.self, let number = object as? NSNumber {
            return classifyNumber(number)
        }
        return switch object {
        case is NSNull:
            .null
        case let number as NSDecimalNumber:
            // Its other accessors give wrong numbers for decimals that a `Double` can't represent.
            .decimal(number)
        case let number as NSNumber:
            classifyNumber(number)
        case let string as NSString:
            .string(String(describing: string))
        case let array as NSArray:
            .array(array.map { $0 })
        case let dictionary as NSDictionary:
            (dictionary as? [String: Any]).map { .object($0) } ?? .other
        case let date as NSDate:
            .date(date as Date)
        case let data as NSData:
            .data(data as Data)
        case let url as NSURL:
            .url(url as URL)
        case let uuid as NSUUID:
            .uuid(uuid as UUID)
        default:
            .other
        }
    }

    private static func classifyNumber(_ number: NSNumber) -> NativeValue {
        guard !number.holdsBool else { return .bool(number.boolValue) }
        switch unsafe UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d"): return .double(number.doubleValue)
        case UInt8(ascii: "f"): return .float(number.floatValue)
        case UInt8(ascii: "Q"), UInt8(ascii: "L"):
            return .integer(magnitude: number.uint64Value, isNegative: false)
        default: return signed(number.int64Value)
        }
    }

    private static func classifyRare<T>(_ value: T) -> NativeValue {
        if let value = exactly(AnyHashable.self, value) { return NativeValue(value.base) }
        switch value {
        case let value as any AnyOptional: return classify(value)
        case let value as any BinaryInteger: return .digits("\(value)")
        default: break
        }
        if let value = exactly(Float.self, value) { return .float(value) }
        if let value = exactly(CGFloat.self, value) { return .double(Double(value)) }
        if let value = exactly(Decimal.self, value) {
            return .decimal(NSDecimalNumber(decimal: value))
        }
        if let value = exactly(Substring.self, value) { return .string(String(value)) }
        if let value = value as? [String: Any] { return .object(value) }
        if let value = value as? [Any] { return .array(value) }
        return .other
    }

    /// Unwraps nested optionals, up to 64 levels.
    private static func classify(_ optional: any AnyOptional) -> NativeValue {
        var optional = optional
        for _ in 0..<64 {
            guard let value = optional.wrapped else { return .null }
            guard let inner = value as? any AnyOptional else { return NativeValue(value) }
            optional = inner
        }
        return .other
    }
}
