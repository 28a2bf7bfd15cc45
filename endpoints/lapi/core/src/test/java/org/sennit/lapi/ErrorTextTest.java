package org.sennit.lapi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What is wrong with an argument is said with LAPI's code, the call, the target and the task. */
@Deadline(seconds = 30)
@Core
class ErrorTextTest {
    /** What each task runs. */
    @FunctionalInterface
    interface Program {
        void run(LapiHandle lapi) throws Exception;
    }

    private static void run(Program program) {
        Job.run(2, Options.of(new Properties(), Map.of()), endpoint -> {
            LapiHandle lapi = (LapiHandle) Lapi.init(endpoint);
            program.run(lapi);
            lapi.term();
        });
    }

    private static LapiException refused(LapiStatus wanted, Executable call) {
        LapiException error = assertThrows(LapiException.class, call);
        assertEquals(wanted, error.status(), error.getMessage());
        return error;
    }

    private static void assertSays(LapiException error, String... words) {
        for (String word : words) {
            assertTrue(error.getMessage().contains(word), error.getMessage());
        }
    }

    @Test
    void memoryThatTheCallerCannotReadIsRefused() {
        run(lapi -> {
            Arena over = Arena.ofShared();
            MemorySegment closed = over.allocate(8);
            over.close();
            refusedMemory(lapi, closed);
            refusedMemory(lapi, "no memory");
            CountDownLatch isDone = new CountDownLatch(1);
            CompletableFuture<MemorySegment> foreign = new CompletableFuture<>();
            Thread other = new Thread(() -> {
                try (Arena arena = Arena.ofConfined()) {
                    foreign.complete(arena.allocate(8));
                    isDone.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            other.start();
            try {
                refusedMemory(lapi, foreign.get());
            } finally {
                isDone.countDown();
                other.join();
            }
        });
    }

    private static void refusedMemory(LapiHandle lapi, Object memory) {
        int target = 1 - lapi.task();
        int handler = lapi.registerHandler(message -> null);
        RemoteAddress there = lapi.addressInit(lapi.register(new long[1]))[target];
        RemoteVector places = RemoteVector.generic(new RemoteAddress[] {there}, new long[] {8});
        LapiVector vector = LapiVector.generic(new Object[] {memory}, new long[] {8});
        LapiCounter counter = lapi.newCounter();
        refused(
                LapiStatus.ORG_ADDR_NULL,
                () -> lapi.amsend(target, handler, null, 0, memory, 8, null, counter, counter));
        refused(LapiStatus.UHDR_NULL, () -> lapi.amsend(target, handler, memory, 8, null, 0, null, counter, counter));
        refused(LapiStatus.ORG_VEC_ADDR, () -> lapi.amsendv(target, handler, null, 0, vector, null, counter, counter));
        refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.put(target, 8, there, memory, null, counter, counter));
        refused(LapiStatus.ORG_VEC_ADDR, () -> lapi.putv(target, places, vector, null, counter, counter));
        refused(LapiStatus.ORG_ADDR_NULL, () -> lapi.xfer(new XferCommand.AmLw(target, handler, null, 0, memory, 8)));
        refused(LapiStatus.UHDR_NULL, () -> lapi.xfer(new XferCommand.AmLw(target, handler, memory, 8, null, 0)));
        assertEquals(0, lapi.getcntr(counter));
    }

    @Test
    void aProgramNeedsMemoryAndOtherPrograms() {
        GatherScatterProgram program = GatherScatterProgram.builder().copy(8, 0).build(8);
        refused(LapiStatus.ORG_ADDR_NULL, () -> program.on("no memory", 8));
        refused(LapiStatus.ORG_VEC_NULL, () -> GatherScatterProgram.builder().run(1, 0, null));
    }

    @Test
    void whatAnotherTaskHasIsNotExchanged() {
        run(lapi -> {
            RemoteAddress[] all = lapi.addressInit(lapi.register(new long[1]));
            assertSays(
                    refused(LapiStatus.TGT_ADDR_NULL, () -> lapi.addressInit(lapi.task() == 0 ? all[1] : null)),
                    "addressInit",
                    "task=0 gives memory of task 1",
                    "rank=" + lapi.task());
        });
    }

    @Test
    void anErrorNamesCallTargetAndTask() {
        run(lapi -> {
            int target = 1 - lapi.task();
            String[] place = {"target=" + target, "rank=" + lapi.task() + " communicator="};
            assertSays(
                    refused(
                            LapiStatus.UHDR_LEN,
                            () -> lapi.amsend(target, 1, new byte[4], 4, null, 0, null, null, null)),
                    place);
            assertSays(refused(LapiStatus.TGT, () -> lapi.get(2, 0, null, null, null, null)), "get: ", "target=2");
            assertSays(refused(LapiStatus.CNTR_NULL, () -> lapi.getcntr(null)), "getcntr: ", "rank=" + lapi.task());
            lapi.purgeTotask(target);
            assertSays(refused(LapiStatus.TGT_PURGED, () -> lapi.put(target, 0, null, null, null, null, null)), place);
            lapi.resumeTotask(target);
        });
    }
}
