package org.sennit.internal.shm.mapped;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sennit.spi.network.NetworkWaiter;

/**
 * The threads of this process that sleep, or are about to: each tells all peers with shared memory that its endpoint sleeps,
 * and none sleeps over a pair that is made after it has told them.
 *
 * <p>Publication: a sleeper enters itself here, then reads which pairs there are; who makes a pair puts it in its place and
 * then wakes those that are here. Guarded by this object's monitor, which is held for a few loads and stores.
 */
final class Sleepers {
    /** One sleep. Used by one thread; the record is used again. */
    final class Sleeper implements NetworkWaiter {
        private NetworkWaiter waiter;
        private Thread thread;
        private int seenPairs;
        private MappedPair[] told = NO_PAIRS;
        private int toldCount;

        // Written by its thread; the leader for virtual threads may read an old value, at the cost of one poll in
        // vain, or of one that is a millisecond late.
        private boolean isPatient;

        /** Tells the peers of all pairs that there are that this thread's endpoint sleeps. */
        void tell(MappedConnection[] connections) {
            if (told.length < connections.length) {
                told = new MappedPair[connections.length];
            }
            int endpoint = waiter.endpoint();
            toldCount = 0;
            for (MappedConnection connection : connections) {
                MappedPair pair = connection.pair();
                if (pair != null) {
                    pair.own.enter(endpoint);
                    told[toldCount++] = pair;
                }
            }
            VarHandle.fullFence(); // before the looks at rings and slots, some of which only acquire
        }

        /** Takes it back. */
        void untell() {
            int endpoint = waiter.endpoint();
            for (int i = 0; i < toldCount; i++) {
                told[i].own.leave(endpoint);
                told[i] = null;
            }
            toldCount = 0;
        }

        /** The sleep is over when the waiter is ready, or a ring has something, or there is another pair. */
        @Override
        public boolean isReady() {
            return isReadyWith(isPatient ? hasWork : keepsAwake);
        }

        private boolean isReadyWith(BooleanSupplier ofRings) {
            return waiter.isReady() || seenPairs != pairs || ofRings.getAsBoolean();
        }

        /** Returns whether nothing keeps it awake but records for which there is room in a ring, and which are not there. */
        boolean awaitsRecord() {
            return !isReadyWith(hasWork) && keepsAwake.getAsBoolean();
        }

        /** From now on such records do not keep it awake. */
        void bePatient() {
            isPatient = true;
        }

        @Override
        public int endpoint() {
            return waiter.endpoint();
        }
    }

    private static final MappedPair[] NO_PAIRS = {};

    private final BooleanSupplier keepsAwake;
    private final BooleanSupplier hasWork;
    private final List<Sleeper> sleeping = new ArrayList<>(); // guarded by this
    private final List<Sleeper> spare = new ArrayList<>(); // guarded by this

    // Written under the monitor, volatile: read by each sleeper before it sleeps.
    private volatile int pairs;

    /**
     * @param keepsAwake whether a ring has something, or will have, or a connection wants something done
     * @param hasWork the same without what a ring only will have
     */
    Sleepers(BooleanSupplier keepsAwake, BooleanSupplier hasWork) {
        this.keepsAwake = keepsAwake;
        this.hasWork = hasWork;
    }

    /** Enters the calling thread. Afterwards it tells the peers, looks once more, and sleeps. */
    synchronized Sleeper enter(NetworkWaiter waiter) {
        Sleeper sleeper = spare.isEmpty() ? new Sleeper() : spare.removeLast();
        sleeper.waiter = waiter;
        sleeper.thread = Thread.currentThread();
        sleeper.seenPairs = pairs;
        sleeper.isPatient = false;
        sleeping.add(sleeper);
        return sleeper;
    }

    synchronized void leave(Sleeper sleeper) {
        sleeping.remove(sleeper);
        sleeper.waiter = null;
        sleeper.thread = null;
        spare.add(sleeper);
    }

    /** An endpoint is to look about, whose work is not in a ring. */
    synchronized void wake(int endpoint, Consumer<Thread> wake) {
        for (Sleeper sleeper : sleeping) {
            if (sleeper.endpoint() == endpoint || sleeper.endpoint() < 0) {
                wake.accept(sleeper.thread);
            }
        }
    }

    /** There is another pair, or one less: those that sleep tell their peers anew. */
    synchronized void wakeAll(Consumer<Thread> wake) {
        pairs++;
        for (Sleeper sleeper : sleeping) {
            wake.accept(sleeper.thread);
        }
    }
}
