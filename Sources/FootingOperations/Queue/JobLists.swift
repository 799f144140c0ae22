/// The list of its queue that a job is in.
enum JobPlace: Int {
    case running
    /// It waits for its dependencies.
    case blocked
    /// It can begin, and a job that occupies the queue waits for it.
    case urgent
    /// The lanes of jobs that can begin.
    case high, normal, low
    /// In the intake, between two lists, or ended.
    case none

    /// The lane of jobs of a priority.
    static func lane(of priority: FutureQueue.Priority) -> JobPlace {
        switch priority {
        case .high: .high
        case .normal: .normal
        case .low: .low
        }
    }

    static let lanes = [JobPlace.high, .normal, .low]
    var isLane: Bool { rawValue >= JobPlace.high.rawValue && self != .none }
}

/// The jobs of a queue, each in the list of its place, guarded by the queue's lock.
struct JobLists {
    private var lists = Array(repeating: JobList(), count: JobPlace.none.rawValue)

    /// Whether a list is empty.
    func isEmpty(_ place: JobPlace) -> Bool { lists[place.rawValue].isEmpty }

    /// The jobs in a list, oldest first.
    subscript(_ place: JobPlace) -> [FutureCore] { lists[place.rawValue].jobs }

    /// Appends a job to a list, and takes over its retain.
    mutating func append(_ link: JobLink, to place: JobPlace) {
        unsafe link._withUnsafeGuaranteedRef { $0.place = place }
        unsafe lists[place.rawValue].append(link)
    }

    /// Takes a job out of its list, with its retain; `nil` if it is in none.
    mutating func remove(_ job: FutureCore) -> JobLink? {
        guard job.place != .none else { return nil }
        defer { job.place = .none }
        return unsafe lists[job.place.rawValue].remove(job)
    }

    /// Takes the oldest job out of a list, with its retain.
    mutating func popFirst(from place: JobPlace) -> JobLink? {
        guard let link = unsafe lists[place.rawValue].first else { return nil }
        return unsafe link._withUnsafeGuaranteedRef { unsafe remove($0) }
    }
}

/// Jobs of a queue that are in the same state, oldest first, guarded by the queue's lock.
@safe
private struct JobList {
    private(set) var first: JobLink?
    private var last: JobLink?

    var isEmpty: Bool { unsafe first == nil }

    /// Appends a job and takes over its retain.
    mutating func append(_ link: JobLink) {
        unsafe link._withUnsafeGuaranteedRef { unsafe $0.previous = last }
        if let last = unsafe last {
            unsafe last._withUnsafeGuaranteedRef { unsafe $0.next = link }
        } else {
            unsafe first = link
        }
        unsafe last = link
    }

    /// Removes a job that is in this list, and hands its retain to the caller.
    mutating func remove(_ job: FutureCore) -> JobLink {
        let next = unsafe job.next
        let previous = unsafe job.previous
        if let next = unsafe next {
            unsafe next._withUnsafeGuaranteedRef { unsafe $0.previous = previous }
        } else {
            unsafe last = previous
        }
        if let previous = unsafe previous {
            unsafe previous._withUnsafeGuaranteedRef { unsafe $0.next = next }
        } else {
            unsafe first = next
        }
        unsafe job.next = nil
        unsafe job.previous = nil
        return unsafe JobLink.passUnretained(job)
    }

    /// The jobs, oldest first.
    var jobs: [FutureCore] {
        var jobs: [FutureCore] = []
        var link = unsafe first
        while let current = unsafe link {
            unsafe current._withUnsafeGuaranteedRef { job in
                jobs.append(job)
                unsafe link = job.next
            }
        }
        return jobs
    }
}
