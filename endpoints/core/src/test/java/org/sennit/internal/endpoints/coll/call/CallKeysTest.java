package org.sennit.internal.endpoints.coll.call;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.internal.endpoints.coll.schedule.CollectiveCall;
import org.sennit.internal.endpoints.coll.schedule.CollectiveKind;

/** A program that uses a few lengths in turn asks once for each. */
class CallKeysTest {
    private int asked;
    private final CallKeys keys = new CallKeys(CollectiveKind.REDUCE, 2, call -> {
        asked++;
        return (int) call.bytes * 3 + call.root;
    });

    @ParameterizedTest
    @CsvSource({
        "8, 16",
        "8, 24",
        "16, 32",
        "64, 128",
        "128, 256",
        "256, 512",
        "512, 1024",
        "8, 512",
        "4, 8",
        "0, 8",
        "8, 1024",
        "8192, 12288",
        "64, 16384",
        "2048, 16384"
    })
    void twoLengthsAreKept(int one, int other) {
        for (int round = 0; round < 3; round++) {
            for (int root = CollectiveCall.NO_ROOT; root < 2; root++) {
                assertEquals(3 * one + root, keys.of(one, root));
                assertEquals(3 * other + root, keys.of(other, root));
                assertNotEquals(keys.of(one, root), keys.of(other, root));
            }
        }
        assertEquals(6, asked);
    }
}
