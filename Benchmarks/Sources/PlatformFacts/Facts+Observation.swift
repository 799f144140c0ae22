import Foundation
import Observation

private let module = "Observation"

extension Fact {
    static let observation = tracking + changeSequences + observationInTheCompiler
}

@Observable
private final class Model {
    var count = 0
    var other = 0
}

// MARK: - withObservationTracking

private let tracking: [Fact] = [
    Fact(module, "onChange, armed once, three sets", known: "1 call") {
        let model = Model()
        let calls = Shared(0)
        withObservationTracking {
            _ = model.count
        } onChange: {
            calls.update { $0 += 1 }
        }
        for value in 1...3 { model.count = value }
        return "\(calls.value) call" + (calls.value == 1 ? "" : "s")
    },
    Fact(module, "onChange sees the value", known: "before the change") {
        let watcher = Watcher(Model())
        watcher.arm()
        watcher.model.count = 1
        return watcher.seen.value == [0] ? "before the change" : "after the change"
    },
    Fact(module, "onChange that arms itself again, sets 1 to 9", known: "sees 0 to 8") {
        let watcher = Watcher(Model())
        watcher.arm(again: true)
        for value in 1...9 { watcher.model.count = value }
        return watcher.seen.value == Array(0...8) ? "sees 0 to 8" : "sees \(watcher.seen.value)"
    },
    Fact(module, "eight onChange, order of the calls", known: "random") {
        let inOrder = (0..<20).count { _ in
            let model = Model()
            let order = Shared<[Int]>([])
            for observer in 0..<8 {
                withObservationTracking {
                    _ = model.count
                } onChange: {
                    order.update { $0.append(observer) }
                }
            }
            model.count = 1
            return order.value == Array(0..<8)
        }
        return inOrder == 20 ? "as they came" : "random"
    },
    Fact(module, "onChange of an equal value", known: "not called") {
        let watcher = Watcher(Model())
        watcher.arm()
        watcher.model.count = 0
        return watcher.seen.value.isEmpty ? "not called" : "called"
    },
    Fact(module, "onChange of += 0", known: "called") {
        let watcher = Watcher(Model())
        watcher.arm()
        watcher.model.count += 0
        return watcher.seen.value.isEmpty ? "not called" : "called"
    },
]

/// A model and what its change handler saw in it, all on one thread.
private final class Watcher: @unchecked Sendable {
    let model: Model
    let seen = Shared<[Int]>([])

    init(_ model: Model) {
        self.model = model
    }

    func arm(again: Bool = false) {
        withObservationTracking {
            _ = model.count
        } onChange: { [self] in
            let value = model.count
            seen.update { $0.append(value) }
            if again { arm(again: true) }
        }
    }
}

// MARK: - Observations

private let changeSequences: [Fact] = [
    Fact(module, "Observations, five sets in one turn", known: "1 value, the last") {
        guard #available(macOS 26, *) else { throw Untried("needs Observations") }
        Task { @MainActor in
            let model = Model()
            let seen = Shared<[Int]>([])
            let task = Task { @MainActor in
                for await value in Observations({ model.count }) {
                    seen.update { $0.append(value) }
                }
            }
            try await Task.sleep(for: .milliseconds(200))
            seen.value = []
            for value in 1...5 { model.count = value }
            try await Task.sleep(for: .milliseconds(500))
            task.cancel()
            let values = seen.value
            answer(values == [5] ? "1 value, the last" : "\(values)")
        }
        dispatchMain()
    }
]

// MARK: - What the compiler does with it

private let observationInTheCompiler: [Fact] = [
    Fact(module, "the macro uses a registrar of ours", known: "2 calls") {
        try Compiler.output(
            of: """
                import Observation
                nonisolated(unsafe) var calls = 0
                struct Registrar {
                    func access<S, M>(_ subject: S, keyPath: KeyPath<S, M>) { calls += 1 }
                    func willSet<S, M>(_ subject: S, keyPath: KeyPath<S, M>) {}
                    func didSet<S, M>(_ subject: S, keyPath: KeyPath<S, M>) {}
                    func withMutation<S, M, T>(
                        of subject: S, keyPath: KeyPath<S, M>, _ mutation: () throws -> T
                    ) rethrows -> T {
                        calls += 1
                        return try mutation()
                    }
                }
                @Observable final class Model {
                    @ObservationIgnored private let _$observationRegistrar = Registrar()
                    var count = 0
                }
                let model = Model()
                model.count = 1
                _ = model.count
                print(calls, "calls")
                """
        )
    },
    Fact(module, "@_spi(SwiftUI) tracking with didSet", known: "compiles") {
        try Compiler.verdict(
            on: """
                @_spi(SwiftUI) import Observation
                _ = withObservationTracking({}, willSet: { _ in }, didSet: { _ in })
                """
        )
    },
    Fact(module, "withContinuousObservation (SE-0506)", known: "does not compile") {
        try Compiler.verdict(
            on: """
                import Observation
                let token = withContinuousObservation(options: [.didSet]) { _ in }
                """
        )
    },
    Fact(module, "two enclosing-self subscripts of a wrapper", known: "does not compile") {
        try Compiler.verdict(
            on: wrapper(extra: enclosingSelf(where: "Owner: AnyObject & Hashable"))
        )
    },
    Fact(module, "one enclosing-self subscript of a wrapper", known: "compiles") {
        try Compiler.verdict(on: wrapper(extra: ""))
    },
    Fact(module, "a handler that reads, called in a setter", known: "signal 6") {
        try Compiler.output(
            of: """
                nonisolated(unsafe) var handler: () -> Void = {}
                @propertyWrapper struct Naive {
                    var stored = 0
                    var wrappedValue: Int {
                        get { stored }
                        set { stored = newValue; handler() }
                    }
                }
                final class Model { @Naive var count: Int }
                let model = Model()
                handler = { print(model.count) }
                model.count = 1
                """
        )
    },
]

private func wrapper(extra: String) -> String {
    """
    @propertyWrapper struct Observed {
        private var stored: Int
        init(wrappedValue: Int) { stored = wrappedValue }
        @available(*, unavailable) var wrappedValue: Int {
            get { fatalError() }
            set { fatalError() }
        }
        \(enclosingSelf(where: "Owner: AnyObject"))
        \(extra)
    }
    class Model { @Observed var count = 0 }
    Model().count = 1
    """
}

private func enclosingSelf(where constraint: String) -> String {
    """
    static subscript<Owner>(
        _enclosingInstance owner: Owner,
        wrapped wrapped: ReferenceWritableKeyPath<Owner, Int>,
        storage storage: ReferenceWritableKeyPath<Owner, Self>
    ) -> Int where \(constraint) {
        get { owner[keyPath: storage].stored }
        set { owner[keyPath: storage].stored = newValue }
    }
    """
}
