package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Endpoint;
import org.sennit.conformance.OneJvmJob;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.RemoteAddress;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.ThreadStates;

/** Fences of LAPI in the thread of a task and in its completion handlers at once. */
@Core
@Deadline(seconds = 60)
@Behaviours(130)
class LapiFenceTest {
    private static final int BYTES = 1 << 20;

    /** The data of the reply that both wait for is to be copied by the thread of the task, which has come second. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void aFenceMakesProgressWhileAHandlersFenceWaits(String network) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(LapiFenceTest::fences);
    }

    private static void fences(Endpoint endpoint) {
        Lapi lapi = Lapi.init(endpoint);
        byte[] memory = new byte[BYTES];
        memory[BYTES - 1] = 7;
        RemoteAddress there = lapi.addressInit(lapi.register(memory))[1];
        AtomicReference<Thread> first = new AtomicReference<>();
        int fencing = lapi.registerHandler(message -> {
            message.setCompletionHandler(
                    (handle, info) -> {
                        first.set(Thread.currentThread());
                        handle.fence();
                    },
                    null);
            return null;
        });
        if (endpoint.world().rank() == 0) {
            try (Arena arena = Arena.ofConfined()) {
                MemorySegment room = arena.allocate(BYTES);
                LapiCounter completion = lapi.newCounter();
                lapi.get(1, BYTES, there, room, null, null);
                lapi.amsend(0, fencing, null, 0, null, 0, null, null, completion);
                while (!ThreadStates.isWaiting(first.get())) { // the deadline of the test ends this
                    Thread.onSpinWait();
                }
                lapi.fence();
                assertEquals(7, room.get(ValueLayout.JAVA_BYTE, BYTES - 1));
                lapi.waitcntr(completion, 1);
            }
        }
        lapi.term();
    }
}
