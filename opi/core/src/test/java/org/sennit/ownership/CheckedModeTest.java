package org.sennit.ownership;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.agrona.MutableDirectBuffer;
import org.agrona.concurrent.UnsafeBuffer;
import org.junit.jupiter.api.Test;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.runtime.progress.SingleThreadCheck;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** What is used after it was given or freed, or by another owner, is an error that says where. */
@Deadline(seconds = 60)
@Core
@Behaviours({65, 66})
class CheckedModeTest {
    private static final int TAG = 5;

    private static SennitException is(String text, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(ErrorClass.BUFFER, error.errorClass(), error::getMessage);
        assertTrue(error.getMessage().contains(text), error::getMessage);
        return error;
    }

    private static String line(int linesAgo) {
        StackTraceElement caller = new Throwable().getStackTrace()[1];
        return caller.getFileName() + ":" + (caller.getLineNumber() - linesAgo);
    }

    private static OwnershipPool checked(Endpoint endpoint) {
        return OwnershipPool.open(
                endpoint, OwnershipPool.defaults(endpoint).checked(true).sampling(1));
    }

    private static void assertIntact(OwnershipPool pool, int owned) {
        PoolStatistics statistics = pool.statistics();
        assertEquals(owned, statistics.owned(), statistics::toString);
        assertEquals(statistics.buffers(), statistics.freeBuffers() + owned, statistics::toString);
    }

    @Test
    void useAfterGiveNamesBothLinesAndTheOperation() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer buffer = pool.alloc(100);
            String allocated = line(1);
            self.give(buffer, 0, TAG);
            String given = line(1);
            for (Runnable use : List.<Runnable>of(
                    buffer::segment, buffer::agrona, buffer::length, buffer::capacity, () -> buffer.length(1))) {
                SennitException error = is("ended by give at " + given + " (peer=0 tag=5)", use);
                assertTrue(error.getMessage().contains("allocated by alloc at " + allocated), error::getMessage);
            }
            SennitException error = is("operation=segment", () -> buffer.segment());
            assertTrue(error.getMessage().contains("at=" + line(1)), error::getMessage);
            OwnedBuffer taken = self.take(0, TAG);
            assertNotSame(buffer, taken);
            is("ended by give", buffer::segment);
            taken.free();
            assertIntact(pool, 0);
        });
    }

    @Test
    void viewsDieWithTheirBufferAndNotWithTheNextAllocation() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            OwnedBuffer buffer = pool.alloc(100);
            MutableDirectBuffer agrona = buffer.agrona();
            MemorySegment segment = buffer.segment();
            agrona.putLong(0, 7);
            assertEquals(7, segment.get(ValueLayout.JAVA_LONG, 0));
            buffer.free();
            String freed = line(1);
            assertTrue(is("operation=putLong", () -> agrona.putLong(0, 8))
                    .getMessage()
                    .contains("free at " + freed));
            is("operation=getLong", () -> agrona.getLong(0));
            assertThrows(IllegalStateException.class, () -> segment.get(ValueLayout.JAVA_LONG, 0));
            OwnedBuffer again = pool.alloc(100);
            assertEquals(7, again.agrona().getLong(0), "the same memory");
            again.segment().set(ValueLayout.JAVA_LONG, 0, 9);
            is("ended by free", () -> agrona.getLong(0));
            again.free();
        });
    }

    @Test
    void noViewOfAnAgronaViewOutlivesItsBuffer() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            OwnedBuffer buffer = pool.alloc(100);
            MutableDirectBuffer agrona = buffer.agrona();
            is("operation=addressOffset", () -> new UnsafeBuffer(agrona));
            is("operation=addressOffset", () -> new UnsafeBuffer(new byte[1]).wrap(agrona, 0, 10));
            is("operation=addressOffset", agrona::addressOffset);
            is("operation=wrap", () -> agrona.wrap(new byte[10]));
            UnsafeBuffer copy = new UnsafeBuffer(new byte[8]);
            agrona.putLong(0, 7);
            copy.putBytes(0, agrona, 0, 8); // a copy asks for the address, too
            assertEquals(7, copy.getLong(0));
            agrona.putBytes(8, copy, 0, 8);
            assertEquals(7, agrona.getLong(8));
            ByteBuffer bytes = agrona.byteBuffer().order(ByteOrder.nativeOrder());
            assertEquals(7, bytes.getLong(0));
            Handover self = pool.over(endpoint.world());
            self.give(buffer, 0, TAG);
            assertThrows(IllegalStateException.class, () -> bytes.getLong(0));
            self.take(0, TAG).free();
        });
    }

    @Test
    void aMessageFromAnAgronaViewNeverHasWhatTheNextOwnerWrites() {
        Job.run(2, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            Communicator world = endpoint.world();
            int length = 4 << 20;
            if (world.rank() == 0) {
                OwnedBuffer buffer = pool.alloc(length);
                buffer.segment().fill((byte) 7);
                Request sending = world.nonblocking().send(buffer.agrona(), 1, TAG);
                pool.over(world).give(buffer, 1, TAG + 1);
                world.barrier();
                sending.await(); // the view is this thread's alone, so its bytes were copied by the send
            } else {
                OwnedBuffer taken = pool.over(world).take(0, TAG + 1);
                taken.segment().fill((byte) 1);
                world.barrier();
                byte[] received = new byte[length];
                byte[] expected = new byte[length];
                Arrays.fill(expected, (byte) 7);
                world.receive(received, 0, TAG);
                assertArrayEquals(expected, received);
                taken.free();
            }
        });
    }

    @Test
    void doubleFreeForeignFreeAndFreeAfterGiveLeaveThePoolIntact() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            OwnershipPool other = checked(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer freed = pool.alloc(100);
            pool.free(freed);
            is("operation=free", freed::free);
            is("ended by free", () -> pool.free(freed));
            is("ended by free", () -> self.give(freed, 0, TAG));
            assertIntact(pool, 0);
            OwnedBuffer mine = pool.alloc(100);
            is("another pool: operation=free", () -> other.free(mine));
            is("another pool", () -> other.over(endpoint.world()).giveNonblocking(mine, 0, TAG));
            is("another pool", () -> other.over(endpoint.world()).alltoall(new OwnedBuffer[] {mine}));
            mine.segment().fill((byte) 1);
            assertIntact(pool, 1);
            self.give(mine, 0, TAG);
            is("ended by give", mine::free);
            self.take(0, TAG).free();
            assertIntact(pool, 0);
            assertIntact(other, 0);
        });
    }

    @Test
    void aBufferOfAnUncheckedPoolIsForeignToAChecked() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            OwnershipPool plain = OwnershipPool.open(endpoint, pool.options().checked(false));
            OwnedBuffer buffer = plain.alloc(100);
            is("another pool", () -> pool.free(buffer));
            plain.over(endpoint.world()).give(buffer, 0, TAG);
            pool.over(endpoint.world()).take(0, TAG).free();
        });
    }

    @Test
    void anotherThreadMayNotUseTheBufferUntilItClaimsThePool() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            OwnedBuffer buffer = pool.alloc(100);
            MemorySegment segment = buffer.segment();
            MutableDirectBuffer agrona = buffer.agrona();
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread thread = Thread.ofPlatform().name("stranger").start(() -> {
                try {
                    is("thread=stranger owner=endpoint-0", buffer::segment);
                    is("operation=putInt", () -> agrona.putInt(0, 1));
                    is("thread that does not drive", buffer::free);
                    is("thread that does not drive", () -> pool.alloc(1));
                    assertThrows(WrongThreadException.class, () -> segment.get(ValueLayout.JAVA_BYTE, 0));
                    pool.claim();
                    buffer.segment().fill((byte) 3);
                    agrona.putInt(0, 1);
                    buffer.free();
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            thread.join();
            assertEquals(null, failure.get());
            is("thread that does not drive", () -> pool.alloc(1));
            pool.claim();
            pool.alloc(1).free();
        });
    }

    @Test
    void noOperationOfAPoolMayBeCalledByAnotherThread() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = checked(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer mine = pool.alloc(8);
            PersistentTake persistent = self.takePersistent(Communicator.NULL_PROCESS, TAG);
            Map<String, Runnable> calls = Map.of(
                    "alloc", () -> pool.alloc(8),
                    "free", mine::free,
                    "trim", () -> pool.trim(0),
                    "take", () -> self.take(Communicator.NULL_PROCESS, TAG),
                    "takeNonblocking", () -> self.takeNonblocking(Communicator.NULL_PROCESS, TAG),
                    "start", persistent::start,
                    "scatterNonblocking", () -> self.scatterNonblocking(new OwnedBuffer[] {mine}, 0),
                    "alltoall", () -> self.alltoall(new OwnedBuffer[] {mine}));
            calls.forEach((operation, call) -> elsewhere(() ->
                    is("does not drive its endpoint (claim() hands it over): operation=" + operation + " ", call)));
            mine.free();
            assertIntact(pool, 0);
        });
    }

    private static void elsewhere(Runnable action) {
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread thread = new Thread(action);
        thread.setUncaughtExceptionHandler((self, error) -> thrown.set(error));
        thread.start();
        assertDoesNotThrow(() -> thread.join());
        assertNull(thrown.get());
    }

    @Test
    void anErrorHandlerHearsOfMisuseOnce() {
        Job.run(1, endpoint -> {
            List<String> heard = new ArrayList<>();
            endpoint.setErrorHandler((communicator, error) -> heard.add("endpoint " + error.errorClass()));
            OwnershipPool pool = checked(endpoint);
            Handover self = pool.over(endpoint.world());
            OwnedBuffer dead = pool.alloc(8);
            dead.free();
            is("operation=give ", () -> self.give(dead, 0, TAG));
            is("operation=alltoall ", () -> self.alltoall(new OwnedBuffer[] {dead}));
            is("operation=free ", dead::free);
            is("operation=segment ", dead::segment);
            assertEquals(List.of("endpoint BUFFER", "endpoint BUFFER", "endpoint BUFFER", "endpoint BUFFER"), heard);
            heard.clear();
            endpoint.world().setErrorHandler((communicator, error) -> heard.add("world " + error.errorClass()));
            is("operation=give ", () -> self.give(dead, 0, TAG));
            is("operation=free ", dead::free);
            assertEquals(List.of("world BUFFER", "endpoint BUFFER"), heard);
        });
    }

    @Test
    void buffersThatWereNeverFreedAreReportedWithTheirLines() {
        List<String> warnings = new CopyOnWriteArrayList<>();
        List<OwnedBuffer> kept = new ArrayList<>();
        List<OwnershipPool> pools = new ArrayList<>();
        String[] lines = new String[2];
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.open(
                    endpoint,
                    OwnershipPool.defaults(endpoint).checked(true).sampling(1).warnings(warnings::add));
            pools.add(pool);
            for (int i = 0; i < 3; i++) {
                kept.add(pool.alloc(100));
                lines[0] = line(1);
            }
            pool.over(endpoint.world()).give(pool.alloc(10), 0, TAG);
            kept.add(pool.over(endpoint.world()).take(0, TAG));
            lines[1] = line(1);
            pool.alloc(1000).free();
        });
        assertEquals(1, warnings.size(), warnings::toString);
        String report = warnings.getFirst();
        assertTrue(report.startsWith("rank 0: buffers never freed: 4 (310 bytes)"), report);
        assertTrue(report.contains("3 from alloc at " + lines[0]), report);
        assertTrue(report.contains("1 from take at " + lines[1]), report);
        assertEquals(0, pools.getFirst().statistics().bytes(), "their memory is freed all the same");
        is("ended by end of the pool", () -> kept.getFirst().segment());
    }

    @Test
    void onlySomeAllocationsRememberTheirPlace() {
        List<String> warnings = new CopyOnWriteArrayList<>();
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.open(
                    endpoint,
                    OwnershipPool.defaults(endpoint).checked(true).sampling(4).warnings(warnings::add));
            for (int i = 0; i < 8; i++) {
                pool.alloc(100);
            }
        });
        assertTrue(warnings.getFirst().contains("2 from alloc at CheckedModeTest.java"), warnings::toString);
        assertTrue(
                warnings.getFirst().contains("6 from a call that was not sampled (opi.sampling=1 samples all)"),
                warnings::toString);
    }

    @Test
    void itIsOnInTestsAndWhereTheJobIsChecked() {
        Options defaults = Options.of(new Properties(), Map.of());
        boolean isAsserting = CheckedModeTest.class.desiredAssertionStatus();
        assertEquals(isAsserting, PoolOptions.of(defaults, 1).isChecked());
        assertTrue(PoolOptions.of(defaults.with(SingleThreadCheck.CHECKED, true, "test"), 1)
                .isChecked());
        assertFalse(PoolOptions.of(defaults.with(PoolOptions.CHECKED, "false", "test"), 1)
                .isChecked());
        assertTrue(PoolOptions.of(defaults.with(PoolOptions.CHECKED, "true", "test"), 1)
                .isChecked());
    }
}
