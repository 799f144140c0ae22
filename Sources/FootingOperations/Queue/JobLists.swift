import FootingWaiting

/// The list of a queue that a job is in.
enum JobPlace: Int {
    case running
    /// The job waits for its dependencies.
    case blocked
    /// The job is ready, and a running job of the queue waits for it.
    case urgent
    /// The lanes of ready jobs, by priority.
    case high, normal, low
    /// The job is in the intake, between two lists, or has ended.
    case none

    static let lanes = [JobPlace.high, .normal, .low]
    var isLane: Bool { rawValue >= JobPlace.high.rawValue && self != .none }
}

/// The jobs of a queue, in lists by place, guarded by the queue's lock.
struct JobLists {
    private var lists = Array(repeating: EntryList<FutureCore>(), count: JobPlace.none.rawValue)

    /// Whether a list is empty.
    func isEmpty(_ place: JobPlace) -> Bool { lists[place.rawValue].isEmpty }

    /// The jobs in a list, oldest first.
    subscript(_ place: JobPlace) -> [FutureCore] { lists[place.rawValue].entries }

    /// Appends a job to a list, and takes ownership of its retain.
    mutating func append(_ link: JobLink, to place: JobPlace) {
        unsafe link._withUnsafeGuaranteedRef { $0.place = place }
        unsafe lists[place.rawValue].append(link)
    }

    /// Removes a job from its list, with its retain; returns `nil` if it is in no list.
    mutating func remove(_ job: FutureCore) -> JobLink? {
        guard job.place != .none else { return nil }
        defer { job.place = .none }
        return unsafe lists[job.place.rawValue].remove(job)
    }

    /// Removes the oldest job from a list, with its retain.
    mutating func popFirst(from place: JobPlace) -> JobLink? {
        guard let link = unsafe lists[place.rawValue].first else { return nil }
        return unsafe link._withUnsafeGuaranteedRef { unsafe remove($0) }
    }
}
