package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.conformance.OneJvmJob;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.RemoteAddress;
import org.sennit.lapi.RemoteVector;
import org.sennit.spi.active.MessageEnds;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** How operations between processes end that cannot end well. */
@Deadline(seconds = 60)
class LapiEndsTest {
    private static final int LONG_BYTES = 3_000_000; // whose data follows when the target is ready for it

    /** The error of memory of the origin is that of the operation that it has started. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void aGetIntoMemoryThatCannotBeWrittenNamesTheOperation(String network) {
        ConcurrentLinkedQueue<String> reported = new ConcurrentLinkedQueue<>();
        job(network).run(endpoint -> {
            Lapi lapi = Lapi.init(endpoint);
            int me = endpoint.world().rank();
            lapi.setErrorHandler((_, error) -> reported.add(me + " " + error.operation() + " " + error.status()));
            RemoteAddress there = lapi.addressInit(lapi.register(new byte[8]))[1 - me];
            LapiCounter done = lapi.newCounter();
            if (me == 0) {
                MemorySegment here = MemorySegment.ofArray(new byte[8]).asReadOnly();
                RemoteVector vector = RemoteVector.generic(new RemoteAddress[] {there}, new long[] {8});
                lapi.getv(1, vector, LapiVector.of(here, 8), null, done);
                lapi.waitcntr(done, 1);
                lapi.get(1, 8, there, here, null, done);
                lapi.waitcntr(done, 1);
            }
            lapi.gfence();
            lapi.term();
        });
        assertEquals(List.of("0 GETV ORG_VEC_ADDR", "0 GET ORG_ADDR_NULL"), List.copyOf(reported));
    }

    /** Its data is not taken before the purge: the header handler at the target has not returned. */
    @ParameterizedTest
    @ValueSource(strings = {"mapped", "tcp"})
    void aMessageThatIsGivenUpHasEndedForOneThatPolls(String network) {
        CountDownLatch hasBegun = new CountDownLatch(1);
        CountDownLatch isPurged = new CountDownLatch(1);
        AtomicInteger before = new AtomicInteger(-1);
        AtomicInteger after = new AtomicInteger(-1);
        job(network).run(endpoint -> {
            ActiveMessages messages = endpoint.world().activeMessages();
            messages.onError((_, _, _) -> {}); // the target learns that the data does not come
            messages.register(0, message -> {
                hasBegun.countDown();
                await(isPurged);
                return ActiveVector.of(new byte[LONG_BYTES]);
            });
            endpoint.world().barrier();
            if (endpoint.world().rank() == 0) {
                ActiveVector data = ActiveVector.of(new byte[LONG_BYTES]);
                messages.send(1, 0, null, data, ActiveMessages.NO_COUNTER, null, null);
                await(hasBegun);
                before.set(MessageEnds.of(messages).takeEnded());
                messages.purge(1);
                after.set(MessageEnds.of(messages).takeEnded());
                isPurged.countDown();
                messages.resume(1);
            }
            endpoint.world().barrier();
        });
        assertEquals(0, before.get());
        assertEquals(MessageEnds.SENT, after.get());
    }

    private static OneJvmJob job(String network) {
        return new OneJvmJob(2, 1, Map.of("net.module", network));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(Deadlines.ns(20), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
