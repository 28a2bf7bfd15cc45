package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Job;
import org.sennit.active.ActiveVector;
import org.sennit.testkit.Deadline;

/** One-sided operations between tasks of one process. */
@Deadline(seconds = 60)
class DirectAccessTest {
    private static final int TASKS = 3;
    private static final int ROUNDS = 20_000;

    private static void run(int tasks, Consumer<LapiHandle> program) {
        Job.run(tasks, endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            program.accept(lapi);
            lapi.term();
        });
    }

    private static int task(LapiHandle lapi) {
        return (int) lapi.qenv(LapiQuery.TASK_ID);
    }

    /**
     * Memory in which a variable of 8 bytes is updated by an instruction, or, as it is not aligned there, under a lock.
     */
    private static Object memory(String kind) {
        return switch (kind) {
            case "long[]" -> new long[2];
            case "native" -> Arena.global().allocate(16, 8);
            default -> new byte[16];
        };
    }

    private static long value(Object memory, long at) {
        return ActiveVector.of(memory).memory(0).get(ValueLayout.JAVA_LONG_UNALIGNED, at);
    }

    @ParameterizedTest
    @ValueSource(strings = {"long[]", "native", "byte[]", "unaligned"})
    void allWaysOfUpdatingAVariableAreAtomicTogether(String kind) {
        long at = kind.equals("unaligned") ? 4 : 8;
        run(TASKS, lapi -> {
            Object memory = memory(kind.equals("unaligned") ? "native" : kind);
            RemoteAddress[] all = lapi.addressInit(lapi.register(memory));
            LapiCounter done = lapi.newCounter();
            long[] one = {1};
            for (int i = 0; i < ROUNDS; i++) {
                RemoteAddress variable = all[0].plus(at);
                if (i % 4 == 0) { // as an active message from another process has it done, in the header handler
                    ReadModifyWrite way = lapi.readModifyWrite();
                    HeaderRoom add = way.described(RmwOperation.FETCH_AND_ADD, 8, variable, 1, 1);
                    way.send(lapi.call("rmw", 0), add, null, OriginEvent.of(done));
                } else {
                    lapi.rmw64(RmwOperation.FETCH_AND_ADD, 0, variable, one, null, done);
                }
                lapi.waitcntr(done, 1);
            }
            lapi.gfence();
            if (task(lapi) == 0) {
                assertEquals((long) TASKS * ROUNDS, value(memory, at));
            }
        });
    }

    @Test
    void countersMoveThoughTheSendCompletionThrows() {
        run(2, lapi -> {
            int other = 1 - task(lapi);
            RemoteAddress[] all = lapi.addressInit(lapi.register(new long[1]));
            LapiCounter arrived = lapi.newCounter();
            LapiCounter done = lapi.newCounter();
            CounterAddress there = lapi.addressInit(arrived)[other];
            Runnable sent = () -> {
                throw new AssertionError("of the send completion: expected in this test");
            };
            lapi.xfer(new XferCommand.Put(other, 8, all[other], new long[] {5}, sent, there, done));
            assertEquals(1, lapi.getcntr(done)); // within a process all is over on return
            lapi.waitcntr(arrived, 1);
            lapi.xfer(new XferCommand.Rmw64(RmwOperation.FETCH_AND_ADD, other, all[other], new long[] {1}, null, sent));
            lapi.gfence();
        });
    }

    @Test
    void aStridedVectorWithoutLengthsIsRefusedByItsCall() {
        run(1, lapi -> {
            int handler = lapi.registerHandler(message -> null);
            for (long[] lengths : new long[][] {null, {8}}) {
                LapiVector vector = LapiVector.of(VectorType.STRIDED, 1, new Object[] {new byte[8]}, lengths);
                LapiException refused = assertThrows(
                        LapiException.class, () -> lapi.amsendv(0, handler, null, 0, vector, null, null, null));
                assertEquals(LapiStatus.ORG_STRIDE, refused.status());
            }
        });
    }

    @Test
    void theHandleOfATaskOfTheProcessIsFound() {
        run(2, lapi -> {
            assertTrue(lapi.direct().reachable(1 - task(lapi)) != null);
            assertTrue(lapi.direct().reachable(task(lapi)) == lapi);
            lapi.purgeTotask(1 - task(lapi));
            assertTrue(lapi.direct().reachable(1 - task(lapi)) == null);
            lapi.resumeTotask(1 - task(lapi));
            assertTrue(lapi.direct().reachable(1 - task(lapi)) != null);
        });
    }

    @Test
    void aPurgeIsTheEndOfWhatItGivesUp() {
        run(2, lapi -> {
            MessageInfo info = new MessageInfo();
            lapi.msgpoll(0, info); // what has ended before
            lapi.purgeTotask(1 - task(lapi));
            lapi.msgpoll(0, info);
            assertEquals(MessageState.BOTH_COMPLETE, info.state());
            lapi.msgpoll(0, info);
            assertEquals(MessageState.DISP_CNTR, info.state());
            lapi.resumeTotask(1 - task(lapi));
        });
    }

    /** The use of the target's handle may end between the operation and the note of its end. */
    @Test
    void aReadModifyWriteHasEndedThoughItsTargetIsGone() {
        run(2, lapi -> {
            int other = 1 - task(lapi);
            MessageInfo info = new MessageInfo();
            lapi.purgeTotask(other); // as one that is gone it is not reached
            lapi.msgpoll(0, info);
            lapi.direct().endModification(other, OriginEvent.NONE);
            lapi.msgpoll(0, info);
            assertEquals(MessageState.RECV_COMPLETE, info.state());
            lapi.resumeTotask(other);
        });
    }

    @Test
    void dataIsThereAndCountersHaveMovedOnReturn() {
        run(2, lapi -> {
            int other = 1 - task(lapi);
            byte[] memory = new byte[100];
            LapiCounter arrived = lapi.newCounter();
            RemoteAddress[] all = lapi.addressInit(lapi.register(memory));
            CounterAddress[] counters = lapi.addressInit(arrived);
            LapiCounter origin = lapi.newCounter();
            LapiCounter completed = lapi.newCounter();
            byte[] data = {1, 2, 3};
            lapi.put(other, 3, all[other].plus(10), data, counters[other], origin, completed);
            assertEquals(List.of(1L, 1L), List.of(lapi.getcntr(origin), lapi.getcntr(completed)));
            lapi.waitcntr(arrived, 1);
            assertArrayEquals(data, java.util.Arrays.copyOfRange(memory, 10, 13));
            byte[] got = new byte[3];
            lapi.get(other, 3, all[other].plus(10), got, counters[other], origin);
            assertEquals(2, lapi.getcntr(origin));
            assertArrayEquals(data, got);
            lapi.waitcntr(arrived, 1);
        });
    }

    @Test
    void mistakesAreReportedOnceAtTheTarget() {
        List<String> reported = new CopyOnWriteArrayList<>();
        run(2, lapi -> {
            lapi.setErrorHandler((handle, error) -> reported.add(error.operation() + " " + error.status()));
            MemorySegment closed;
            RemoteAddress address;
            try (Arena arena = Arena.ofShared()) {
                closed = arena.allocate(8);
                address = lapi.register(closed);
            }
            RemoteAddress[] all = lapi.addressInit(address);
            LapiCounter done = lapi.newCounter();
            if (task(lapi) == 0) {
                lapi.put(1, 8, all[1].plus(1), new byte[8], null, null, done); // behind the end
                lapi.waitcntr(done, 1);
                lapi.put(1, 8, all[1], new byte[8], null, null, done);
                lapi.waitcntr(done, 1);
                lapi.rmw64(RmwOperation.SWAP, 1, all[1], new long[1], null, done);
                lapi.waitcntr(done, 1);
                lapi.get(1, 8, all[1], new byte[8], null, done);
                lapi.waitcntr(done, 1);
                RemoteVector piece = RemoteVector.generic(new RemoteAddress[] {all[1]}, new long[] {8});
                lapi.putv(1, piece, LapiVector.of(new byte[8], 8), null, null, done);
                lapi.waitcntr(done, 1);
                lapi.getv(1, piece, LapiVector.of(new byte[8], 8), null, done);
                lapi.waitcntr(done, 1);
            }
            lapi.gfence();
            assertFalse(lapi.getcntr(done) > 0);
        });
        assertEquals(
                List.of(
                        "PUT DATA_LEN",
                        "PUT TGT_ADDR_NULL",
                        "RMW TGT_VAR_NULL",
                        "GET TGT_ADDR_NULL",
                        "PUTV TGT_VEC_ADDR",
                        "GETV TGT_VEC_ADDR"),
                reported);
    }

    /** What it names is not there, so that the origin's thread cannot copy it. */
    @ParameterizedTest
    @CsvSource({"put, 2", "put, 200", "put, 20000", "get, 2", "get, 200", "get, 20000"})
    void noThreadIsStartedForAVector(String operation, int pieces) {
        List<String> errors = new CopyOnWriteArrayList<>();
        run(2, lapi -> {
            lapi.setErrorHandler((_, error) ->
                    errors.add(error.status() + (Thread.currentThread().isVirtual() ? " by its own thread" : "")));
            int target = 1 - task(lapi);
            RemoteAddress[] all = lapi.addressInit(lapi.register(new byte[8]));
            RemoteAddress gone = new RemoteAddress(target, all[target].region() + 1, 0);
            RemoteAddress[] addresses = new RemoteAddress[pieces];
            long[] lengths = new long[pieces];
            Object[] memories = new Object[pieces];
            Arrays.fill(addresses, gone);
            Arrays.fill(lengths, 8);
            Arrays.fill(memories, new byte[8]);
            LapiCounter there = lapi.newCounter();
            RemoteVector vector = RemoteVector.generic(addresses, lengths);
            if (operation.equals("put")) {
                lapi.putv(target, vector, LapiVector.generic(memories, lengths), null, null, there);
            } else {
                lapi.getv(target, vector, LapiVector.generic(memories, lengths), null, there);
            }
            lapi.waitcntr(there, 1);
            lapi.gfence();
        });
        assertEquals(List.of("TGT_VEC_ADDR", "TGT_VEC_ADDR"), errors);
    }
}
