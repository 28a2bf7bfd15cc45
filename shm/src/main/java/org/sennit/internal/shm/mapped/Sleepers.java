package org.sennit.internal.shm.mapped;

import java.lang.invoke.VarHandle;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.sennit.spi.network.NetworkWaiter;

/**
 * The threads of this process that sleep, or are about to: each marks its endpoint as sleeping in the memory of every
 * pair, and wakes when a pair is made afterwards.
 *
 * <p>Publication: a sleeper enters itself here, then reads the list of pairs; the thread that makes a pair publishes it
 * and then wakes the sleepers listed here. Guarded by this object's monitor, which is held for a few loads and stores.
 */
final class Sleepers {
    /** One sleep. Used by one thread; the record is used again. */
    final class Sleeper implements NetworkWaiter {
        private NetworkWaiter waiter;
        private Thread thread;
        private int seenPairs;
        private MappedPair[] marked = NO_PAIRS;
        private int markedCount;

        // Written by its thread; the leader for virtual threads may read an old value, at the cost of one
        // useless poll, or of one that is a millisecond late.
        private boolean isPatient;

        // Written by its thread, under the monitor; read as isPatient.
        private boolean hasFoundRoom;

        /**
         * Begins to mark this thread's endpoint as sleeping, in the memory of all pairs.
         *
         * @param most how many pairs there may be
         */
        void beginToMark(int most) {
            if (marked.length < most) {
                marked = new MappedPair[most];
            }
            markedCount = 0;
        }

        /** Marks it in the memory of one pair. */
        void mark(MappedPair pair) {
            pair.own.enter(waiter.endpoint());
            marked[markedCount++] = pair;
        }

        /**
         * Called when it has been marked everywhere, before the looks at rings and slots, some of which only acquire.
         */
        void endMarks() {
            VarHandle.fullFence();
        }

        /** Removes those marks. */
        void unmark() {
            int endpoint = waiter.endpoint();
            for (int i = 0; i < markedCount; i++) {
                marked[i].own.leave(endpoint);
                marked[i] = null;
            }
            markedCount = 0;
        }

        /**
         * Returns whether the sleep is over: the waiter is ready, or a ring has something, or there is another pair, or
         * its thread has found room in a ring that was full.
         */
        @Override
        public boolean isReady() {
            return isReadyWith(isPatient ? hasWork : keepsAwake);
        }

        private boolean isReadyWith(BooleanSupplier ofRings) {
            return waiter.isReady() || hasFoundRoom || seenPairs != pairs || ofRings.getAsBoolean();
        }

        /**
         * Returns whether nothing keeps it awake but records for which there is room in a ring, and which are not
         * there.
         */
        boolean awaitsRecord() {
            return !isReadyWith(hasWork) && keepsAwake.getAsBoolean();
        }

        /** Stops staying awake for such records. */
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

    /** Enters the calling thread. Afterwards it notifies the peers, looks once more, and sleeps. */
    synchronized Sleeper enter(NetworkWaiter waiter) {
        Sleeper sleeper = spare.isEmpty() ? new Sleeper() : spare.removeLast();
        sleeper.waiter = waiter;
        sleeper.thread = Thread.currentThread();
        sleeper.seenPairs = pairs;
        sleeper.hasFoundRoom = false;
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

    /** Wakes the sleepers of an endpoint, which has work outside the rings. */
    synchronized void wake(int endpoint, Consumer<Thread> wake) {
        // By index: an iterator is an object at each call until the call is compiled, and this one is rare.
        for (int i = 0; i < sleeping.size(); i++) {
            Sleeper sleeper = sleeping.get(i);
            if (sleeper.endpoint() == endpoint || sleeper.endpoint() < 0) {
                wake.accept(sleeper.thread);
            }
        }
    }

    /**
     * Notes that a ring that was full has taken more of what is to go into it, from the calling thread. If the thread
     * has been woken for that, its sleep is over: the peer reads, so there is room again sooner than a thread wakes.
     * Other sleepers sleep on. (A get of 1 MiB from a target whose endpoint waits: 170 us where its thread sleeps for
     * each part of a ring, 62 where it stays awake.) A thread that has nothing to do but sleep, as that of the
     * background, sleeps again.
     */
    synchronized void roomFound() {
        Thread caller = Thread.currentThread();
        for (int i = 0; i < sleeping.size(); i++) {
            Sleeper sleeper = sleeping.get(i);
            if (sleeper.thread == caller) {
                sleeper.hasFoundRoom = true;
            }
        }
    }

    /** Wakes all sleepers after a pair was made or ended, so that they mark themselves in the present pairs. */
    synchronized void wakeAll(Consumer<Thread> wake) {
        pairs++;
        for (Sleeper sleeper : sleeping) {
            wake.accept(sleeper.thread);
        }
    }
}
