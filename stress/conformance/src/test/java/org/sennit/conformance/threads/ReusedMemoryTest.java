package org.sennit.conformance.threads;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.sennit.Communicator;
import org.sennit.EndpointProgram;
import org.sennit.Job;
import org.sennit.LockKind;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.VectorType;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;
import org.sennit.testkit.Deadlines;

/** Checked mode reports memory and vectors that are used again before an operation has finished with them. */
@Deadline(seconds = 120)
@Behaviours(126)
class ReusedMemoryTest {
    private static final int LARGE_BYTES = 3 << 20;
    private static final long COPY_NS = Deadlines.ns(30);

    private static Stream<Map<String, String>> networks() {
        return Stream.of(Map.of("net.module", "mapped"), Map.of("net.module", "tcp"));
    }

    private static Stream<DynamicTest> overNetworks(Supplier<EndpointProgram> program) {
        return networks()
                .map(network -> DynamicTest.dynamicTest(network.toString(), () -> {
                    Map<String, String> settings = new HashMap<>(network);
                    settings.put("checked", "true");
                    new OneJvmJob(2, 1, settings).run(program.get());
                }));
    }

    private static Stream<DynamicTest> everywhere(Supplier<EndpointProgram> program) {
        Options checked = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");
        return Stream.concat(
                Stream.of(DynamicTest.dynamicTest("in one JVM", () -> Job.run(2, checked, program.get()))),
                overNetworks(program));
    }

    private static void await(CountDownLatch latch) {
        try {
            assertTrue(latch.await(Deadlines.ns(60), TimeUnit.NANOSECONDS));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        T next = queue.poll(Deadlines.ns(60), TimeUnit.NANOSECONDS);
        assertNotNull(next, "nothing was reported");
        return next;
    }

    // ---- the target's memory ----

    /**
     * The second message comes while the completion handler of the first one reads the memory; the third when all is
     * over.
     */
    private static void targets(Communicator world) throws InterruptedException {
        ActiveMessages active = world.activeMessages();
        assertTrue(active.isChecked());
        BlockingQueue<SennitException> errors = new LinkedBlockingQueue<>();
        active.onError((source, number, error) -> errors.add(error));
        byte[] room = new byte[8];
        CountDownLatch isFree = new CountDownLatch(1);
        int handler = active.register(message -> {
            message.onCompletion(_ -> await(isFree), null);
            return ActiveVector.of(room);
        });
        ActiveCounter arrived = active.newCounter();
        world.barrier();
        if (world.rank() == 0) {
            for (int i = 0; i < 2; i++) {
                active.send(1, handler, null, ActiveVector.of(new byte[8]), arrived.number(), null, null);
            }
            world.receive(new byte[0], 1, 5);
            active.send(1, handler, null, ActiveVector.of(new byte[8]), arrived.number(), null, null);
        } else {
            SennitException error = next(errors);
            assertEquals(ErrorClass.PENDING, error.errorClass());
            String text = error.getMessage();
            assertTrue(text.contains("the target vector has memory of an operation that is not complete"), text);
            assertTrue(text.contains("source=0 handler=" + handler), text);
            isFree.countDown();
            arrived.await(2);
            world.send(new byte[0], 0, 5);
            arrived.await(1);
            assertEquals(null, errors.poll());
        }
        world.barrier();
    }

    /**
     * Two origins send until a message comes while another one is copied to the same memory, by the thread of its
     * origin.
     */
    @Test
    void aMessageThatIsBeingCopiedHasItsMemory() {
        Options checked = Options.fromEnvironment().with(SingleThreadCheck.CHECKED, true, "test");
        byte[] room = new byte[LARGE_BYTES];
        AtomicReference<SennitException> error = new AtomicReference<>();
        long since = System.nanoTime();
        Job.run(3, checked, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            active.onError((source, number, failure) -> error.set(failure));
            int handler = active.register(message -> ActiveVector.of(room, 0, message.lengthBytes()));
            ActiveVector data = ActiveVector.of(new byte[world.rank() == 0 ? LARGE_BYTES : 8]);
            world.barrier();
            while (world.rank() < 2 && error.get() == null && System.nanoTime() - since < COPY_NS) {
                active.send(2, handler, null, data, ActiveMessages.NO_COUNTER, null, null);
            }
            world.barrier();
        });
        assertNotNull(error.get(), "nothing was reported");
        assertEquals(ErrorClass.PENDING, error.get().errorClass());
    }

    @TestFactory
    Stream<DynamicTest> aTargetVectorThatAnotherMessageHasIsReported() {
        return everywhere(() -> endpoint -> targets(endpoint.world()));
    }

    /** Columns of one array: their extents overlap, their bytes do not. */
    private static void columns(Communicator world) {
        ActiveMessages active = world.activeMessages();
        BlockingQueue<SennitException> errors = new LinkedBlockingQueue<>();
        active.onError((source, number, error) -> errors.add(error));
        byte[] room = new byte[64];
        CountDownLatch haveAllCome = new CountDownLatch(4);
        int handler = active.register(message -> {
            int column = message.header().get(ValueLayout.JAVA_BYTE, 0);
            message.onCompletion(
                    _ -> {
                        haveAllCome.countDown();
                        await(haveAllCome);
                    },
                    null);
            return ActiveVector.strided(room, column, 16, 1, 4);
        });
        ActiveCounter arrived = active.newCounter();
        world.barrier();
        if (world.rank() == 0) {
            for (byte i = 0; i < 4; i++) {
                ActiveVector data = ActiveVector.strided(new byte[16], 0, 16, 1, 1);
                active.send(1, handler, new byte[] {i}, data, arrived.number(), null, null);
            }
        } else {
            arrived.await(4);
            assertEquals(null, errors.poll());
        }
        world.barrier();
    }

    @TestFactory
    Stream<DynamicTest> vectorsBetweenEachOtherAreNotReported() {
        return everywhere(() -> endpoint -> columns(endpoint.world()));
    }

    // ---- the target's vector ----

    private static void vectors(Communicator world) throws InterruptedException {
        Lapi lapi = Lapi.init(world);
        BlockingQueue<LapiError> errors = new LinkedBlockingQueue<>();
        lapi.setErrorHandler((_, error) -> errors.add(error));
        Object[] addresses = {new byte[8]};
        long[] lengths = {8};
        int handler = lapi.registerHandler(message -> {
            addresses[0] = new byte[8];
            long change = message.userHeader().get(ValueLayout.JAVA_LONG_UNALIGNED, 0);
            message.setCompletionHandler(
                    (_, _) -> {
                        if (change == 1) {
                            addresses[0] = null;
                        } else if (change == 2) {
                            lengths[0] = 7;
                        }
                    },
                    null);
            return LapiVector.of(VectorType.GENERIC, 1, addresses, lengths);
        });
        LapiCounter done = lapi.newCounter();
        lapi.gfence();
        for (int change = 0; change < 3; change++) {
            if (world.rank() == 0) {
                lapi.amsend(1, handler, new long[] {change}, 8, new byte[8], 8, null, null, done);
                lapi.waitcntr(done, 1);
            }
            lapi.gfence();
            if (world.rank() == 1 && change > 0) {
                assertEquals(LapiStatus.USED_EARLY, next(errors).status());
            }
            assertEquals(null, errors.poll());
            lapi.gfence(); // before the next message
        }
        lapi.term();
    }

    @TestFactory
    Stream<DynamicTest> aVectorOfAHandlerThatIsChangedIsReported() {
        return everywhere(() -> endpoint -> vectors(endpoint.world()));
    }

    // ---- the origin's memory ----

    /**
     * The data is asked for when the header handler returns, which waits until header or data have been changed, or are
     * not to be.
     */
    private static void origins(Communicator world, CountDownLatch[] changed) throws InterruptedException {
        ActiveMessages active = world.activeMessages();
        BlockingQueue<SennitException> errors = new LinkedBlockingQueue<>();
        active.onError((source, number, error) -> errors.add(error));
        byte[] room = new byte[LARGE_BYTES];
        int handler = active.register(message -> {
            await(changed[message.header().get(ValueLayout.JAVA_BYTE, 0)]);
            return ActiveVector.of(room);
        });
        ActiveCounter sent = active.newCounter();
        ActiveCounter completed = active.newCounter();
        world.barrier();
        if (world.rank() == 0) {
            byte[] data = new byte[LARGE_BYTES];
            for (byte i = 0; i < changed.length; i++) {
                byte[] header = {i, 0};
                active.send(1, handler, header, ActiveVector.of(data), ActiveMessages.NO_COUNTER, sent, completed);
                if (i == 1) {
                    data[LARGE_BYTES - 1]++;
                } else if (i == 2) {
                    header[1]++;
                }
                changed[i].countDown();
                sent.await(1);
                SennitException error = errors.poll(); // reported before the counter moves
                assertEquals(i > 0, error != null, "message " + i);
                if (error != null) {
                    assertEquals(ErrorClass.PENDING, error.errorClass());
                    assertTrue(error.getMessage().contains("changed before its origin counter"), error.getMessage());
                }
                completed.await(1);
            }
        }
        world.barrier();
    }

    @TestFactory
    Stream<DynamicTest> dataOfAMessageThatIsChangedIsReported() {
        return overNetworks(() -> {
            CountDownLatch[] changed =
                    Stream.generate(() -> new CountDownLatch(1)).limit(3).toArray(CountDownLatch[]::new);
            return endpoint -> origins(endpoint.world(), changed);
        });
    }

    // ---- the memory of a request ----

    /**
     * A header handler of the target holds up the connection, and so the answer of the put, until the data has been
     * changed.
     */
    private static void puts(Communicator world, CountDownLatch isChanged) {
        ActiveMessages active = world.activeMessages();
        active.onError((source, number, error) -> {}); // that the handler blocks
        int handler = active.register(_ -> {
            await(isChanged);
            return null;
        });
        Window window = world.createWindow(new byte[LARGE_BYTES], 1);
        if (world.rank() == 0) {
            byte[] data = new byte[LARGE_BYTES];
            window.lock(LockKind.SHARED, 1);
            Request unchanged = window.nonblocking().put(data, 1, 0);
            unchanged.await();
            active.send(1, handler, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
            Request put = window.nonblocking().put(data, 1, 0);
            SennitException early = assertThrows(
                    SennitException.class, () -> window.nonblocking().get(data, 1, 0));
            assertEquals(ErrorClass.PENDING, early.errorClass());
            assertTrue(early.getMessage().contains("other: operation=put"), early.getMessage());
            data[0]++;
            isChanged.countDown();
            SennitException error = assertThrows(SennitException.class, put::await);
            assertEquals(ErrorClass.PENDING, error.errorClass());
            assertTrue(error.getMessage().contains("changed before its request"), error.getMessage());
            window.unlock(1);
        }
        world.barrier();
        window.close();
    }

    @TestFactory
    Stream<DynamicTest> dataOfAPutThatIsChangedIsReported() {
        return overNetworks(() -> {
            CountDownLatch isChanged = new CountDownLatch(1);
            return endpoint -> puts(endpoint.world(), isChanged);
        });
    }

    /** Short gets are sent by the first wait, so that the second one always comes before the first one's answer. */
    private static void gets(Communicator world) {
        Window window = world.createWindow(new long[] {world.rank(), 7}, 8);
        if (world.rank() == 0) {
            long[] into = new long[1];
            window.lock(LockKind.SHARED, 1);
            Request first = window.nonblocking().get(into, 1, 1);
            SennitException error = assertThrows(
                    SennitException.class, () -> window.nonblocking().get(into, 1, 0));
            assertEquals(ErrorClass.PENDING, error.errorClass());
            Request other = window.nonblocking().get(new long[1], 1, 0);
            first.await();
            other.await();
            assertEquals(7, into[0]);
            window.nonblocking().get(into, 1, 0).await();
            assertEquals(1, into[0]);
            window.unlock(1);
        }
        world.barrier();
        window.close();
    }

    @TestFactory
    Stream<DynamicTest> memoryOfAGetThatAnotherOneHasIsRefused() {
        return overNetworks(() -> endpoint -> gets(endpoint.world()));
    }
}
