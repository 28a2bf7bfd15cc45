package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.conformance.OneJvmJob;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.MappedFile;

/** Operations between processes whose data is in a mapped file that has been cut short: each is reported, and ends. */
@Deadline(seconds = 60)
class LapiFaultsTest {
    private static final int PIECES = 150; // whose description is too long for a header, and whose data is sent at once
    private static final int PIECE_BYTES = 8;
    private static final int BYTES = PIECES * PIECE_BYTES;
    private static final int FAULTS = 20;

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void aPutFromTheFileIsGivenUp(String network) {
        AtomicInteger reported = new AtomicInteger();
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            lapi.setErrorHandler((_, _) -> reported.incrementAndGet());
            int me = endpoint.world().rank();
            RemoteVector there = pieces(lapi.addressInit(lapi.register(new byte[BYTES]))[1 - me]);
            try (MappedFile file = new MappedFile(BYTES)) {
                LapiVector data = ofPieces(file);
                LapiCounter complete = lapi.newCounter();
                lapi.putv(1 - me, there, data, null, null, complete);
                lapi.waitcntr(complete, 1);
                file.truncate(0);
                for (int i = 0; i < FAULTS; i++) {
                    lapi.putv(1 - me, there, data, null, null, complete);
                    assertThrows(LapiException.class, () -> lapi.waitcntr(complete, 1));
                }
                lapi.gfence();
                byte[] sound = new byte[BYTES];
                lapi.putv(1 - me, there, LapiVector.of(sound, BYTES), null, null, complete);
                lapi.waitcntr(complete, 1);
                lapi.gfence();
            }
            lapi.term();
        });
        assertEquals(2 * FAULTS, reported.get());
    }

    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void aGetFromTheFileEnds(String network) {
        AtomicInteger reported = new AtomicInteger();
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            lapi.setErrorHandler((_, _) -> reported.incrementAndGet());
            int me = endpoint.world().rank();
            try (MappedFile file = new MappedFile(BYTES)) {
                RemoteVector there = pieces(lapi.addressInit(lapi.register(file.memory()))[1 - me]);
                LapiVector room = LapiVector.of(new byte[BYTES], BYTES);
                LapiCounter done = lapi.newCounter();
                lapi.getv(1 - me, there, room, null, done);
                lapi.waitcntr(done, 1);
                lapi.gfence();
                file.truncate(0);
                lapi.gfence();
                for (int i = 0; i < FAULTS; i++) {
                    lapi.getv(1 - me, there, room, null, done);
                    lapi.waitcntr(done, 1);
                }
                lapi.gfence();
            }
            lapi.term();
        });
        assertEquals(2 * FAULTS, reported.get());
    }

    private static RemoteVector pieces(RemoteAddress base) {
        RemoteAddress[] addresses = new RemoteAddress[PIECES];
        Arrays.setAll(addresses, i -> base.plus((long) i * PIECE_BYTES));
        return RemoteVector.generic(addresses, lengths());
    }

    private static LapiVector ofPieces(MappedFile file) {
        Object[] memories = new Object[PIECES];
        Arrays.setAll(memories, i -> file.memory().asSlice((long) i * PIECE_BYTES, PIECE_BYTES));
        return LapiVector.generic(memories, lengths());
    }

    private static long[] lengths() {
        long[] lengths = new long[PIECES];
        Arrays.fill(lengths, PIECE_BYTES);
        return lengths;
    }
}
