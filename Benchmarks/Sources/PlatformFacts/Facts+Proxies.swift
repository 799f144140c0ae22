import Foundation

private let module = "Proxies"

extension Fact {
    static let proxies =
        mainQueue + runLoops + dispatchQueues + absentFromProxies + methodReferences + keyPaths
        + errors
}

// MARK: - The main queue and the main thread

private let mainQueue: [Fact] = [
    Fact(module, "main queue under RunLoop.main.run()", known: "main thread") {
        DispatchQueue.main.async { answer(currentThread()) }
        RunLoop.main.run()
        return "run loop ended"
    },
    Fact(module, "main queue under dispatchMain()", known: "another thread") {
        DispatchQueue.main.async { answer(currentThread()) }
        dispatchMain()
    },
    Fact(module, "MainActor under dispatchMain()", known: "another thread") {
        Task { @MainActor in answer(currentThread()) }
        dispatchMain()
    },
    Fact(module, "async main, before it suspends", known: "main thread") {
        try Compiler.output(of: asyncMain(suspends: false), options: ["-parse-as-library"])
    },
    Fact(module, "top-level code with await, likewise", known: "main thread") {
        try Compiler.output(of: topLevel(suspends: false))
    },
    Fact(module, "async main, after it has suspended", known: "another thread") {
        try Compiler.output(of: asyncMain(suspends: true), options: ["-parse-as-library"])
    },
    Fact(module, "top-level code with await, after it has", known: "another thread") {
        try Compiler.output(of: topLevel(suspends: true))
    },
    Fact(module, "RunLoop.main.perform under dispatchMain()", known: "never runs") {
        RunLoop.main.perform { answer("runs") }
        answerAfter(1, "never runs")
        dispatchMain()
    },
    Fact(module, "OperationQueue.main under dispatchMain()", known: "another thread") {
        OperationQueue.main.addOperation { answer(currentThread()) }
        dispatchMain()
    },
    Fact(module, "a specific of main under dispatchMain()", known: "found") {
        let key = DispatchSpecificKey<Int>()
        DispatchQueue.main.setSpecific(key: key, value: 1)
        DispatchQueue.main.async {
            answer(DispatchQueue.getSpecific(key: key) == 1 ? "found" : "not found")
        }
        dispatchMain()
    },
    Fact(module, "a specific of main on the main thread", known: "found") {
        let key = DispatchSpecificKey<Int>()
        DispatchQueue.main.setSpecific(key: key, value: 1)
        return DispatchQueue.getSpecific(key: key) == 1 ? "found" : "not found"
    },
    Fact(module, "assumeIsolated in a queue that targets main", known: "accepted") {
        DispatchQueue(label: "child", target: .main).async {
            MainActor.assumeIsolated {}
            answer("accepted")
        }
        dispatchMain()
    },
    Fact(module, "assumeIsolated in OperationQueue.main", known: "accepted") {
        OperationQueue.main.addOperation {
            MainActor.assumeIsolated {}
            answer("accepted")
        }
        dispatchMain()
    },
    Fact(module, "assumeIsolated on a global queue", known: "trap") {
        DispatchQueue.global().async {
            MainActor.assumeIsolated {}
            answer("accepted")
        }
        dispatchMain()
    },
    Fact(module, "main queue in a custom mode", known: "not served") {
        let ran = Shared(false)
        DispatchQueue.main.async { ran.value = true }
        run(in: RunLoop.Mode("custom"), for: 0.5)
        return ran.value ? "served" : "not served"
    },
    Fact(module, "main queue in a loop inside a main block", known: "not served") {
        DispatchQueue.main.async {
            let ran = Shared(false)
            DispatchQueue.main.async { ran.value = true }
            run(in: .default, for: 0.5)
            answer(ran.value ? "served" : "not served")
        }
        RunLoop.main.run()
        return "run loop ended"
    },
    Fact(module, "main perform and main queue, one order", known: "no") {
        let order = Shared<[Int]>([])
        DispatchQueue.global().async {
            for index in 0..<1_000 {
                if index.isMultiple(of: 2) {
                    RunLoop.main.perform { order.update { $0.append(index) } }
                } else {
                    DispatchQueue.main.async { order.update { $0.append(index) } }
                }
            }
        }
        while order.value.count < 1_000 { run(in: .default, for: 0.05) }
        return order.value == Array(0..<1_000) ? "yes" : "no"
    },
    Fact(module, "OperationQueue.main, waiting on main", known: "hangs", within: .seconds(2)) {
        OperationQueue.main.addOperations([BlockOperation {}], waitUntilFinished: true)
        return "goes on"
    },
]

private func currentThread() -> String {
    Thread.isMainThread ? "main thread" : "another thread"
}

private func asyncMain(suspends: Bool) -> String {
    """
    import Foundation
    func name() -> String { Thread.isMainThread ? "main thread" : "another thread" }
    @main enum Program {
        static func main() async throws {
            \(suspends ? "try await Task.sleep(for: .milliseconds(10))" : "")
            print(name())
        }
    }
    """
}

private func topLevel(suspends: Bool) -> String {
    """
    import Foundation
    func name() -> String { Thread.isMainThread ? "main thread" : "another thread" }
    func wait() async throws { try await Task.sleep(for: .milliseconds(10)) }
    \(suspends ? "try await wait()" : "")
    print(name())
    try await wait()
    """
}

private func answerAfter(_ seconds: Double, _ text: String) {
    Thread {
        Thread.sleep(forTimeInterval: seconds)
        answer(text)
    }.start()
}

/// Runs this thread's loop in a mode, with something in it to keep it going.
private func run(in mode: RunLoop.Mode, for seconds: Double) {
    let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
    RunLoop.current.add(timer, forMode: mode)
    let end = Date(timeIntervalSinceNow: seconds)
    while end.timeIntervalSinceNow > 0 {
        _ = RunLoop.current.run(mode: mode, before: end)
    }
}

// MARK: - Run loops

private let runLoops: [Fact] = [
    Fact(module, "perform on another thread's loop", known: "not woken") {
        let loop = loopOfAnotherThread()
        let ran = Shared(false)
        loop.loop.perform { ran.value = true }
        return waits(1) { ran.value } ? "woken" : "not woken"
    },
    Fact(module, "perform, then a timer of 0", known: "woken") {
        let loop = loopOfAnotherThread()
        let ran = Shared(false)
        loop.loop.perform { ran.value = true }
        loop.loop.add(Timer(timeInterval: 0, repeats: false) { _ in }, forMode: .default)
        return waits(1) { ran.value } ? "woken" : "not woken"
    },
    Fact(module, "perform on the loop of a finished thread", known: "never runs") {
        let loop = Shared<Loop?>(nil)
        Thread { loop.value = Loop(.current) }.start()
        _ = waits(2) { loop.value != nil }
        loop.value?.loop.perform { answer("runs") }
        Thread.sleep(forTimeInterval: 0.5)
        return "never runs"
    },
    Fact(module, "a loop with nothing in it: run()", known: "returns") {
        Thread {
            RunLoop.current.run()
            answer("returns")
        }.start()
        Thread.sleep(forTimeInterval: 1)
        return "waits"
    },
    Fact(module, "a loop with a timer of distantFuture: run()", known: "waits") {
        Thread {
            let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
            RunLoop.current.add(timer, forMode: .default)
            RunLoop.current.run()
            answer("returns")
        }.start()
        Thread.sleep(forTimeInterval: 1)
        return "waits"
    },
    Fact(module, "run(mode:before: .distantFuture), after a block", known: "waits") {
        Thread {
            let timer = Timer(fire: .distantFuture, interval: 0, repeats: false) { _ in }
            RunLoop.current.add(timer, forMode: .default)
            RunLoop.current.perform {}
            _ = RunLoop.current.run(mode: .default, before: .distantFuture)
            answer("returns")
        }.start()
        Thread.sleep(forTimeInterval: 1)
        return "waits"
    },
    Fact(module, "Timer(timeInterval: 60, repeats: false)", known: "fires at once") {
        let timer = Timer(timeInterval: 60, repeats: false) { _ in answer("fires at once") }
        RunLoop.current.add(timer, forMode: .default)
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.5))
        return "waits"
    },
    Fact(module, "scheduledTimer(withTimeInterval: 60)", known: "waits") {
        _ = Timer.scheduledTimer(withTimeInterval: 60, repeats: false) { _ in
            answer("fires at once")
        }
        RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.5))
        return "waits"
    },
    Fact(module, "a Port() to keep a loop alive", known: "trap") {
        RunLoop.current.add(Port(), forMode: .default)
        return "accepted"
    },
    Fact(module, "perform in .common, loop in a custom mode", known: "does not run") {
        let ran = Shared(false)
        RunLoop.current.perform(inModes: [.common]) { ran.value = true }
        run(in: RunLoop.Mode("custom"), for: 0.5)
        return ran.value ? "runs" : "does not run"
    },
]

private struct Loop: @unchecked Sendable {
    let loop: RunLoop

    init(_ loop: RunLoop) {
        self.loop = loop
    }
}

/// The loop of a new thread that waits in it.
private func loopOfAnotherThread() -> Loop {
    let loop = Shared<Loop?>(nil)
    Thread {
        loop.value = Loop(.current)
        run(in: .default, for: 5)
    }.start()
    while true {
        guard let loop = loop.value else { continue }
        Thread.sleep(forTimeInterval: 0.2)
        return loop
    }
}

// MARK: - Dispatch queues

private let dispatchQueues: [Fact] = [
    Fact(module, "sync onto the queue itself", known: "trap") {
        let queue = DispatchQueue(label: "a")
        return queue.sync { queue.sync { "goes on" } }
    },
    Fact(module, "sync from a to b to a", known: "trap") {
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        return a.sync { b.sync { a.sync { "goes on" } } }
    },
    Fact(module, "sync from a child queue to its target", known: "trap") {
        let parent = DispatchQueue(label: "parent")
        let child = DispatchQueue(label: "child", target: parent)
        return child.sync { parent.sync { "goes on" } }
    },
    Fact(module, "sync from a queue to its child queue", known: "trap", within: .seconds(3)) {
        let parent = DispatchQueue(label: "parent")
        let child = DispatchQueue(label: "child", target: parent)
        return parent.sync { child.sync { "goes on" } }
    },
    Fact(module, "crossing waits of two queues", known: "hangs", within: .seconds(2)) {
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        let done = DispatchGroup()
        a.async(group: done) {
            Thread.sleep(forTimeInterval: 0.3)
            b.sync {}
        }
        b.async(group: done) {
            Thread.sleep(forTimeInterval: 0.3)
            a.sync {}
        }
        done.wait()
        return "goes on"
    },
    Fact(module, "asyncAfter, 1 to 5 with one deadline", known: "1 5 4 3 2") {
        let queue = DispatchQueue(label: "a")
        let order = Shared<[Int]>([])
        let deadline = DispatchTime.now() + 0.2
        for index in 1...5 {
            queue.asyncAfter(deadline: deadline) { order.update { $0.append(index) } }
        }
        _ = waits(2) { order.value.count == 5 }
        return order.value.map(String.init).joined(separator: " ")
    },
    Fact(module, "asyncAfter a negative delay", known: "runs at once") { fate(ofDelay: -1e6) },
    Fact(module, "asyncAfter a huge delay", known: "never runs") { fate(ofDelay: 1e300) },
    Fact(module, "asyncAfter a delay that is NaN", known: "never runs") { fate(ofDelay: .nan) },
    Fact(module, "OperationQueue.current, underlying queue", known: "the queue") {
        let queue = OperationQueue()
        let underlying = DispatchQueue(label: "underlying")
        queue.underlyingQueue = underlying
        let same = Shared(false)
        queue.addOperation { same.value = OperationQueue.current === queue }
        withExtendedLifetime(underlying) { queue.waitUntilAllOperationsAreFinished() }
        return same.value ? "the queue" : "another queue"
    },
]

private func fate(ofDelay delay: Double) -> String {
    let ran = Shared(false)
    DispatchQueue(label: "a").asyncAfter(deadline: .now() + delay) { ran.value = true }
    return waits(0.5) { ran.value } ? "runs at once" : "never runs"
}

// MARK: - What is not there

private let absentFromProxies: [Fact] = [
    absent("RunLoop.getCFRunLoop()", "_ = RunLoop.main.getCFRunLoop()"),
    absent("NSInvocation", "_ = NSInvocation.self"),
    absent("#selector", "final class C { func f() { _ = #selector(C.f) } }"),
    absent(
        "NSObject.perform(_:on:with:waitUntilDone:)",
        "func f(_ o: NSObject, _ s: Selector) { o.perform(s, on: .main, with: nil, waitUntilDone: true) }"
    ),
    absent("DispatchSerialQueue", "_ = DispatchSerialQueue(label: \"a\")"),
    absent(
        "a DispatchQueue as an executor",
        "func f(_ queue: DispatchQueue) -> any SerialExecutor { queue }"
    ),
    absent("KeyPathWithMethodMembers (SE-0479)", "struct S { func f() {} }\nlet path = \\S.f"),
]

private func absent(_ name: String, _ use: String) -> Fact {
    Fact(module, name, known: "does not compile") {
        try Compiler.verdict(on: "import Foundation\n\(use)")
    }
}

// MARK: - Method references and parameter packs

private let methodReferences: [Fact] = [
    Fact(module, "a method reference, its arguments in a pack", known: "compiles") {
        try Compiler.verdict(
            on: invoke("invoke(Slider(), Slider.set(_:animated:), 0.5, true)"),
            stage: .object
        )
    },
    Fact(module, "the same, an inout parameter", known: "compiler crashes") {
        try Compiler.verdict(
            on: invoke("var n = 1\ninvoke(Slider(), Slider.change, &n)"),
            stage: .object
        )
    },
    Fact(module, "the same, a closure argument", known: "compiler crashes") {
        try Compiler.verdict(
            on: invoke("invoke(Slider(), Slider.then, { @Sendable in })"),
            stage: .object
        )
    },
    Fact(module, "the same, a @MainActor method off main", known: "compiles") {
        try Compiler.verdict(on: invoke("func off() { invoke(View(), View.draw, 1) }"))
    },
    Fact(module, "proxy(Slider.set)(0.5, true) in one go", known: "does not compile") {
        try Compiler.verdict(
            on: invoke(
                """
                func proxy<each A, R>(
                    _ method: @escaping (Slider) -> (repeat each A) -> R
                ) -> (repeat each A) -> R {
                    { (a: repeat each A) in method(Slider())(repeat each a) }
                }
                proxy(Slider.set)(0.5, true)
                """
            )
        )
    },
    Fact(module, "an async getter beside an unavailable one", known: "compiler crashes") {
        try Compiler.verdict(
            on: """
                final class Model: @unchecked Sendable { var count = 1 }
                @dynamicMemberLookup struct Proxy {
                    let target = Model()
                    subscript<V>(
                        dynamicMember path: ReferenceWritableKeyPath<Model, V> & Sendable
                    ) -> V {
                        @available(*, unavailable) get { fatalError() }
                        nonmutating set {}
                    }
                    subscript<V: Sendable>(dynamicMember path: KeyPath<Model, V> & Sendable) -> V {
                        get async { target[keyPath: path] }
                    }
                }
                func read(_ proxy: Proxy) -> Int { proxy.count }
                """,
            stage: .object
        )
    },
    Fact(module, "withoutActuallyEscaping, still held at its end", known: "trap") {
        keepTooLong {}
        return "goes on"
    },
    Fact(module, "a @MainActor method as a plain function", known: "compiles") {
        try Compiler.verdict(on: plainFunction("on(view.draw)"))
    },
    Fact(module, "the same, an unavailable overload for it", known: "compiles") {
        try Compiler.verdict(on: plainFunction("onUnlessIsolated(view.draw)"))
    },
    Fact(module, "the same, two overloads for it", known: "does not compile") {
        try Compiler.verdict(on: plainFunction("onUnambiguous(view.draw)"))
    },
    Fact(module, "a method of an actor as a plain function", known: "compiles") {
        try Compiler.verdict(
            on: """
                func on(_ body: sending @escaping (Int) -> Void) {}
                actor Store {
                    func add(_ count: Int) {}
                    func start() { on(add) }
                }
                """
        )
    },
]

private func plainFunction(_ use: String) -> String {
    """
    @MainActor final class View { func draw(_ times: Int) {} }
    func on(_ body: sending @escaping (Int) -> Void) {}

    func onUnlessIsolated(_ body: sending @escaping (Int) -> Void) {}
    @available(*, unavailable) func onUnlessIsolated(_ body: @escaping @MainActor (Int) -> Void) {}

    enum First {}
    enum Second {}
    func onUnambiguous(_ body: sending @escaping (Int) -> Void) {}
    func onUnambiguous(_ body: @escaping @MainActor (Int) -> Void) -> First { fatalError() }
    func onUnambiguous(_ body: @escaping @MainActor (Int) -> Void) -> Second { fatalError() }

    @MainActor func use(_ view: View) { \(use) }
    """
}

// MARK: - Key paths

private let keyPaths: [Fact] = [
    Fact(module, "a key path to a @MainActor property, off main", known: "does not compile") {
        try Compiler.verdict(
            on: """
                @MainActor final class View { var count = 1 }
                func path() -> ReferenceWritableKeyPath<View, Int> { \\View.count }
                """
        )
    },
    Fact(module, "a Sendable one, by dynamic member, off main", known: "does not compile") {
        try Compiler.verdict(on: assignment("func set() { Proxy().count = 1 }"))
    },
    Fact(module, "the same in code of the main actor", known: "compiles") {
        try Compiler.verdict(on: assignment("@MainActor func set() { Proxy().count = 1 }"))
    },
    Fact(module, "the same, the key path written out", known: "does not compile") {
        try Compiler.verdict(
            on: assignment("@MainActor func set() { Proxy()[dynamicMember: \\.count] = 1 }")
        )
    },
    Fact(module, "setting a property by a key path reads it", known: "yes") {
        final class Model {
            var reads = 0
            var count: Int {
                get {
                    reads += 1
                    return 0
                }
                set {}
            }
        }
        // In generic code: the compiler sees through a key path that it knows.
        func set<Target, Value>(
            _ target: Target,
            _ path: ReferenceWritableKeyPath<Target, Value>,
            to value: Value
        ) {
            target[keyPath: path] = value
        }
        let model = Model()
        let path = Bool.random() ? \Model.count : \Model.count
        set(model, path, to: 1)
        return model.reads == 0 ? "no" : "yes"
    },
]

private func assignment(_ use: String) -> String {
    """
    @MainActor final class View { var count = 1 }
    @dynamicMemberLookup struct Proxy: Sendable {
        subscript<V: Sendable>(
            dynamicMember path: any ReferenceWritableKeyPath<View, V> & Sendable
        ) -> V {
            @available(*, unavailable) get { fatalError() }
            nonmutating set {}
        }
    }
    \(use)
    """
}

// MARK: - Errors

private let errors: [Fact] = [
    Fact(module, "catch where, of a typed error, as the only clause", known: "compiler crashes") {
        try Compiler.verdict(on: caught("} catch where error.code == 1 {"), stage: .object)
    },
    Fact(module, "the same question asked in a plain catch", known: "compiles") {
        try Compiler.verdict(
            on: caught("} catch {\nguard error.code == 1 else { throw error }"),
            stage: .object
        )
    },
]

private func caught(_ clause: String) -> String {
    """
    struct Failure: Error { let code: Int }
    func fail() throws(Failure) {}
    func use() throws {
        do {
            try fail()
        \(clause)
            print("code \\(error.code)")
        }
    }
    """
}

private final class Keeper: @unchecked Sendable {
    var body: (@Sendable () -> Void)?
}

@inline(never)
private func keepTooLong(_ body: @Sendable () -> Void) {
    withoutActuallyEscaping(body) { escaping in
        let keeper = Keeper()
        keeper.body = escaping
        let done = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            keeper.body?()
            done.signal()
            Thread.sleep(forTimeInterval: 1)
            keeper.body = nil
        }
        done.wait()
    }
}

private func invoke(_ use: String) -> String {
    """
    final class Slider {
        func set(_ value: Double, animated: Bool) {}
        func change(_ value: inout Int) {}
        func then(_ body: @escaping @Sendable () -> Void) {}
    }
    @MainActor final class View {
        nonisolated init() {}
        func draw(_ times: Int) {}
    }
    func invoke<T, each A, R>(
        _ target: T, _ method: (T) -> (repeat each A) -> R, _ arguments: repeat each A
    ) {
        _ = method(target)(repeat each arguments)
    }
    \(use)
    """
}
