package org.sennit.jcstress;

import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.spi.progress.Condition;
import org.sennit.spi.progress.Progress;

/** A progress that records whether its signal would have woken a thread. */
final class SignalledProgress implements Progress {
    boolean hasSeenOccupant; // by the thread that signals

    private final ParkingSpot spot;
    private final boolean isShared;

    SignalledProgress(ParkingSpot spot) {
        this(spot, false);
    }

    private SignalledProgress(ParkingSpot spot, boolean isShared) {
        this.spot = spot;
        this.isShared = isShared;
    }

    static SignalledProgress ofSharedEndpoint() {
        return new SignalledProgress(new ParkingSpot(), true);
    }

    @Override
    public boolean isShared() {
        return isShared;
    }

    @Override
    public int poll() {
        return 0;
    }

    @Override
    public boolean await(Condition condition, long timeoutNs) {
        while (!condition.isMet()) {
            Thread.onSpinWait();
        }
        return true;
    }

    @Override
    public void signal() {
        hasSeenOccupant = spot.occupant() != null;
    }
}
