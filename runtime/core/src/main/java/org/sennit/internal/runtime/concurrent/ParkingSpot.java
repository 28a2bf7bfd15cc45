package org.sennit.internal.runtime.concurrent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Announces that one waiting thread is about to park, so that others know which thread to wake. The flag has its cache
 * lines to itself: every sender reads it, and only a thread that parks writes it.
 *
 * <p>The waiter calls {@link #occupy}, looks once more at everything it waits for, and parks only when nothing is
 * there. A waker makes its change by a volatile write or an atomic read-modify-write and then asks {@link #occupant}.
 * Both are a store followed by a load of the other's variable, so one of the two always sees the other. The waiter may
 * look with acquire loads: the fence is here, since an acquire load alone may be done before a volatile store that
 * stands above it.
 */
public final class ParkingSpot extends ParkingSpotFlag {
    private static final VarHandle OCCUPANT =
            FieldHandle.of(MethodHandles.lookup(), ParkingSpotFlag.class, "occupant", Thread.class);

    @SuppressWarnings("unused")
    private long p20, p21, p22, p23, p24, p25, p26, p27, p28, p29, p30, p31, p32, p33, p34, p35;

    /** Says that the calling thread is about to park; a full fence follows the store. */
    public void occupy() {
        // Opaque store, full fence, then the caller's loads: pairs with the waker's volatile store and the load in
        // occupant(). Lost: ParkingStress.SpotAndClaim, ParkingStress.SpotAndRequest.
        OCCUPANT.setOpaque((ParkingSpotFlag) this, Thread.currentThread());
        VarHandle.fullFence();
    }

    /** Says that the thread does not park any more. */
    public void leave() {
        // Opaque: a waker that still sees the thread makes a spurious wake-up.
        OCCUPANT.setOpaque((ParkingSpotFlag) this, (Thread) null);
    }

    /** Returns the thread that is parked or about to park, or null. */
    public Thread occupant() {
        // Volatile load after the waker's volatile store or read-modify-write; pairs with occupy().
        return (Thread) OCCUPANT.getVolatile((ParkingSpotFlag) this);
    }
}

/** The flag itself. */
abstract class ParkingSpotFlag extends FrontPadding {
    // Written by the waiter alone, read by wakers; by OCCUPANT.
    Thread occupant;
}
