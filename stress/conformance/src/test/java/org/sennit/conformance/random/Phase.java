package org.sennit.conformance.random;

import org.sennit.Communicator;
import org.sennit.testkit.SeededRandom;

/**
 * A part of a random program in which all ranks do the same kind of thing, while messages of the program wait to be
 * received. Each kind makes communicators of its own, so that its messages meet no others, and is its own oracle.
 *
 * @param id its number in the program
 * @param kind what is done
 * @param seed what is drawn of it
 */
record Phase(int id, Kind kind, long seed) {
    /** What the ranks do. */
    enum Kind {
        /** Messages to and from no process, in every way. */
        NULL_PROCESS(NullProcessPhase::run),
        /** New endpoints with a thread each. */
        ENDPOINTS(EndpointsPhase::run),
        /** Neighbor collectives on a grid. */
        GRID(NeighborPhase::onGrid),
        /** Neighbor collectives on a graph that all members know. */
        GRAPH(NeighborPhase::onGraph),
        /** Neighbor collectives on a graph of which each member knows its own edges. */
        DISTRIBUTED_GRAPH(NeighborPhase::onDistributedGraph),
        /** Messages and collectives between two sides. */
        INTERCOMMUNICATOR(IntercommunicatorPhase::run),
        /** Messages from and into memory that processes of a host share. */
        SHARED_MEMORY(SharedMemoryPhase::run),
        /** One-sided accesses in epochs of every kind. */
        WINDOW(Phase::accesses),
        /** Active messages. */
        ACTIVE_MESSAGES(ActivePhase::run),
        /** One-sided operations of LAPI. */
        LAPI(LapiPhase::run);

        private final Body body;

        Kind(Body body) {
            this.body = body;
        }
    }

    /** A kind's work. */
    interface Body {
        /**
         * Does a rank's part and checks it.
         *
         * @param world all ranks; only for making communicators
         * @param random draws the same on all ranks, as long as all draw the same
         */
        void run(Communicator world, SeededRandom random) throws InterruptedException;
    }

    /** Accesses of words or less in epochs of every kind, or of many words, with and without gaps. */
    private static void accesses(Communicator world, SeededRandom random) {
        if (random.nextInt(3) == 0) {
            LongAccessPhase.run(world, random);
        } else {
            WindowPhase.run(world, random);
        }
    }

    /** Does a rank's part; throws when something is not as it must be. */
    void run(Communicator world) {
        try {
            kind.body.run(world, new SeededRandom(seed));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError(this + " was interrupted", e);
        } catch (AssertionError e) {
            throw new AssertionError(this + ": " + e.getMessage(), e);
        }
    }

    @Override
    public String toString() {
        return "phase " + id + " " + kind + " seed=" + seed;
    }
}
