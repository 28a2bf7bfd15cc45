package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;
import org.sennit.testkit.NotCore;

/**
 * What becomes of buffers that are never freed: many jobs in one JVM take no more memory than one, however they end.
 */
@Deadline(seconds = 120)
@Core
class JobEndTest {
    private static final int TAG = 5;
    private static final int JOBS = 13; // four times
    private static final int BYTES = 1 << 20;
    private static final long LARGE_BYTES = 33 << 20; // more than malloc keeps when it is freed

    /** Of all memory that the pools have taken from the system. */
    private final Queue<MemorySegment.Scope> scopes = new ConcurrentLinkedQueue<>();

    /** What the program does wrong. */
    private enum End {
        FORGETS,
        GIVES_WHAT_NOBODY_TAKES,
        KEEPS_WHAT_IT_HAS_TAKEN,
        FORGETS_AN_ENDPOINT,
        THROWS,
        THROWS_WITH_A_GIFT_UNDER_WAY
    }

    /** Without a trace, which would be printed for each job. */
    private static final class AsPlanned extends RuntimeException {
        private static final long serialVersionUID = 1;

        AsPlanned() {
            super("as planned", null, false, false);
        }
    }

    /** The memory that this JVM has in use, in bytes, as the system counts it. */
    private static long residentBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
            return lines.filter(line -> line.startsWith("VmRSS:"))
                            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                            .sum()
                    << 10;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Options options(boolean isChecked, String failure) {
        return Pools.options(isChecked, false).with(JobOptions.FAILURE, failure, "test");
    }

    private static OwnershipPool quiet(Endpoint endpoint) {
        return OwnershipPool.open(endpoint, OwnershipPool.defaults(endpoint).warnings(any -> {}));
    }

    private void run(Endpoint endpoint, End end) {
        OwnershipPool pool = quiet(endpoint);
        Communicator world = endpoint.world();
        int peer = 1 - world.rank();
        pool.alloc(BYTES).free();
        OwnedBuffer buffer = noted(pool.alloc(BYTES));
        switch (end) {
            case FORGETS -> buffer.length(1);
            case GIVES_WHAT_NOBODY_TAKES -> pool.over(world).give(buffer, peer, TAG);
            case KEEPS_WHAT_IT_HAS_TAKEN -> {
                pool.over(world).give(buffer, peer, TAG);
                pool.over(world).take(peer, TAG).length(1);
            }
            case FORGETS_AN_ENDPOINT -> {
                for (Communicator made : world.createEndpoints(1)) {
                    noted(quiet(made.endpoint()).alloc(BYTES)).length(1);
                }
            }
            case THROWS -> failIfFirst(world, buffer);
            case THROWS_WITH_A_GIFT_UNDER_WAY -> {
                pool.over(world).give(buffer, peer, TAG);
                failIfFirst(world, noted(pool.alloc(BYTES)));
            }
        }
    }

    private OwnedBuffer noted(OwnedBuffer buffer) {
        scopes.add(buffer.block().memory().scope());
        return buffer;
    }

    /** The other one waits for what never comes. */
    private static void failIfFirst(Communicator world, OwnedBuffer held) {
        held.length(1);
        if (world.rank() == 0) {
            throw new AsPlanned();
        }
        world.receive(new byte[1], 0, TAG + 1);
    }

    private void runOnce(Options options, End end) {
        if (end == End.THROWS || end == End.THROWS_WITH_A_GIFT_UNDER_WAY) {
            assertThrows(SennitException.class, () -> Job.run(2, options, endpoint -> run(endpoint, end)));
        } else {
            Job.run(2, options, endpoint -> run(endpoint, end));
        }
    }

    @ParameterizedTest
    @EnumSource
    void noMemoryOfManyJobsIsLeft(End end) {
        for (boolean isChecked : new boolean[] {false, true}) {
            for (String failure : List.of("abort", "continue")) {
                for (int i = 0; i < JOBS; i++) {
                    runOnce(options(isChecked, failure), end);
                }
            }
        }
        assertTrue(scopes.size() >= 4 * JOBS, () -> scopes.size() + " slabs");
        long endNs = System.nanoTime() + Deadlines.ns(10);
        while (alive() > 0 && System.nanoTime() < endNs) {
            Thread.yield(); // a job that fails does not wait for ever for a thread that is not scheduled
        }
        assertEquals(0, alive(), () -> "of " + scopes.size() + " slabs");
    }

    private long alive() {
        return scopes.stream().filter(MemorySegment.Scope::isAlive).count();
    }

    @Test
    @NotCore
    @EnabledOnOs(OS.LINUX)
    void manyJobsTakeNoMoreMemoryThanOne() {
        long before = residentBytes();
        for (int i = 0; i < 4 * JOBS; i++) {
            Job.run(1, options(false, "abort"), endpoint -> quiet(endpoint).alloc(LARGE_BYTES));
        }
        long more = residentBytes() - before;
        assertTrue(more < JOBS * LARGE_BYTES, () -> more + " bytes more");
    }

    @ParameterizedTest
    @CsvSource({"false", "true"})
    void whatAProgramKeepsOfItsJobThrows(boolean isChecked) {
        AtomicReference<MemorySegment> kept = new AtomicReference<>();
        AtomicReference<OwnershipPool> pool = new AtomicReference<>();
        Job.run(1, options(isChecked, "abort"), endpoint -> {
            pool.set(quiet(endpoint));
            kept.set(pool.get().alloc(BYTES).segment());
            if (isChecked) {
                pool.get().claim();
            }
        });
        assertThrows(RuntimeException.class, () -> kept.get().get(ValueLayout.JAVA_BYTE, 0));
        if (!isChecked) {
            SennitException error =
                    assertThrows(SennitException.class, () -> pool.get().alloc(1));
            assertEquals(ErrorClass.SESSION, error.errorClass());
        }
    }

    /**
     * The job does not wait for ever for a program that never asks the library again; that one may still use its
     * memory.
     */
    @Test
    void aProgramThatOutlivesItsJobKeepsItsMemoryUntilItEnds() throws InterruptedException {
        CountDownLatch hasMemory = new CountDownLatch(1);
        CountDownLatch isOver = new CountDownLatch(1);
        AtomicReference<Thread> late = new AtomicReference<>();
        AtomicReference<MemorySegment> memory = new AtomicReference<>();
        AtomicReference<Object> read = new AtomicReference<>();
        assertThrows(
                SennitException.class,
                () -> Job.run(2, options(false, "abort"), endpoint -> {
                    if (endpoint.world().rank() == 0) {
                        hasMemory.await();
                        throw new AsPlanned();
                    }
                    memory.set(quiet(endpoint).alloc(BYTES).segment());
                    late.set(Thread.currentThread());
                    hasMemory.countDown();
                    isOver.await();
                    memory.get().set(ValueLayout.JAVA_BYTE, BYTES - 1L, (byte) 7);
                    read.set(memory.get().get(ValueLayout.JAVA_BYTE, BYTES - 1L));
                }));
        isOver.countDown();
        late.get().join();
        assertEquals((byte) 7, read.get());
        assertThrows(IllegalStateException.class, () -> memory.get().get(ValueLayout.JAVA_BYTE, 0));
    }
}
