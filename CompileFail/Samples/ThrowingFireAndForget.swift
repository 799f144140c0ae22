// expect: invalid conversion from throwing function of type
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    func calibrate() throws {}
}

func calibrate(_ gauge: Gauge) {
    gauge.on(.background) { try? $0.calibrate() }
    #if REFUSED
    gauge.on(.background) { try $0.calibrate() }
    #endif
}
