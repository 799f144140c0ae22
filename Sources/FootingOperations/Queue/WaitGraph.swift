import FootingLocks

/// The reason why a future is not settled yet.
enum Obstacle: Sendable {
    /// No known reason: the future is settled, or a promise will settle it.
    case nothing
    /// The future is derived from these futures.
    case futures([FutureCore])
    /// These threads must end their jobs, and these futures must finish.
    case threads([ThreadRecord], after: [FutureCore] = [])
    /// The future belongs to a job that has not begun, and that waits until these threads have
    /// ended their jobs and these futures have finished.
    case unstarted(QueueCore, behind: [ThreadRecord], after: [FutureCore])
}

/// The future that each blocked worker waits for.
///
/// A thread that is about to block in a job follows the obstacles of its future. If they lead back
/// to the thread, the wait would create a cycle. The graph is used only when a job blocks.
enum WaitGraph {
    private static let lock = Lock(())

    /// The decision about a wait.
    enum Verdict: Sendable {
        /// The wait may block; these jobs of the thread's own queue must begin in the meantime.
        case blocks(needed: [FutureCore])
        /// The wait would never end: the named jobs wait for each other.
        case circle([String])
    }

    /// Records that `thread` waits for `future`, unless that would create a cycle.
    static func enter(_ thread: ThreadRecord, waitingFor future: FutureCore) -> Verdict {
        let (result, seen) = lock.withLock { _ -> (Verdict, [Obstacle]) in
            var seen: [Obstacle] = []
            let verdict = verdict(on: thread, waitingFor: future, noting: &seen)
            if case .blocks = verdict { thread.awaited = future }
            return (verdict, seen)
        }
        // Released after the lock is released: a future that has ended meanwhile may release
        // foreign objects.
        withExtendedLifetime(seen) {}
        return result
    }

    /// Records that `thread` has stopped waiting.
    static func leave(_ thread: ThreadRecord) {
        // Released after the lock is released.
        let awaited = lock.withLock { _ in thread.awaited.take() }
        withExtendedLifetime(awaited) {}
    }

    private static func verdict(
        on thread: ThreadRecord,
        waitingFor future: FutureCore,
        noting obstacles: inout [Obstacle]
    ) -> Verdict {
        var steps = [Step(future, after: nil, isDirect: true, isRequired: true)]
        var seen: Set<ObjectIdentifier> = [ObjectIdentifier(future)]
        var seenAlternatives: Set<ObjectIdentifier> = []
        var needed: [FutureCore] = []
        // Processed last: a job that is reached both ways is one that this thread needs.
        var indirect: [Step] = []
        var index = 0
        while true {
            if index == steps.count {
                guard let step = indirect.popLast() else { break }
                guard seen.insert(ObjectIdentifier(step.future)).inserted else { continue }
                steps.append(step)
            }
            let step = steps[index]
            var threads: [ThreadRecord] = []
            var isRequired = step.isRequired
            func add(_ future: FutureCore, isDirect: Bool) {
                let next = Step(future, after: index, isDirect: isDirect, isRequired: isRequired)
                let id = ObjectIdentifier(future)
                if !isDirect {
                    if isRequired { indirect.append(next) }
                } else if isRequired
                    ? seen.insert(id).inserted : seenAlternatives.insert(id).inserted
                {
                    steps.append(next)
                }
            }
            let obstacle = step.future.obstacle
            obstacles.append(obstacle)
            switch obstacle {
            case .nothing: break
            case .futures(let upstream):
                let pending = upstream.filter { !$0.isSettled }
                if pending.count > 1, step.future.status.contains(.needsOneSource) {
                    isRequired = false
                }
                for future in pending { add(future, isDirect: step.isDirect) }
            case .threads(let running, let dependencies):
                threads = running
                for future in dependencies where !future.status.contains(.finished) {
                    add(future, isDirect: false)
                }
            case .unstarted(let queue, let running, let dependencies):
                // A settled dependency counts until its body has returned.
                for future in dependencies where !future.status.contains(.finished) {
                    add(future, isDirect: step.isDirect)
                }
                if step.isDirect, unsafe queue === thread.queue {
                    needed.append(step.future)
                } else {
                    threads = running
                }
            }
            for other in threads {
                if other === thread, isRequired {
                    return .circle(names(of: steps, to: index, from: thread))
                }
                if let awaited = other.awaited, !awaited.isSettled {
                    add(awaited, isDirect: false)
                }
            }
            index += 1
        }
        return .blocks(needed: needed)
    }

    /// A future reached by following obstacles from the awaited one.
    private struct Step {
        let future: FutureCore
        /// The index of the previous step.
        let previous: Int?
        /// Whether the path to this future passes no other blocked thread.
        let isDirect: Bool
        /// Whether the wait can't end without this future: the path passes no alternatives of
        /// ``Future/any(_:)``, none of which completes a circle.
        let isRequired: Bool

        init(_ future: FutureCore, after previous: Int?, isDirect: Bool, isRequired: Bool) {
            self.future = future
            self.previous = previous
            self.isDirect = isDirect
            self.isRequired = isRequired
        }
    }

    private static func names(
        of steps: [Step],
        to last: Int,
        from thread: ThreadRecord
    ) -> [String] {
        var circle: [FutureCore] = []
        var index: Int? = last
        while let current = index {
            circle.append(steps[current].future)
            index = steps[current].previous
        }
        circle.reverse()
        let running = unsafe thread.jobs.map { unsafe $0.takeUnretainedValue() }
        if let waiting = running.last { circle.insert(waiting, at: 0) }
        // The last future waits for a job of this thread, or is such a job, with jobs that run
        // within it.
        let inner = running.firstIndex { $0 === circle.last }.map { $0 + 1 } ?? running.count - 1
        circle += running[max(0, inner)...]
        return circle.map(\.title)
    }
}

extension FutureCore {
    /// The job and its queue, for messages.
    var title: String {
        guard let home else { return "a future" }
        let job = details?.name.map { "“\($0)”" } ?? "a job"
        return "\(job) in \(home.name.map { "“\($0)”" } ?? "an unnamed queue")"
    }
}
