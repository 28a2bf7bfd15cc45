package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Endpoint;
import org.sennit.conformance.OneJvmJob;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.lapi.XferCommand;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/**
 * The threads that LAPI starts between processes: for completion handlers of the program, and for nothing of its own.
 */
@Core
@Deadline(seconds = 60)
class LapiThreadsTest {
    private static final int PIECE_BYTES = 8;
    private static final int SPREAD = 2; // from piece to piece, in lengths of a piece

    private final AtomicInteger started = new AtomicInteger();

    /** The system's context, which counts the threads of completion handlers. */
    private final RuntimeContext counting = (RuntimeContext) Proxy.newProxyInstance(
            RuntimeContext.class.getClassLoader(),
            new Class<?>[] {RuntimeContext.class},
            (proxy, method, arguments) -> {
                if (method.getName().equals("newThread") && arguments[0].equals("sennit-completion")) {
                    started.incrementAndGet();
                }
                try {
                    return method.invoke(RuntimeContext.system(), arguments);
                } catch (InvocationTargetException e) {
                    throw e.getCause();
                }
            });

    /** Descriptions of vectors that fit a header, do not, and are longer than a packet. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void putsAndGetsOfVectorsStartNone(String network) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(counting, endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            for (int pieces : new int[] {10, 200, 20_000}) {
                move(lapi, endpoint, pieces);
                assertEquals(0, started.get(), () -> "pieces=" + pieces);
                lapi.gfence();
            }
            completes(lapi, endpoint);
            assertEquals(2, started.get()); // one for the message of each task: they are counted
            lapi.term();
        });
    }

    private static void move(Lapi lapi, Endpoint endpoint, int pieces) {
        int peer = 1 - endpoint.world().rank();
        byte[] memory = new byte[pieces * SPREAD * PIECE_BYTES];
        RemoteAddress base = lapi.addressInit(lapi.register(memory))[peer];
        RemoteAddress[] addresses = new RemoteAddress[pieces];
        long[] lengths = new long[pieces];
        Arrays.setAll(addresses, i -> base.plus((long) i * SPREAD * PIECE_BYTES));
        Arrays.fill(lengths, PIECE_BYTES);
        RemoteVector remote = RemoteVector.generic(addresses, lengths);
        LapiCounter arrived = lapi.newCounter();
        CounterAddress there = lapi.addressInit(arrived)[peer];
        LapiCounter free = lapi.newCounter();
        LapiCounter complete = lapi.newCounter();
        byte[] data = new byte[pieces * PIECE_BYTES];
        for (int i = 0; i < data.length; i++) {
            data[i] = (byte) (i * 7 + pieces);
        }
        lapi.putv(peer, remote, LapiVector.of(data, data.length), there, free, complete);
        lapi.waitcntr(free, 1);
        lapi.waitcntr(complete, 1);
        lapi.waitcntr(arrived, 1);
        byte[] back = new byte[data.length];
        lapi.getv(peer, remote, LapiVector.of(back, back.length), there, free);
        lapi.waitcntr(free, 1);
        lapi.waitcntr(arrived, 1);
        assertArrayEquals(data, back);
        putFromOwnMemory(lapi, peer, remote, data.length, there);
        lapi.waitcntr(arrived, 1);
        lapi.gfence();
        assertEquals(1, memory[0]);
        assertEquals(1, memory[(pieces - 1) * SPREAD * PIECE_BYTES + PIECE_BYTES - 1]);
        assertEquals(0, memory[PIECE_BYTES]);
    }

    /** The memory is for this thread alone, which does not send it. */
    private static void putFromOwnMemory(Lapi lapi, int peer, RemoteVector remote, int bytes, CounterAddress there) {
        LapiCounter complete = lapi.newCounter();
        AtomicInteger sent = new AtomicInteger();
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment own = arena.allocate(bytes);
            own.fill((byte) 1);
            lapi.xfer(new XferCommand.Putv(
                    peer, remote, LapiVector.of(own, bytes), sent::incrementAndGet, there, complete));
            while (sent.get() == 0) { // the deadline of the test ends this
                lapi.probe();
            }
        }
        lapi.waitcntr(complete, 1);
        assertEquals(1, sent.get());
    }

    private static void completes(Lapi lapi, Endpoint endpoint) {
        int handler = lapi.registerHandler(message -> {
            message.setCompletionHandler((handle, info) -> {}, null);
            return null;
        });
        LapiCounter complete = lapi.newCounter();
        lapi.gfence();
        lapi.amsend(1 - endpoint.world().rank(), handler, null, 0, null, 0, null, null, complete);
        lapi.waitcntr(complete, 1);
        lapi.gfence();
    }
}
