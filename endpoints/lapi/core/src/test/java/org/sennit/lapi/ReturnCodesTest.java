package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Job;
import org.sennit.active.ActiveCounter;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The numbers of lapi.h, and the codes of vectors at the target. */
@Deadline(seconds = 30)
@Core
class ReturnCodesTest {
    @Test
    void eachCodeHasTheNumberOfTheHeaderFile() {
        Map<String, Integer> numbers = new TreeMap<>();
        put(numbers, 409, "HDR_HNDLR_NULL");
        put(numbers, 417, "HNDL_INVALID", "RET_PTR_NULL", "ADDR_HNDL_RANGE", "ADDR_TBL_NULL", "TGT_PURGED");
        put(numbers, 422, "MULTIPLE_WAITERS");
        put(numbers, 425, "ORG_ADDR_NULL", "TGT_ADDR_NULL", "DATA_LEN", "TGT", "UHDR_NULL", "UHDR_LEN", "HDR_LEN");
        put(numbers, 432, "ORG_EXTENT", "ORG_STRIDE");
        put(numbers, 440, "ORG_VEC_ADDR", "ORG_VEC_LEN", "ORG_VEC_NULL", "ORG_VEC_TYPE", "STRIDE_ORG_VEC_ADDR_NULL");
        put(numbers, 445, "STRIDE_TGT_VEC_ADDR_NULL", "TGT_EXTENT", "TGT_STRIDE", "TGT_VEC_ADDR", "TGT_VEC_LEN");
        put(numbers, 451, "TGT_VEC_NULL", "TGT_VEC_TYPE", "VEC_NUM_DIFF", "VEC_TYPE_DIFF", "VEC_LEN_DIFF");
        put(numbers, 456, "MSG_INFO_NULL");
        put(numbers, 458, "CNTR_NULL", "CNTR_VAL", "QUERY_TYPE", "IN_VAL_NULL", "RMW_OP", "TGT_VAR_NULL", "SET_VAL");
        put(numbers, 474, "OP_SZ");
        put(numbers, 476, "XFER_CMD");
        put(numbers, 501, "INVALID_SEND_REPLY_TGT");
        numbers.forEach(
                (name, number) -> assertEquals(number, LapiStatus.valueOf(name).code(), name));
        assertEquals(0, LapiStatus.SUCCESS.code());
    }

    /** Names of consecutive numbers. */
    private static void put(Map<String, Integer> numbers, int first, String... names) {
        for (int i = 0; i < names.length; i++) {
            numbers.put(names[i], first + i);
        }
    }

    @Test
    void eachMistakeInAVectorAtTheTargetHasItsCode() {
        Job.run(2, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            RemoteAddress[] all = lapi.addressInit(lapi.register(new byte[64]));
            int target = 1 - lapi.task();
            RemoteAddress there = all[target];
            RemoteAddress[] two = {there, there.plus(8)};
            RemoteAddress[] oneIsNull = {there, null};
            long most = lapi.qenv(LapiQuery.MAX_DATA_SZ);
            LapiVector pieces = LapiVector.generic(MemorySegment.ofArray(new byte[16]));
            LapiVector blocks = LapiVector.strided(new byte[16], 2, 4, 8);
            Map<RemoteVector, LapiStatus> ofPieces = Map.of(
                    RemoteVector.generic(oneIsNull, new long[] {8, 1}), LapiStatus.TGT_VEC_ADDR,
                    RemoteVector.generic(two, new long[] {most, 1}), LapiStatus.TGT_VEC_LEN,
                    RemoteVector.generic(two, new long[] {8, -1}), LapiStatus.TGT_VEC_LEN,
                    RemoteVector.generic(new RemoteAddress[] {there, all[1 - target]}, new long[] {8, 8}),
                            LapiStatus.TGT_VEC_ADDR,
                    RemoteVector.iovector(two, new long[] {8, 8}), LapiStatus.VEC_TYPE_DIFF);
            Map<RemoteVector, LapiStatus> ofBlocks = Map.of(
                    RemoteVector.strided(null, 2, 4, 8), LapiStatus.STRIDE_TGT_VEC_ADDR_NULL,
                    RemoteVector.strided(there, 2, 4, 3), LapiStatus.TGT_STRIDE,
                    RemoteVector.strided(there, 3, 4, most / 2), LapiStatus.TGT_EXTENT,
                    RemoteVector.strided(there, 2, 5, 8), LapiStatus.VEC_LEN_DIFF,
                    RemoteVector.strided(there, 3, 4, 8), LapiStatus.VEC_NUM_DIFF,
                    RemoteVector.strided(all[1 - target], 2, 4, 8), LapiStatus.TGT_VEC_ADDR,
                    RemoteVector.generic(two, new long[] {4, 4}), LapiStatus.VEC_TYPE_DIFF);
            LapiVector matched = LapiVector.iovector(new Object[] {new byte[8], new byte[8]}, new long[] {8, 8});
            Map<RemoteVector, LapiStatus> ofMatched = Map.of(
                    RemoteVector.iovector(two, new long[] {8, 7}), LapiStatus.VEC_LEN_DIFF,
                    RemoteVector.iovector(new RemoteAddress[] {there}, new long[] {8}), LapiStatus.VEC_NUM_DIFF,
                    RemoteVector.strided(there, 2, 8, 8), LapiStatus.VEC_TYPE_DIFF);
            ofPieces.forEach((vector, status) -> refusedBothWays(status, lapi, target, vector, pieces));
            ofBlocks.forEach((vector, status) -> refusedBothWays(status, lapi, target, vector, blocks));
            ofMatched.forEach((vector, status) -> refusedBothWays(status, lapi, target, vector, matched));
            refused(LapiStatus.TGT_VEC_NULL, () -> lapi.putv(target, null, pieces, null, null, null));
            lapi.term();
        });
    }

    private static void refusedBothWays(
            LapiStatus wanted, LapiHandle lapi, int target, RemoteVector vector, LapiVector own) {
        LapiCounter counter = lapi.newCounter();
        refused(wanted, () -> lapi.putv(target, vector, own, null, counter, counter));
        refused(wanted, () -> lapi.getv(target, vector, own, null, counter));
        assertEquals(0, lapi.getcntr(counter));
    }

    private static void refused(LapiStatus wanted, Executable call) {
        assertEquals(wanted, assertThrows(LapiException.class, call).status());
    }

    @Test
    void eachMistakeInTheDataOfAMessageOrItsTargetCounterHasItsCode() {
        Job.run(2, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            int target = 1 - lapi.task();
            AtomicInteger arrivals = new AtomicInteger();
            int handler = lapi.registerHandler(message -> {
                arrivals.incrementAndGet();
                return null;
            });
            RemoteAddress there = lapi.addressInit(lapi.register(new long[1]))[target];
            RemoteVector places = RemoteVector.generic(new RemoteAddress[] {there}, new long[] {8});
            LapiVector vector = LapiVector.of(new byte[8], 8);
            byte[] data = new byte[8];
            LapiCounter counter = lapi.newCounter();
            CounterAddress mine = counter.address(); // not the target's
            refused(
                    LapiStatus.ORG_ADDR_NULL,
                    () -> lapi.amsend(target, handler, null, 0, null, 8, mine, counter, counter));
            refused(LapiStatus.DATA_LEN, () -> lapi.amsend(target, handler, null, 0, data, 9, mine, counter, counter));
            refused(LapiStatus.DATA_LEN, () -> lapi.amsend(target, handler, null, 0, data, -1, mine, counter, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.amsend(target, handler, null, 0, data, 8, mine, counter, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.amsendv(target, handler, null, 0, vector, mine, counter, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.put(target, 8, there, data, mine, counter, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.get(target, 8, there, data, mine, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.putv(target, places, vector, mine, counter, counter));
            refused(LapiStatus.CNTR_VAL, () -> lapi.getv(target, places, vector, mine, counter));
            lapi.gfence();
            assertEquals(0, lapi.getcntr(counter));
            assertEquals(0, arrivals.get());
            lapi.term();
        });
    }

    @Test
    void aVectorOfNoKindAtTheTargetHasItsCode() {
        List<LapiStatus> reported = new CopyOnWriteArrayList<>();
        Job.run(2, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            lapi.setErrorHandler((handle, error) -> reported.add(error.status()));
            byte[] in = new byte[8];
            int handler =
                    lapi.registerHandler(message -> LapiVector.of(null, 1, new Object[] {in}, new long[] {in.length}));
            LapiCounter done = lapi.newCounter();
            if (lapi.task() == 0) {
                lapi.amsend(1, handler, null, 0, new byte[] {1}, 1, null, null, done);
                lapi.waitcntr(done, 1);
            }
            LapiVector none = LapiVector.of(null, 1, new Object[] {in}, new long[] {in.length});
            refused(LapiStatus.TGT_VEC_TYPE, () -> none.unpack(new byte[8], 0));
            lapi.term();
            assertEquals(0, in[0]);
        });
        assertEquals(List.of(LapiStatus.TGT_VEC_TYPE), reported);
    }

    @Test
    void eachClassOfAFailureAtTheTargetHasItsCode() {
        Map<ErrorClass, LapiStatus> codes = Map.of(
                ErrorClass.UNSUPPORTED, LapiStatus.HANDLER_BLOCKED,
                ErrorClass.ARG, LapiStatus.HDR_HNDLR_NULL,
                ErrorClass.TYPE, LapiStatus.VEC_TYPE_DIFF,
                ErrorClass.COUNT, LapiStatus.VEC_LEN_DIFF,
                ErrorClass.BUFFER, LapiStatus.TGT_VEC_ADDR,
                ErrorClass.NO_MEM, LapiStatus.TGT_VEC_ADDR, // for the copy that confined memory needs
                ErrorClass.PENDING, LapiStatus.USED_EARLY,
                ErrorClass.REQUEST, LapiStatus.ORIGIN_FAILED, // it has given the message up
                ErrorClass.PROC_FAILED, LapiStatus.ORIGIN_FAILED,
                ErrorClass.OTHER, LapiStatus.HANDLER_FAILED);
        List<LapiError> reported = new ArrayList<>();
        Errors errors = new Errors(reported::add);
        codes.forEach((errorClass, status) -> {
            Exception cause = new IllegalStateException("of a handler");
            errors.failed(
                    3, HandlerNumbers.of(LapiOperation.DGSP, 5), new SennitException(errorClass, "details", cause));
            LapiError error = reported.removeFirst();
            Throwable wanted = status == LapiStatus.HANDLER_FAILED ? cause : null;
            assertEquals(new LapiError(status, LapiOperation.DGSP, 3, "index=5 details", wanted), error);
        });
    }

    @Test
    void bothKindsOfWaitsRefuseASecondWaiter() throws InterruptedException {
        LapiCounter counter = new LapiCounter(new AwaitedCounter(), 0, System::nanoTime);
        for (String operation : List.of("waitcntr", "nopollWait")) {
            AwaitedCounter awaited = (AwaitedCounter) counter.active();
            Thread first = Thread.ofVirtual().start(() -> counter.await("waitcntr", 1, 0));
            awaited.isAwaited.acquire();
            refused(LapiStatus.MULTIPLE_WAITERS, () -> counter.await(operation, 1, 0));
            awaited.isReached.release();
            first.join();
        }
    }

    /** Reached when the test says so. */
    private record AwaitedCounter(Semaphore isAwaited, Semaphore isReached) implements ActiveCounter {
        AwaitedCounter() {
            this(new Semaphore(0), new Semaphore(0));
        }

        @Override
        public int number() {
            return 0;
        }

        @Override
        public long value() {
            return 0;
        }

        @Override
        public void set(long newValue) {}

        @Override
        public void add(long added) {}

        @Override
        public void await(long least) {
            throw new AssertionError("a wait that nothing ends");
        }

        @Override
        public boolean await(long least, long timeoutNs) {
            isAwaited.release();
            isReached.acquireUninterruptibly();
            return true;
        }
    }
}
