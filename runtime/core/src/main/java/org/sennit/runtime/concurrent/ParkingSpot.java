package org.sennit.runtime.concurrent;

/**
 * Where one waiting thread says that it is about to park, so that others know whom to wake. The flag has its cache
 * lines to itself: every sender reads it, and only a thread that parks writes it.
 *
 * <p>The waiter calls {@link #occupy}, looks once more at everything it waits for, and parks only when nothing is
 * there. A waker makes its change by a volatile write or an atomic read-modify-write and then asks {@link #occupant}.
 * Both are a store followed by a load of the other's variable, so one of the two always sees the other.
 */
public final class ParkingSpot extends ParkingSpotFlag {
    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35;

    /** Makes an empty spot. */
    public ParkingSpot() {}

    /** Says that the calling thread is about to park; a full fence follows the store. */
    public void occupy() {
        occupant = Thread.currentThread();
    }

    /** Says that the thread does not park any more. */
    public void leave() {
        occupant = null;
    }

    /**
     * Whom to wake.
     *
     * @return the thread that is parked or about to park, or null
     */
    public Thread occupant() {
        return occupant;
    }
}

/** Padding before the flag. */
abstract class ParkingSpotPad {
    @SuppressWarnings("unused")
    private long p00, p01, p02, p03, p04, p05, p06, p07, p08, p09, p10, p11, p12, p13, p14, p15;
}

/** The flag itself. */
abstract class ParkingSpotFlag extends ParkingSpotPad {
    // Volatile store by the waiter, volatile load by wakers; pairs with the inbox's claim counter, a request's state
    // and the job's failure, each written before this is read. jcstress: Parking.
    volatile Thread occupant;
}
