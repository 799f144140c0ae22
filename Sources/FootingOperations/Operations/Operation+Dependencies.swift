import Foundation

extension Operation {
    /// Whether this is `other`, or depends on it directly or through other operations.
    func depends(on other: Operation) -> Bool {
        var seen: Set<ObjectIdentifier> = []
        var rest = [self]
        while let next = rest.popLast() {
            if next === other { return true }
            if seen.insert(ObjectIdentifier(next)).inserted { rest += next.dependencies }
        }
        return false
    }

    /// The operation's name in messages.
    var title: String { name ?? "\(type(of: self))" }
}
