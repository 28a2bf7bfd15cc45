package org.sennit.jcstress;

import static org.openjdk.jcstress.annotations.Expect.ACCEPTABLE;
import static org.openjdk.jcstress.annotations.Expect.FORBIDDEN;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.ZZ_Result;
import org.sennit.internal.runtime.concurrent.ParkingSpot;
import org.sennit.internal.shm.partitioned.PartitionFlags;

/** Partitions that are marked by several threads and read by one, in one epoch after another. */
public final class PartitionStress {
    private PartitionStress() {}

    /** Two threads say that the same partition is ready. */
    @JCStressTest
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The first thread was first, the second sees that.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The second thread was first, the first sees that.")
    @Outcome(expect = FORBIDDEN, desc = "Both think that they were first, or neither.")
    @State
    public static class MarkedTwice {
        private final PartitionFlags flags = new PartitionFlags(2);

        @Actor
        public void first(ZZ_Result r) {
            r.r1 = flags.mark(1, 1);
        }

        @Actor
        public void second(ZZ_Result r) {
            r.r2 = flags.mark(1, 1);
        }
    }

    /** The sender fills and marks in two epochs, the receiver takes what is marked. */
    @JCStressTest
    @Outcome(id = "1, 2", expect = ACCEPTABLE, desc = "Each epoch's mark brings that epoch's data.")
    @Outcome(expect = FORBIDDEN, desc = "A mark was seen before what was written before it.")
    @State
    public static class DataOfEachEpoch {
        private final PartitionFlags flags = new PartitionFlags(1);
        private final StressedRequest taken = new StressedRequest(new SignalledProgress(new ParkingSpot()));
        private int data;

        /** Fills, marks, waits until the first epoch has been taken, fills and marks again. */
        @Actor
        public void sender() {
            data = 1;
            flags.mark(0, 1);
            while (!taken.isComplete()) {
                Thread.onSpinWait();
            }
            data = 2;
            flags.mark(0, 2);
        }

        /** Takes the data of the first epoch, publishes that, then takes the data of the second. */
        @Actor
        public void receiver(II_Result r) {
            while (!flags.isMarked(0, 1)) {
                Thread.onSpinWait();
            }
            r.r1 = data;
            taken.complete(0, 0, 0);
            while (!flags.isMarked(0, 2)) {
                Thread.onSpinWait();
            }
            r.r2 = data;
        }
    }

    /** The receiver says that it sleeps and looks at the flag; the sender marks and looks for a sleeper. */
    @JCStressTest
    @Outcome(id = "true, true", expect = ACCEPTABLE, desc = "The receiver does not sleep, and is woken for nothing.")
    @Outcome(id = "true, false", expect = ACCEPTABLE, desc = "The receiver does not sleep: it saw the mark.")
    @Outcome(id = "false, true", expect = ACCEPTABLE, desc = "The receiver sleeps and is woken.")
    @Outcome(id = "false, false", expect = FORBIDDEN, desc = "The receiver sleeps and no thread wakes it.")
    @State
    public static class SpotAndMark {
        private final PartitionFlags flags = new PartitionFlags(1);
        private final ParkingSpot spot = new ParkingSpot();

        /** Goes to sleep unless the partition is ready. */
        @Actor
        public void receiver(ZZ_Result r) {
            spot.occupy();
            r.r1 = flags.isMarked(0, 1);
        }

        /** Marks, then looks for a thread to wake. */
        @Actor
        public void sender(ZZ_Result r) {
            flags.mark(0, 1);
            r.r2 = spot.occupant() != null;
        }
    }
}
