package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Job;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.MappedFile;

/**
 * Operations that C2 has compiled report a mapped file that was cut short, and their counters move: the error of the
 * JVM, which is asynchronous then, strikes nothing else.
 */
@Deadline(seconds = 60)
class CompiledFaultsTest {
    private static final int BYTES = 64;

    /** An operation on memory of the other task. */
    private record Case(String name, Operation operation) {
        @Override
        public String toString() {
            return name;
        }
    }

    private interface Operation {
        void run(LapiHandle lapi, int other, RemoteAddress there, LapiCounter done);
    }

    private static Stream<Case> cases() {
        byte[] own = new byte[BYTES];
        return Stream.of(
                new Case("put", (lapi, other, there, done) -> lapi.put(other, BYTES, there, own, null, null, done)),
                new Case("get", (lapi, other, there, done) -> lapi.get(other, BYTES, there, own, null, done)),
                new Case(
                        "rmw",
                        (lapi, other, there, done) ->
                                lapi.rmw64(RmwOperation.FETCH_AND_ADD, other, there, new long[] {1}, null, done)),
                new Case("rmw as between processes", (lapi, other, there, done) -> {
                    ReadModifyWrite way = lapi.readModifyWrite();
                    HeaderRoom one = way.described(RmwOperation.FETCH_AND_ADD, 8, there, 1, 1);
                    way.send(lapi.call("rmw", other), one, null, OriginEvent.of(done));
                }));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachIsReportedAndEnds(Case each) {
        AtomicInteger reported = new AtomicInteger();
        try (MappedFile file = new MappedFile(BYTES)) {
            Job.run(2, endpoint -> {
                LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
                lapi.setErrorHandler((_, _) -> reported.incrementAndGet());
                int me = (int) lapi.qenv(LapiQuery.TASK_ID);
                RemoteAddress[] all = lapi.addressInit(lapi.register(file.memory()));
                all(lapi, each, me, all[1 - me], MappedFile.WARM);
                lapi.gfence();
                if (me == 0) {
                    assertEquals(0, reported.get());
                    file.truncate(0);
                }
                lapi.gfence();
                all(lapi, each, me, all[1 - me], MappedFile.FAULTS);
                lapi.gfence();
                lapi.term();
            });
        }
        assertEquals(MappedFile.FAULTS, reported.get());
    }

    /** Task 0's, while the other one waits. */
    private static void all(LapiHandle lapi, Case each, int me, RemoteAddress there, int times) {
        LapiCounter done = lapi.newCounter();
        for (int i = 0; me == 0 && i < times; i++) {
            each.operation.run(lapi, 1, there, done);
            lapi.waitcntr(done, 1);
        }
    }
}
