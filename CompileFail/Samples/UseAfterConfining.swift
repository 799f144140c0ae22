// expect: risks causing data races
import FootingProxies

final class Parser { var lines = 0 }

func confine(to worker: WorkerThread) {
    let parser = Parser()
    parser.lines = 1
    let confined = Confined(parser, on: worker)
    #if REFUSED
    parser.lines = 2
    #endif
    confined { $0.lines = 3 }
}
