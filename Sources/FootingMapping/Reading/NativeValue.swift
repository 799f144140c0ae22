import Foundation

/// A value of a dictionary, told apart by its concrete type.
///
/// Casts are not asked: on Linux they take `true` for 1, 1 for `true`, and numbers for others that
/// are merely close.
enum NativeValue {
    case null
    case bool(Bool)
    case integer(magnitude: UInt64, isNegative: Bool)
    case double(Double)
    case float(Float)
    /// A number that only its text says exactly.
    case digits(String)
    /// The digits of a `Decimal`, which doesn't say whether zeros at the end were written or came from an
    /// exponent.
    case decimal(String)
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

    /// `T` is the dynamic type here, because a call with an existential opens it.
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
        // A class instance is never bridged to one of Foundation's classes: it is one, or not.
        // Safe: a value whose type is a class is one reference.
        if T.self is AnyClass {
            return unsafe classifyObject(unsafeBitCast(value, to: AnyObject.self))
        }
        // A box in the box, as a list of `any Hashable` or an optional `Any` has them.
        let held = type(of: value as Any)
        if held != T.self { return classify(value, as: held) }
        return classifyRare(value)
    }

    private static func classify<Held>(_ value: Any, as _: Held.Type) -> NativeValue {
        (value as? Held).map { classify($0) } ?? .other
    }

    /// `value` as an `Exact`, if that is its type and not merely one it can be cast to.
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
        switch object {
        case is NSNull:
            .null
        case let number as NSDecimalNumber:
            // Its other accessors give wrong values for what a `Double` can't hold.
            .decimal(number.decimalValue.digits)
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

    private static func classifyRare(_ value: Any) -> NativeValue {
        if let value = exactly(AnyHashable.self, opening: value) { return NativeValue(value.base) }
        switch value {
        case let value as any AnyOptional: return classify(value)
        case let value as any BinaryInteger: return .digits("\(value)")
        default: break
        }
        if let value = exactly(Float.self, opening: value) { return .float(value) }
        if let value = exactly(CGFloat.self, opening: value) { return .double(Double(value)) }
        if let value = exactly(Decimal.self, opening: value) { return .decimal(value.digits) }
        if let value = exactly(Substring.self, opening: value) { return .string(String(value)) }
        if let value = value as? [String: Any] { return .object(value) }
        if let value = value as? [Any] { return .array(value) }
        return .other
    }

    /// Opens an optional, and those that it holds as an `Any`: as many as a program could mean.
    private static func classify(_ optional: any AnyOptional) -> NativeValue {
        var optional = optional
        for _ in 0..<64 {
            guard let value = optional.wrapped else { return .null }
            guard let inner = value as? any AnyOptional else { return NativeValue(value) }
            optional = inner
        }
        return .other
    }

    private static func exactly<Exact>(_: Exact.Type, opening value: Any) -> Exact? {
        func open<T>(_ value: T) -> Exact? { exactly(Exact.self, value) }
        return open(value)
    }
}

/// Any `Optional`, so that one inside an `Any` can be opened.
protocol AnyOptional {
    var wrapped: Any? { get }
}

extension Optional: AnyOptional {
    var wrapped: Any? { map { $0 } }
}
