package org.sennit.conformance.faults;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.SennitException;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolStatistics;

/**
 * Rank 2, alone in its process, dies with buffers of ranks 0 and 3 in its hands and on their way to it, and one that it
 * has passed on. Rank 1 lives beside rank 0.
 */
final class OwnershipDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private static final int VICTIM = 2;
    private static final int HELD = 5;
    private static final int BYTES = 64 << 10; // longer than what is sent without being asked for
    private static final int KEPT = 1;
    private static final int PASSED_ON = 2;
    private static final int NEVER_TAKEN = 3;
    private static final int AMONG_THE_LIVING = 4;

    private OwnershipDeathProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.open(
                    endpoint, OwnershipPool.defaults(endpoint).window(BYTES));
            Communicator world = endpoint.world();
            Handover handover = pool.over(world);
            switch (world.rank()) {
                case VICTIM -> victim(world, handover);
                case 1 -> exchange(world, pool, handover);
                default -> giver(world, pool, handover);
            }
            System.out.println(DONE + world.rank() + " " + pool.statistics());
        });
    }

    private static void victim(Communicator world, Handover handover) {
        for (int i = 0; i < HELD; i++) {
            handover.take(0, KEPT);
            handover.take(3, KEPT);
        }
        handover.give(handover.take(0, PASSED_ON), 3, PASSED_ON);
        handover.give(handover.take(3, PASSED_ON), 0, PASSED_ON);
        System.out.println(READY);
        world.receive(new byte[1], 1, NEVER_TAKEN);
    }

    private static void giver(Communicator world, OwnershipPool pool, Handover handover) {
        int other = 3 - world.rank();
        for (int i = 0; i < HELD; i++) {
            handover.give(pool.alloc(BYTES), VICTIM, KEPT);
        }
        handover.give(pool.alloc(BYTES), VICTIM, PASSED_ON);
        OwnedBuffer others = handover.take(VICTIM, PASSED_ON);
        giveUntilItHasDied(pool, handover);
        Death.ends(() -> handover.take(VICTIM, KEPT));
        OwnedBuffer kept = pool.alloc(BYTES);
        Death.ends(() -> handover.give(kept, VICTIM, KEPT));
        kept.segment().fill((byte) 1); // still the caller's
        kept.free();
        others.segment().fill((byte) 2);
        others.free();
        exchange(world, pool, handover);
        world.sendReceive(new byte[1], other, KEPT, new byte[1], other, KEPT, null); // each has sent home what it had
        awaitHome(world, pool);
    }

    /** The window is one buffer: a give waits for the answer to an earlier one, which never comes. */
    private static void giveUntilItHasDied(OwnershipPool pool, Handover handover) {
        Death.ends(() -> {
            while (true) {
                OwnedBuffer buffer = pool.alloc(BYTES);
                try {
                    handover.give(buffer, VICTIM, NEVER_TAKEN);
                } catch (SennitException e) {
                    if (pool.statistics().owned() > 1) { // refused before it was given
                        buffer.free();
                    }
                    throw e;
                }
            }
        });
    }

    /** Those that live give each other buffers as before. */
    private static void exchange(Communicator world, OwnershipPool pool, Handover handover) {
        for (int peer : new int[] {0, 1, 3}) {
            if (peer != world.rank()) {
                handover.giveNonblocking(pool.alloc(BYTES), peer, AMONG_THE_LIVING);
            }
        }
        for (int peer : new int[] {0, 1, 3}) {
            if (peer != world.rank()) {
                handover.take(peer, AMONG_THE_LIVING).free();
            }
        }
    }

    /** All that does not come home is counted. */
    private static void awaitHome(Communicator world, OwnershipPool pool) {
        PoolStatistics s;
        do {
            world.nonblocking().probe(1, KEPT, null); // for progress
            pool.trim(0);
            s = pool.statistics();
        } while (s.buffers() - s.freeBuffers() != s.strayed()); // free ones stay that share a slab with a strayed one
        if (s.owned() != 0) {
            throw new AssertionError("in use at the end: " + s);
        }
    }
}
