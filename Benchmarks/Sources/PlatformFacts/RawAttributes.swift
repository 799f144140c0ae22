import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The system's attribute calls, found by name since `import Glibc` leaves them out.
enum RawAttributes {
    private typealias Get =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int
        ) -> Int
    private typealias Set =
        @convention(c) (
            UnsafePointer<CChar>, UnsafePointer<CChar>, UnsafeRawPointer?, Int, Int32
        ) -> Int32
    private typealias List =
        @convention(c) (UnsafePointer<CChar>, UnsafeMutablePointer<CChar>?, Int) -> Int
    private typealias GetOpen =
        @convention(c) (Int32, UnsafePointer<CChar>, UnsafeMutableRawPointer?, Int) -> Int

    private static func symbol<Call>(_ name: String, as _: Call.Type) throws -> Call {
        #if os(Linux)
        guard let address = dlsym(nil, name) else { throw Untried("no \(name)") }
        return unsafeBitCast(address, to: Call.self)
        #else
        throw Untried("Linux only")
        #endif
    }

    /// Sets an attribute and says "set" or the name of the error.
    @discardableResult
    static func set(_ name: [CChar], to size: Int = 1, at path: String) throws -> String {
        let value = [UInt8](repeating: 0x31, count: size)
        let status = try symbol("setxattr", as: Set.self)(path, name, value, size, 0)
        return status == 0 ? "set" : nameOfError(errno)
    }

    @discardableResult
    static func set(_ name: String, to size: Int = 1, at path: String) throws -> String {
        try set(Array(name.utf8CString), to: size, at: path)
    }

    /// Reads an attribute and says how many bytes it has, or the name of the error.
    static func get(_ name: String, at path: String, room: Int = 1 << 17) throws -> String {
        var value = [UInt8](repeating: 0, count: room)
        let count = try symbol("getxattr", as: Get.self)(path, name, &value, room)
        return count >= 0 ? "\(count) bytes" : nameOfError(errno)
    }

    static func get(_ name: String, of descriptor: Int32) throws -> String {
        var value = [UInt8](repeating: 0, count: 100)
        let count = try symbol("fgetxattr", as: GetOpen.self)(descriptor, name, &value, 100)
        return count >= 0 ? "\(count) bytes" : nameOfError(errno)
    }

    /// "kept" or "dropped".
    static func fate(of name: String, at path: String) throws -> String {
        switch try get(name, at: path) {
        case "ENODATA": "dropped"
        case let other: other.hasSuffix("bytes") ? "kept" : other
        }
    }

    /// The number of names, or the name of the error.
    static func names(at path: String) throws -> String {
        var list = [CChar](repeating: 0, count: 1 << 16)
        let count = try symbol("listxattr", as: List.self)(path, &list, list.count)
        guard count >= 0 else { return nameOfError(errno) }
        return "\(list.prefix(count).count { $0 == 0 }) names"
    }

    private static func nameOfError(_ number: Int32) -> String {
        let names: [Int32: String] = [
            E2BIG: "E2BIG", EACCES: "EACCES", EBADF: "EBADF", EINVAL: "EINVAL", ENOENT: "ENOENT",
            ENOSPC: "ENOSPC", EOPNOTSUPP: "EOPNOTSUPP", EPERM: "EPERM", ERANGE: "ERANGE",
        ]
        #if os(Linux)
        if number == ENODATA { return "ENODATA" }
        #endif
        return names[number] ?? "errno \(number)"
    }
}
