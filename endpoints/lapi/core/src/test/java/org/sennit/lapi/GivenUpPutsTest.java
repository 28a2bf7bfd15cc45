package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.sennit.Job;
import org.sennit.testkit.Deadline;

/** Puts of long vectors whose target is purged while they are under way. */
@Deadline(seconds = 60)
class GivenUpPutsTest {
    private static final int TARGET = 1;
    private static final int PIECES = 1000; // whose description is too long for a header
    private static final int PIECE_BYTES = 8;
    private static final int ROUNDS = 200;
    private static final long SOON_NS = 20_000_000_000L;

    /** The memory belongs to the target's thread, so that the origin's does not write it itself. */
    @Test
    void leaveNoVectorAtATargetThatIsResumed() {
        Job.run(2, endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            try (Arena arena = Arena.ofConfined()) {
                RemoteAddress[] all = lapi.addressInit(lapi.register(arena.allocate(PIECE_BYTES)));
                if (lapi.qenv(LapiQuery.TASK_ID) == TARGET) {
                    lapi.gfence();
                    long since = System.nanoTime();
                    while (lapi.regions().awaitedPuts() > 0 && System.nanoTime() - since < SOON_NS) {
                        lapi.probe();
                    }
                    assertEquals(0, lapi.regions().awaitedPuts());
                } else {
                    purgeInPuts(lapi, all[TARGET]);
                    lapi.gfence();
                }
                lapi.gfence();
            }
            lapi.term();
        });
    }

    private static void purgeInPuts(Lapi lapi, RemoteAddress memory) {
        RemoteAddress[] addresses = new RemoteAddress[PIECES];
        long[] lengths = new long[PIECES];
        Arrays.fill(addresses, memory);
        Arrays.fill(lengths, PIECE_BYTES);
        LapiVector data = LapiVector.of(new byte[PIECES * PIECE_BYTES], PIECES * PIECE_BYTES);
        for (int i = 0; i < ROUNDS; i++) {
            lapi.putv(TARGET, RemoteVector.generic(addresses, lengths), data, null, null, null);
            lapi.purgeTotask(TARGET);
            lapi.resumeTotask(TARGET);
        }
    }
}
