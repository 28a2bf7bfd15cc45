package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

/** Operations with long vectors whose target is purged while they are under way. */
@Deadline(seconds = 60)
class GivenUpVectorsTest {
    private static final int TARGET = 1;
    private static final int PIECES = 1000; // whose description is too long for a header
    private static final int PIECE_BYTES = 8;
    private static final int ROUNDS = 200;
    private static final int PURGED_ROUNDS = 5_000;
    private static final int MOST_SPINS = 2_000; // some 20 us: the length of an operation
    private static final long SOON_NS = 20_000_000_000L;

    @Test
    void leaveNoVectorAtATargetThatIsResumed() {
        atTarget(GivenUpVectorsTest::purgeInPuts);
    }

    /** So that it falls between parts of a description. */
    @Test
    void leaveNoPartOfAVectorWhereAnotherThreadPurges() {
        atTarget((lapi, memory) -> {
            AtomicBoolean isOver = new AtomicBoolean();
            Thread purger = new Thread(() -> {
                for (int spins = 1; !isOver.get(); spins = spins % MOST_SPINS + 1) {
                    lapi.purgeTotask(TARGET);
                    lapi.resumeTotask(TARGET);
                    for (int i = 0; i < spins; i++) { // for most of the time the target is not purged
                        Thread.onSpinWait();
                    }
                }
            });
            purger.start();
            try {
                putsAndGets(lapi, memory);
            } finally {
                isOver.set(true);
                join(purger);
            }
        });
    }

    /** The memory belongs to the target's thread, so that the origin's does not write it itself. */
    private static void atTarget(BiConsumer<LapiHandle, RemoteAddress> origin) {
        Job.run(2, endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            try (Arena arena = Arena.ofConfined()) {
                RemoteAddress[] all = lapi.addressInit(lapi.register(arena.allocate(PIECE_BYTES)));
                if (lapi.qenv(LapiQuery.TASK_ID) == TARGET) {
                    lapi.gfence();
                    long since = System.nanoTime();
                    while (lapi.regions().arriving().size() > 0 && System.nanoTime() - since < SOON_NS) {
                        lapi.probe();
                    }
                    assertEquals(0, lapi.regions().arriving().size());
                } else {
                    origin.accept(lapi, all[TARGET]);
                    lapi.gfence();
                }
                lapi.gfence();
            }
            lapi.term();
        });
    }

    private static RemoteVector vector(RemoteAddress memory) {
        RemoteAddress[] addresses = new RemoteAddress[PIECES];
        long[] lengths = new long[PIECES];
        Arrays.fill(addresses, memory);
        Arrays.fill(lengths, PIECE_BYTES);
        return RemoteVector.generic(addresses, lengths);
    }

    private static void putsAndGets(LapiHandle lapi, RemoteAddress memory) {
        LapiVector data = LapiVector.of(new byte[PIECES * PIECE_BYTES], PIECES * PIECE_BYTES);
        for (int i = 0; i < PURGED_ROUNDS; i++) {
            try {
                if (i % 2 == 0) {
                    lapi.putv(TARGET, vector(memory), data, null, null, null);
                } else {
                    lapi.getv(TARGET, vector(memory), data, null, null);
                }
            } catch (LapiException e) {
                assertEquals(LapiStatus.TGT_PURGED, e.status());
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) { // the deadline of the test
            Thread.currentThread().interrupt();
        }
    }

    private static void purgeInPuts(LapiHandle lapi, RemoteAddress memory) {
        LapiVector data = LapiVector.of(new byte[PIECES * PIECE_BYTES], PIECES * PIECE_BYTES);
        for (int i = 0; i < ROUNDS; i++) {
            lapi.putv(TARGET, vector(memory), data, null, null, null);
            lapi.purgeTotask(TARGET);
            lapi.resumeTotask(TARGET);
        }
    }
}
