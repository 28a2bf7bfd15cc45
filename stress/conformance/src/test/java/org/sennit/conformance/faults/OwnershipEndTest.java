package org.sennit.conformance.faults;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.conformance.OneJvmJob;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/**
 * Jobs of two processes, all in this JVM, that end with buffers that all ranks own, given and not taken, and taken from
 * the other process: nothing of them is left. (JobEndTest of opi has those of one process.)
 */
@Deadline(seconds = 120)
class OwnershipEndTest {
    private static final int TAG = 5;
    private static final int JOBS = 50;
    private static final int BYTES = 300 << 10; // has a file of its own where it is shared
    private static final int ROUNDS = 4; // the first gives come as bytes

    /** Of all memory that the pools have taken from the system. */
    private final Queue<MemorySegment.Scope> scopes = new ConcurrentLinkedQueue<>();

    @ParameterizedTest
    @CsvSource({"mapped, false", "mapped, true", "tcp, false", "tcp, true", "unix, true"})
    @EnabledOnOs(OS.LINUX)
    void nothingIsLeftOfManyJobs(String network, boolean isThrowing) throws IOException {
        OneJvmJob job = new OneJvmJob(2, 1, Map.of("net.module", network));
        runOnce(job, isThrowing);
        long descriptors = descriptors();
        for (int i = 0; i < JOBS; i++) {
            runOnce(job, isThrowing);
        }
        assertTrue(scopes.size() >= 2 * JOBS, () -> scopes.size() + " buffers");
        long endNs = System.nanoTime() + Deadlines.ns(10);
        while ((alive() > 0 || descriptors() - descriptors >= JOBS) && System.nanoTime() < endNs) {
            Thread.yield(); // a job that fails does not wait for ever for a thread that is not scheduled
        }
        assertEquals(0, alive(), "arenas");
        long more = descriptors() - descriptors;
        assertTrue(more < JOBS, () -> more + " more descriptors");
    }

    private long alive() {
        return scopes.stream().filter(MemorySegment.Scope::isAlive).count();
    }

    private void runOnce(OneJvmJob job, boolean isThrowing) {
        if (isThrowing) {
            assertThrows(RuntimeException.class, () -> job.run(endpoint -> program(endpoint, true)));
        } else {
            job.run(endpoint -> program(endpoint, false));
        }
    }

    private void program(Endpoint endpoint, boolean isThrowing) {
        OwnershipPool pool = OwnershipPool.open(
                endpoint, OwnershipPool.defaults(endpoint).checked(false).shared(true));
        Communicator world = endpoint.world();
        Handover handover = pool.over(world);
        int peer = 1 - world.rank();
        for (int i = 0; i < ROUNDS; i++) {
            handover.giveNonblocking(noted(pool), peer, TAG);
            handover.take(peer, TAG); // and keeps it
        }
        handover.giveNonblocking(noted(pool), peer, TAG + 1); // which is never taken
        noted(pool);
        if (isThrowing && world.rank() == 0) {
            throw new IllegalStateException("as planned");
        }
        if (isThrowing) {
            world.receive(new byte[1], 0, TAG + 2);
        }
    }

    private OwnedBuffer noted(OwnershipPool pool) {
        OwnedBuffer buffer = pool.alloc(BYTES);
        scopes.add(buffer.segment().scope());
        return buffer;
    }

    private static long descriptors() throws IOException {
        try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
            return open.count();
        }
    }
}
