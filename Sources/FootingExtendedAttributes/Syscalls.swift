import CExtendedAttributes

/// The system calls for one path.
///
/// Each makes the call once (again only if a signal interrupted it) and returns what it returned:
/// a count or 0, or the negated error number.
struct PathCalls {
    let path: SystemPath
    let followsSymlinks: Bool

    /// `getxattr`: reads a value, or only measures it when `buffer` is empty.
    func get(_ name: ExtendedAttributeName, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe path.withCString { path in
            unsafe name.withCString { name in
                unsafe footing_xattr_get(
                    path,
                    name,
                    buffer.baseAddress,
                    buffer.count,
                    followsSymlinks
                )
            }
        }
    }

    /// `listxattr`: reads the names, each ended by a NUL, or only measures them.
    func list(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        unsafe path.withCString { path in
            unsafe footing_xattr_list(path, buffer.baseAddress, buffer.count, followsSymlinks)
        }
    }

    /// `setxattr`: writes a value.
    func set(
        _ name: ExtendedAttributeName,
        to value: UnsafeRawBufferPointer,
        rule: footing_xattr_rule
    ) -> Int {
        unsafe path.withCString { path in
            unsafe name.withCString { name in
                unsafe footing_xattr_set(
                    path,
                    name,
                    value.baseAddress,
                    value.count,
                    rule,
                    followsSymlinks
                )
            }
        }
    }

    /// `removexattr`: removes an attribute.
    func remove(_ name: ExtendedAttributeName) -> Int {
        unsafe path.withCString { path in
            unsafe name.withCString { name in
                unsafe footing_xattr_remove(path, name, followsSymlinks)
            }
        }
    }
}
