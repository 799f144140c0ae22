import FootingWaiting

/// A job, with the retain that the intake or a list owns.
typealias JobLink = Unmanaged<FutureCore>

/// The list of a queue that a job is in.
enum JobList: Int {
    case running
    /// The job waits for its dependencies.
    case blocked
    /// The job is ready, and a running job of the queue waits for it.
    case urgent
    /// The lanes of ready jobs, by priority.
    case high, normal, low
    /// The job is in the intake, between two lists, or is finished.
    case none

    static let lanes = [JobList.high, .normal, .low]
    var isLane: Bool { rawValue >= JobList.high.rawValue && self != .none }
}

/// The jobs of a queue, in lists, guarded by the queue's lock.
struct JobLists {
    private var lists = Array(repeating: EntryList<FutureCore>(), count: JobList.none.rawValue)

    /// Whether a list is empty.
    func isEmpty(_ list: JobList) -> Bool { lists[list.rawValue].isEmpty }

    /// The jobs in a list, oldest first.
    subscript(_ list: JobList) -> [FutureCore] { lists[list.rawValue].entries }

    /// Appends a job to a list, and takes ownership of its retain.
    mutating func append(_ link: JobLink, to list: JobList) {
        unsafe link._withUnsafeGuaranteedRef { $0.list = list }
        unsafe lists[list.rawValue].append(link)
    }

    /// Removes a job from its list, with its retain; returns `nil` if it is in no list.
    mutating func remove(_ job: FutureCore) -> JobLink? {
        guard job.list != .none else { return nil }
        defer { job.list = .none }
        return unsafe lists[job.list.rawValue].remove(job)
    }

    /// Removes the oldest job from a list, with its retain.
    mutating func popFirst(from list: JobList) -> JobLink? {
        guard let link = unsafe lists[list.rawValue].first else { return nil }
        return unsafe link._withUnsafeGuaranteedRef { unsafe remove($0) }
    }
}
