package org.sennit.internal.runtime.bootstrap.pmix;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.engine.EngineProcesses;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.Bootstrap;
import org.sennit.spi.context.RuntimeContext;
import org.sennit.testkit.Deadline;

/** Processes over a PMIx that is in this JVM. */
@Deadline(seconds = 60)
class PmixProviderTest {
    private static final int SIZE = 3;

    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Map<String, String> values = new ConcurrentHashMap<>();
    private final BlockingQueue<String> ends = new LinkedBlockingQueue<>();
    private final CyclicBarrier barrier = new CyclicBarrier(SIZE);

    @AfterEach
    void end() {
        threads.close();
    }

    private class Fake implements Pmix {
        private final int rank;

        Fake(int rank) {
            this.rank = rank;
        }

        @Override
        public int init() {
            return rank;
        }

        @Override
        public int size() {
            return SIZE;
        }

        @Override
        public void put(String key, String text) {
            values.put(rank + " " + key, text);
        }

        @Override
        public void fence() {
            try {
                barrier.await();
            } catch (Exception e) {
                throw new SennitException(ErrorClass.BOOTSTRAP, "PMIx_Fence fails: status=-1", e);
            }
        }

        @Override
        public String get(int owner, String key) {
            String value = values.get(owner + " " + key);
            if (value == null) {
                throw new SennitException(ErrorClass.BOOTSTRAP, "PMIx_Get fails: status=-46");
            }
            return value;
        }

        @Override
        public void abort(int status, String why) {
            ends.add("abort " + status);
        }

        @Override
        public void finish() {
            ends.add("finish");
        }
    }

    @Test
    void processesMeetAndTheEngineHearsOfTheirEnd() throws Exception {
        List<EngineProcesses> own =
                IntStream.range(0, SIZE).mapToObj(any -> new EngineProcesses()).toList();
        List<Bootstrap> jobs = IntStream.range(0, SIZE)
                .mapToObj(rank -> new PmixProvider(Map.of(), own.get(rank), () -> new Fake(rank)))
                .map(provider -> CompletableFuture.supplyAsync(
                        () -> provider.join(Options.defaults(), RuntimeContext.system()), threads))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
        for (int p = 0; p < SIZE; p++) {
            assertEquals(p, jobs.get(p).job().process());
            assertEquals(SIZE, jobs.get(p).job().processes());
            assertEquals(SIZE, jobs.get(p).job().hostProcesses());
            assertArrayEquals(jobs.get(0).secret(), jobs.get(p).secret());
        }
        jobs.get(1).space().abort(7, "the report of a test");
        assertEquals("abort 7", ends.take());
        jobs.stream()
                .map(each -> CompletableFuture.runAsync(each::close, threads))
                .toList()
                .forEach(CompletableFuture::join);
        for (EngineProcesses each : own) {
            each.of("pmix", () -> null).leave();
            assertEquals("finish", ends.take());
        }
    }

    @Test
    void aFenceToWhichNotAllComeEndsInTime() {
        PmixSpace space = new PmixSpace(new Fake(0), "pmix", 10_000_000_000L, RuntimeContext.system());
        SennitException late = assertThrows(SennitException.class, () -> space.fence("join", 20_000_000));
        assertEquals(
                "PMIx_Fence step=join processes=3 has not ended within 20 ms; PMIx does not say which processes are"
                        + " missing",
                late.getMessage());
        barrier.reset();
    }

    @Test
    void aServerThatDoesNotAnswerEndsInTime() {
        CountDownLatch never = new CountDownLatch(1);
        Fake silent = new Fake(0) {
            @Override
            public int init() {
                try {
                    never.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                return 0;
            }
        };
        SennitException late = assertThrows(
                SennitException.class, () -> new PmixSpace(silent, "pmix", 20_000_000, RuntimeContext.system()));
        assertTrue(late.getMessage().startsWith("PMIx_Init has not ended within 20 ms"), late::getMessage);
        never.countDown();
    }

    @Test
    void aFailureOfACallIsPassedOn() {
        PmixSpace space = new PmixSpace(new Fake(0), "pmix", 10_000_000_000L, RuntimeContext.system());
        SennitException absent = assertThrows(SennitException.class, () -> space.get("root"));
        assertEquals("PMIx_Get fails: status=-46", absent.getMessage());
    }

    @Test
    void withoutTheLibraryTheErrorSaysWhatToUse() {
        PmixProvider provider = new PmixProvider(Map.of("PMIX_RANK", "0"), new EngineProcesses(), () -> {
            throw new SennitException(ErrorClass.BOOTSTRAP, "no libpmix here");
        });
        SennitException failure =
                assertThrows(SennitException.class, () -> provider.join(Options.defaults(), RuntimeContext.system()));
        for (String remedy : List.of("no libpmix here", "libpmix2", "mpiexec.hydra", "bootstrap.file", "=alone")) {
            assertTrue(failure.getMessage().contains(remedy), failure::getMessage);
        }
    }

    @Test
    void saysWhyItHasNotStartedThisProcess() {
        assertEquals("PMIX_RANK is not set", reason(Map.of()));
        assertEquals("OMPI_COMM_WORLD_SIZE is 1", reason(Map.of("PMIX_RANK", "0", "OMPI_COMM_WORLD_SIZE", "1")));
        assertEquals("Slurm's own variables are used", reason(Map.of("PMIX_RANK", "0", "SLURM_STEP_ID", "0")));
        assertFalse(new PmixProvider().deaths().isEmpty());
    }

    private static String reason(Map<String, String> environment) {
        return new PmixProvider(environment, new EngineProcesses(), () -> null).unavailableBecause(Options.defaults());
    }
}
