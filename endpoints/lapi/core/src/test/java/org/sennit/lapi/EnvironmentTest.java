package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import java.util.Properties;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Handles, their properties, and what is registered at them. */
@Deadline(seconds = 30)
@Core
class EnvironmentTest {
    private static final int TASKS = 3;
    private static final int ROUNDS = 20_000;

    /** What each task runs. */
    @FunctionalInterface
    interface Program {
        void run(LapiHandle lapi) throws Exception;
    }

    private static void run(Program program) {
        Job.run(TASKS, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            program.run(lapi);
            lapi.term();
        });
    }

    private static void refused(LapiStatus wanted, Executable call) {
        assertEquals(wanted, assertThrows(LapiException.class, call).status());
    }

    @Test
    void handlersGetTheHandleOfTheirOwnTask() {
        run(lapi -> {
            AtomicReference<Lapi> inHeader = new AtomicReference<>();
            AtomicReference<Lapi> inCompletion = new AtomicReference<>();
            int handler = lapi.registerHandler(message -> {
                inHeader.set(message.handle());
                message.setCompletionHandler((handle, info) -> inCompletion.set(handle), null);
                return null;
            });
            LapiCounter arrived = lapi.newCounter();
            int next = (lapi.task() + 1) % TASKS;
            lapi.amsend(next, handler, null, 0, null, 0, lapi.addressInit(arrived)[next], null, null);
            lapi.waitcntr(arrived, 1);
            assertSame(lapi, inHeader.get());
            assertSame(lapi, inCompletion.get());
        });
    }

    @Test
    void propertiesAreReadAndSet() {
        run(lapi -> {
            assertEquals(lapi.task(), lapi.qenv(LapiQuery.TASK_ID));
            assertEquals(TASKS, lapi.qenv(LapiQuery.NUM_TASKS));
            assertEquals(0, lapi.qenv(LapiQuery.MAX_UHDR_SZ) % 8);
            assertEquals(Long.MAX_VALUE, lapi.qenv(LapiQuery.MAX_DATA_SZ));
            assertEquals(1, lapi.qenv(LapiQuery.INTERRUPT_SET));
            refused(LapiStatus.QUERY_TYPE, () -> lapi.qenv(null));
            refused(LapiStatus.QUERY_TYPE, () -> lapi.senv(LapiQuery.TASK_ID, 1));
            refused(LapiStatus.QUERY_TYPE, () -> lapi.senv(null, 1));
            refused(LapiStatus.SET_VAL, () -> lapi.senv(LapiQuery.ERROR_CHK, 2));
            refused(LapiStatus.SET_VAL, () -> lapi.senv(LapiQuery.TIMEOUT, -1));
            refused(LapiStatus.SET_VAL, () -> lapi.senv(LapiQuery.INTERRUPT_SET, 2));
            assertTrue(lapi.qenv(LapiQuery.MAX_PKT_SZ) >= 128);
        });
    }

    @Test
    void theHandlerThatIsReadIsTheOneThatIsCalledWhenTwoThreadsHaveSetIt() {
        Job.run(1, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            AtomicReference<HeaderHandler> called = new AtomicReference<>();
            HeaderHandler first = new Noted(called);
            HeaderHandler second = new Noted(called);
            CyclicBarrier together = new CyclicBarrier(2);
            Thread other = new Thread(() -> {
                for (int i = 0; i < ROUNDS; i++) {
                    await(together);
                    lapi.addrSet(second, 1);
                    await(together);
                }
            });
            other.start();
            int wrong = 0;
            for (int i = 0; i < ROUNDS; i++) {
                await(together);
                lapi.addrSet(first, 1);
                await(together);
                lapi.amsend(0, 1, null, 0, null, 0, null, null, null);
                wrong += called.get() == lapi.addrGet(1) ? 0 : 1;
            }
            other.join();
            assertEquals(0, wrong);
            lapi.term();
        });
    }

    /** Notes itself when it is called. */
    private static final class Noted implements HeaderHandler {
        private final AtomicReference<HeaderHandler> called;

        private Noted(AtomicReference<HeaderHandler> called) {
            this.called = called;
        }

        @Override
        public LapiVector handle(ArrivingHeader message) {
            called.set(this);
            return null;
        }
    }

    private static void await(CyclicBarrier barrier) {
        try {
            barrier.await(20, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTaskThatPollsReceivesAsOthers() {
        run(lapi -> {
            lapi.senv(LapiQuery.INTERRUPT_SET, 0);
            assertEquals(0, lapi.qenv(LapiQuery.INTERRUPT_SET));
            RemoteAddress[] places = lapi.addressInit(lapi.register(new long[1]));
            LapiCounter done = lapi.newCounter();
            int next = (lapi.task() + 1) % TASKS;
            int handler = lapi.registerHandler(message -> null);
            lapi.amsend(next, handler, null, 0, null, 0, null, null, done);
            lapi.put(next, 8, places[next], new long[] {1}, null, null, done);
            lapi.waitcntr(done, 2);
            lapi.senv(LapiQuery.INTERRUPT_SET, 1);
            assertEquals(1, lapi.qenv(LapiQuery.INTERRUPT_SET));
        });
    }

    @Test
    void withoutErrorChecksAHeaderMayHaveAnyLength() {
        run(lapi -> {
            AtomicInteger length = new AtomicInteger();
            int handler = lapi.registerHandler(message -> {
                length.set((int) message.userHeader().byteSize());
                return null;
            });
            lapi.senv(LapiQuery.ERROR_CHK, 0);
            assertEquals(0, lapi.qenv(LapiQuery.ERROR_CHK));
            LapiCounter done = lapi.newCounter();
            lapi.amsend(lapi.task(), handler, new byte[5], 5, null, 0, null, null, done);
            lapi.waitcntr(done, 1);
            assertEquals(5, length.get());
            lapi.senv(LapiQuery.ERROR_CHK, 1);
            refused(
                    LapiStatus.UHDR_LEN,
                    () -> lapi.amsend(lapi.task(), handler, new byte[5], 5, null, 0, null, null, null));
        });
    }

    @Test
    void aWaitEndsWhenItsTimeHasPassed() {
        run(lapi -> {
            LapiCounter counter = lapi.newCounter();
            lapi.senv(LapiQuery.TIMEOUT, 1);
            SennitException late = assertThrows(SennitException.class, () -> lapi.waitcntr(counter, 1));
            assertEquals(ErrorClass.TIMEOUT, late.errorClass());
            lapi.setcntr(counter, 4);
            assertEquals(3, lapi.waitcntr(counter, 1));
        });
    }

    @Test
    void addressesAreExchanged() {
        run(lapi -> {
            RemoteAddress mine = lapi.register(new double[10]).plus(16);
            boolean hasNone = lapi.task() == 1;
            RemoteAddress[] all = lapi.addressInit(hasNone ? null : mine);
            assertEquals(mine, hasNone ? mine : all[lapi.task()]);
            assertNull(all[1]);
            assertEquals(16, all[2].offsetBytes());
            LapiCounter counter = lapi.newCounter();
            CounterAddress[] counters = lapi.addressInit(hasNone ? null : counter);
            assertNull(counters[1]);
            assertEquals(2, counters[2].task());
            lapi.unregister(mine);
            refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.unregister(mine));
            refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.unregister(null));
            assertThrows(SennitException.class, () -> lapi.register("text"));
        });
    }

    @Test
    void handlersHaveAnIndex() {
        run(lapi -> {
            HeaderHandler handler = message -> null;
            refused(LapiStatus.ADDR_HNDL_RANGE, () -> lapi.addrSet(handler, 0));
            int most = (int) lapi.qenv(LapiQuery.LOC_ADDRTBL_SZ);
            refused(LapiStatus.ADDR_HNDL_RANGE, () -> lapi.addrGet(most));
            if (lapi.task() == 1) {
                lapi.addrSet(handler, 6);
            }
            assertEquals(7, lapi.registerHandler(handler), "above the indices of all tasks");
            assertEquals(lapi.task() == 1 ? handler : null, lapi.addrGet(6));
            lapi.addrSet(null, 7);
            assertNull(lapi.addrGet(7));
            refused(LapiStatus.HDR_HNDLR_NULL, () -> lapi.registerHandler(null));
        });
    }

    @Test
    void aHandleThatHasEndedIsRefused() {
        Job.run(TASKS, Options.of(new Properties(), Map.of()), endpoint -> {
            Lapi other = Lapi.init(endpoint);
            LapiCounter counter = other.newCounter();
            other.term();
            refused(LapiStatus.HNDL_INVALID, () -> other.qenv(LapiQuery.TASK_ID));
            refused(LapiStatus.HNDL_INVALID, () -> other.senv(LapiQuery.TIMEOUT, 1));
            refused(LapiStatus.HNDL_INVALID, () -> other.waitcntr(counter, 0));
            refused(LapiStatus.HNDL_INVALID, () -> other.getcntr(counter));
            refused(LapiStatus.HNDL_INVALID, () -> other.setcntr(counter, 0));
            refused(LapiStatus.HNDL_INVALID, () -> other.register(new byte[1]));
            refused(LapiStatus.HNDL_INVALID, () -> other.put(0, 0, null, null, null, null, null));
            refused(LapiStatus.HNDL_INVALID, () -> other.get(0, 0, null, null, null, null));
            refused(LapiStatus.HNDL_INVALID, () -> other.rmw(null, 0, null, null, null, null));
            refused(LapiStatus.HNDL_INVALID, () -> other.xfer(null));
            refused(LapiStatus.HNDL_INVALID, other::fence);
            refused(LapiStatus.HNDL_INVALID, other::gfence);
            refused(LapiStatus.HNDL_INVALID, other::probe);
            refused(LapiStatus.HNDL_INVALID, () -> other.purgeTotask(0));
            refused(LapiStatus.HNDL_INVALID, other::term);
        });
    }

    @Test
    void aReadModifyWriteHasItsCodes() {
        run(lapi -> {
            RemoteAddress[] places = lapi.addressInit(lapi.register(new long[1]));
            int[] one = {1};
            RmwOperation add = RmwOperation.FETCH_AND_ADD;
            refused(LapiStatus.TGT, () -> lapi.rmw(null, 3, null, null, null, null));
            refused(LapiStatus.RMW_OP, () -> lapi.rmw(null, 2, null, null, null, null));
            refused(LapiStatus.TGT_VAR_NULL, () -> lapi.rmw(add, 2, null, null, null, null));
            refused(LapiStatus.TGT_VAR_NULL, () -> lapi.rmw(add, 2, places[1], one, null, null));
            refused(LapiStatus.IN_VAL_NULL, () -> lapi.rmw(add, 2, places[2], null, null, null));
            refused(
                    LapiStatus.IN_VAL_NULL,
                    () -> lapi.rmw(RmwOperation.COMPARE_AND_SWAP, 2, places[2], one, null, null));
            refused(LapiStatus.RET_PTR_NULL, () -> lapi.rmw(add, 2, places[2], one, new int[0], null));
        });
    }

    @Test
    void pollingEnds() {
        run(lapi -> {
            lapi.probe();
            lapi.gfence();
            MessageInfo info = new MessageInfo();
            for (int rounds = 0; rounds < 3; rounds++) {
                lapi.msgpoll(rounds, info);
                assertEquals(MessageState.DISP_CNTR, info.state());
            }
            refused(LapiStatus.MSG_INFO_NULL, () -> lapi.msgpoll(3, null));
        });
    }

    @Test
    void codesHaveTexts() {
        assertTrue(Lapi.msgString(430).startsWith("LAPI_ERR_UHDR_LEN: "));
        assertTrue(Lapi.msgString(0).startsWith("LAPI_SUCCESS"));
        assertEquals("no return code of LAPI: 1", Lapi.msgString(1));
        assertArrayEquals(
                new int[] {0, 1, 2},
                new int[] {VectorType.IOVECTOR.code(), VectorType.STRIDED.code(), VectorType.GENERIC.code()});
    }
}
