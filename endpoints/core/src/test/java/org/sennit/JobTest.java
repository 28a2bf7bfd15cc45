package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.construct.JobProcess;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** The life of a job in one JVM. */
@Deadline(seconds = 60)
@Core
class JobTest {
    @Test
    void aFailingEndpointEndsTheOthersAndTheJob() {
        IllegalArgumentException cause = new IllegalArgumentException("on purpose");
        AtomicReference<Throwable> seen = new AtomicReference<>();
        SennitException error = assertThrows(
                SennitException.class,
                () -> Job.run(3, endpoint -> {
                    if (endpoint.world().rank() == 1) {
                        throw cause;
                    }
                    try {
                        endpoint.world().receive(new byte[1], 2, 1);
                    } catch (SennitException e) {
                        seen.set(e);
                        throw e;
                    }
                }));
        assertEquals(ErrorClass.PROC_ABORTED, error.errorClass());
        assertSame(cause, error.getCause());
        while (seen.get() == null) { // a failed job does not wait for ever for threads that are not scheduled
            Thread.yield();
        }
        assertTrue(seen.get().getMessage().contains("failed=rank 1"), seen.get().getMessage());
    }

    @Test
    void useAfterTheEndIsAnError() {
        AtomicReference<Communicator> kept = new AtomicReference<>();
        Job.run(1, endpoint -> kept.set(endpoint.world()));
        SennitException error =
                assertThrows(SennitException.class, () -> kept.get().send(new byte[1], 0, 1));
        assertEquals(ErrorClass.SESSION, error.errorClass());
    }

    @Test
    void aRequestThatIsAwaitedAfterTheEndIsAnError() {
        AtomicReference<Request> kept = new AtomicReference<>();
        Job.run(1, endpoint -> kept.set(endpoint.world().nonblocking().receive(new byte[1], 0, 1)));
        SennitException error =
                assertThrows(SennitException.class, () -> kept.get().await());
        assertEquals(ErrorClass.SESSION, error.errorClass());
        assertThrows(SennitException.class, () -> kept.get().test());
    }

    @Test
    void endpointsThatComputeDoNotHoldUpTheEndOfAFailedJob() {
        AtomicBoolean isOver = new AtomicBoolean();
        assertThrows(
                SennitException.class,
                () -> Job.run(8, endpoint -> {
                    if (endpoint.world().rank() == 0) {
                        throw new IllegalStateException("on purpose");
                    }
                    while (!isOver.get()) { // never asks the library, and goes on after the job
                        Thread.onSpinWait();
                    }
                }));
        isOver.set(true);
    }

    @Test
    void badNumbersAreErrors() {
        assertEquals(
                ErrorClass.ARG,
                assertThrows(SennitException.class, () -> Job.run(0, endpoint -> {}))
                        .errorClass());
    }

    @Test
    void twoJobsRunSideBySide() throws InterruptedException {
        AtomicInteger sum = new AtomicInteger();
        Runnable job = () -> Job.run(2, endpoint -> {
            int[] total = new int[1];
            endpoint.world().allreduce(new int[] {endpoint.world().rank() + 1}, total, Operation.SUM);
            sum.addAndGet(total[0]);
        });
        Thread other = Thread.ofPlatform().start(job);
        job.run();
        other.join();
        assertEquals(12, sum.get());
    }

    @Test
    void endpointsMayBeVirtualThreads() {
        Options options = Options.fromEnvironment().with(JobProcess.VIRTUAL, true, "test");
        AtomicInteger count = new AtomicInteger();
        Job.run(500, options, endpoint -> {
            assertTrue(Thread.currentThread().isVirtual());
            int[] total = new int[1];
            endpoint.world().allreduce(new int[] {1}, total, Operation.SUM);
            assertEquals(500, total[0]);
            count.incrementAndGet();
        });
        assertEquals(500, count.get());
    }

    @Test
    void severalThreadsMayShareAnEndpointAtLevelMultiple() {
        Options options = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
        int threads = 4;
        int messages = 2000;
        Job.run(2, options, endpoint -> {
            Communicator world = endpoint.world();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread[] all = new Thread[threads];
            for (int t = 0; t < threads; t++) {
                int tag = t;
                all[t] = Thread.ofPlatform().unstarted(() -> {
                    try {
                        exchange(world, tag, messages);
                    } catch (Throwable e) {
                        failure.set(e);
                    }
                });
            }
            for (Thread thread : all) {
                thread.start();
            }
            for (Thread thread : all) {
                thread.join();
            }
            if (failure.get() != null) {
                throw new AssertionError(failure.get());
            }
        });
    }

    private static void exchange(Communicator world, int tag, int messages) {
        int peer = 1 - world.rank();
        for (int i = 0; i < messages; i++) {
            int length = i % 100 == 0 ? 1000 : 1;
            long[] got = new long[length];
            long[] sent = new long[length];
            sent[length - 1] = (long) tag << 32 | i;
            var request = world.nonblocking().receive(got, peer, tag);
            world.send(sent, peer, tag);
            request.await();
            assertEquals((long) tag << 32 | i, got[length - 1]);
        }
    }

    @Test
    void anEndpointMayMoveFromThreadToThread() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            for (int phase = 0; phase < 20; phase++) {
                Thread next = Thread.ofPlatform().start(() -> {
                    int[] total = new int[1];
                    world.allreduce(new int[] {world.rank()}, total, Operation.SUM);
                    assertEquals(1, total[0]);
                });
                next.join();
            }
        });
    }

    @Test
    void aSendToAnEndpointThatHasEndedIsAnErrorThatNamesIt() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                return;
            }
            byte[] large = new byte[1 << 20];
            for (int round = 0; round < 2; round++) { // the first may be there before the end, the second is not
                SennitException thrown = assertThrows(SennitException.class, () -> world.send(large, 1, 4));
                assertEquals(ErrorClass.PROC_FAILED, thrown.errorClass());
                for (String part : new String[] {"peer=1", "tag=4", "length=1048576", "program has ended"}) {
                    assertTrue(thrown.getMessage().contains(part), thrown.getMessage());
                }
            }
        });
    }

    @Test
    void anEndpointThatEndsWithAMessageUnderWayBringsItToItsEnd() {
        byte[] in = new byte[16 << 20];
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                byte[] out = new byte[in.length];
                Arrays.fill(out, (byte) 6);
                world.send(out, 1, 4);
            } else {
                world.nonblocking().receive(in, 0, 4);
                while (in[in.length - 1] != 6) { // the receiver, of the higher rank, copies from the back
                    world.nonblocking().probe(0, 5, null); // a call for progress
                }
            }
        });
        for (int i = 0; i < in.length; i += 511) {
            assertEquals(6, in[i], "byte " + i);
        }
    }
}
