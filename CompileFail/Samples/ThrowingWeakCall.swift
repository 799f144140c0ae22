// expect: invalid conversion from throwing function of type
import FootingProxies

final class Gauge: @unchecked Sendable, Invocable {
    func calibrate() throws {}
}

func calibrate(_ gauge: Gauge) {
    gauge.on(.background).weak { try? $0.calibrate() }
    gauge.on(.background).weak.submit(delay: .seconds(1)) { try? $0.calibrate() }
    #if REFUSED
    gauge.on(.background).weak { try $0.calibrate() }
    gauge.on(.background).weak.submit(delay: .seconds(1)) { try $0.calibrate() }
    gauge.on(.main).weak { try $0.calibrate() }
    #endif
}
