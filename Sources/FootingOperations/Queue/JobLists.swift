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

    static let lanes = [JobPlace.high, .normal, .low]
    var isLane: Bool { rawValue >= JobPlace.high.rawValue && self != .none }
}

/// The jobs of a queue, each in the list of its place, guarded by the queue's lock.
struct JobLists {
    private var lists = Array(repeating: EntryList<FutureCore>(), count: JobPlace.none.rawValue)

    /// Whether a list is empty.
    func isEmpty(_ place: JobPlace) -> Bool { lists[place.rawValue].isEmpty }

    /// The jobs in a list, oldest first.
    subscript(_ place: JobPlace) -> [FutureCore] { lists[place.rawValue].entries }

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
