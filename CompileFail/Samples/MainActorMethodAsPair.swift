// expect: loses global actor 'MainActor'
import FootingOperations

@MainActor
final class Model {
    func load(_ page: Int) -> Int { page }
    nonisolated func parse(_ page: Int) -> Int { page }
}

@MainActor
func pair(of model: Model) -> SyncAsyncPair<Int, Int, Never> {
    #if REFUSED
    SyncAsyncPair(model.load)
    #else
    SyncAsyncPair(model.parse)
    #endif
}
