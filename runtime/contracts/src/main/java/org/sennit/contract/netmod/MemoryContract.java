package org.sennit.contract.netmod;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.contract.netmod.ModuleUnderTest.payload;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.testkit.MappedFile;

/** Every kind of memory that may be sent, at odd offsets too, and memory that goes away. */
public interface MemoryContract extends ModuleUnderTest {
    @Test
    default void sendsFromEveryKindOfMemoryAtOddOffsets() {
        TestNetwork two = network(2);
        VirtualConnection to = two.process(0).to(1);
        List<CountingSend> operations = new ArrayList<>();
        List<Arrival> expected = new ArrayList<>();
        try (Arena arena = Arena.ofShared()) {
            for (long length : new long[] {5, 1000, 70_001}) {
                for (MemorySegment memory : kinds(arena, length + 3)) {
                    int number = operations.size();
                    MemorySegment slice = memory.asSlice(number % 3, length);
                    TestPackets.fill(slice, number);
                    CountingSend operation = new CountingSend();
                    operations.add(operation);
                    expected.add(new Arrival(0, 0, number, length, true));
                    MemorySegment header = TestPackets.header(0, number, length);
                    to.send(operation, header, slice.asReadOnly());
                }
            }
            two.pollUntil(() -> two.process(1).device().arrived() == expected.size()
                    && operations.stream().allMatch(CountingSend::isDone));
        }
        assertEquals(expected, two.process(1).arrivalsInOrder());
    }

    /**
     * Makes memory of every kind that may be sent.
     *
     * @param arena for what is off the heap
     * @param length the least length, in bytes
     */
    static List<MemorySegment> kinds(Arena arena, long length) {
        int bytes = (int) length;
        return List.of(
                MemorySegment.ofArray(new byte[bytes]),
                MemorySegment.ofArray(new short[bytes / 2 + 1]),
                MemorySegment.ofArray(new char[bytes / 2 + 1]),
                MemorySegment.ofArray(new int[bytes / 4 + 1]),
                MemorySegment.ofArray(new float[bytes / 4 + 1]),
                MemorySegment.ofArray(new long[bytes / 8 + 1]),
                MemorySegment.ofArray(new double[bytes / 8 + 1]),
                arena.allocate(length),
                Arena.ofAuto().allocate(length),
                MemorySegment.ofBuffer(ByteBuffer.allocate(bytes)),
                MemorySegment.ofBuffer(ByteBuffer.allocateDirect(bytes)));
    }

    @Test
    default void copiesTheHeaderDuringTheCallWhateverItsMemory() {
        TestNetwork two = network(2);
        VirtualConnection to = two.process(0).to(1);
        MemorySegment payload = payload(0, 300_000);
        try (Arena arena = Arena.ofConfined()) { // the caller's own: the module copies in the call
            MemorySegment header =
                    arena.allocate(TestPackets.header(0, 0, 0).byteSize() + 1).asSlice(1);
            for (int i = 0; i < 20; i++) {
                MemorySegment.copy(TestPackets.header(0, 0, 300_000), 0, header, 0, header.byteSize());
                to.send(new CountingSend(), header, payload);
                header.fill((byte) -1);
            }
        }
        two.pollUntil(() -> two.process(1).device().arrived() == 20);
        assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
    }

    @Test
    default void throwsOrFailsWhenTheMemoryHasGoneBeforeTheCall() {
        TestNetwork two = network(2);
        two.connectAll();
        Arena arena = Arena.ofShared();
        MemorySegment closed = TestPackets.payload(arena, 1, 1000);
        arena.close();
        TestProcess process = two.process(0);
        assertThrows(IllegalStateException.class, () -> process.start(1, 1, closed));
        CountingSend operation = new CountingSend();
        process.to(1).send(operation, TestPackets.header(0, 1, 1000), closed);
        process.start(1, 2, payload(2, 1000));
        two.pollUntil(() -> operation.isDone() && two.process(1).device().arrived() == 2);
        assertEquals(1, operation.failures());
        assertInstanceOf(IllegalStateException.class, operation.cause());
        assertEquals(2, two.process(1).arrivalsInOrder().get(1).number());
        assertEquals(0, process.device().eventCount());
    }

    @Test
    default void failsAQueuedSendWhoseMemoryHasGoneAndNothingElse() {
        TestNetwork two = network(2);
        CountingSend before = new CountingSend();
        CountingSend gone = new CountingSend();
        CountingSend after = new CountingSend();
        MemorySegment payload = payload(1, 1000);
        Arena arena = Arena.ofShared();
        MemorySegment closed = TestPackets.payload(arena, 2, 1000);
        VirtualConnection to = two.process(0).to(1);
        to.send(before, TestPackets.header(0, 1, 1000), payload); // queued: there is no connection yet
        to.send(gone, TestPackets.header(0, 2, 1000), closed);
        to.send(after, TestPackets.header(0, 1, 1000), payload);
        arena.close();
        two.pollUntil(() -> after.isDone()
                && gone.isDone()
                && two.process(1).device().arrived() == 3 - gone.failures()); // it may have been copied already
        assertTrue(gone.failures() == 0 || gone.cause() instanceof IllegalStateException);
        assertEquals(0, before.failures() + after.failures());
        assertTrue(two.process(1).device().arrivals().stream().allMatch(Arrival::isIntact));
        assertEquals(0, two.process(0).device().eventCount());
    }

    /**
     * The error of the JVM is asynchronous once its compiler has been there; it is no failure of the connection, and
     * strikes nothing else.
     */
    @Test
    default void failsEachSendOfAMappedFileThatWasCutShort() {
        TestNetwork two = network(2);
        two.connectAll();
        TestProcess process = two.process(0);
        RecordingDevice receiver = two.process(1).device();
        try (MappedFile file = new MappedFile(1000)) {
            MemorySegment memory = file.memory();
            TestPackets.fill(memory, 1);
            sendSound(two, memory, MappedFile.WARM);
            long arrived = receiver.arrived();
            file.truncate(0);
            for (int i = 0; i < MappedFile.FAULTS; i++) {
                assertInstanceOf(IllegalStateException.class, failureOfStart(two, memory));
            }
            for (int i = 0; i < MappedFile.FAULTS; i++) {
                CountingSend operation = new CountingSend();
                process.to(1).send(operation, TestPackets.header(0, 1, memory.byteSize()), memory);
                two.pollUntil(operation::isDone);
                assertInstanceOf(IllegalStateException.class, operation.cause());
            }
            assertEquals(0, process.device().eventCount());
            file.restore();
            TestPackets.fill(memory, 1);
            sendSound(two, memory, 1);
            assertEquals(arrived + 2, receiver.arrived());
            assertTrue(receiver.arrivals().stream().allMatch(Arrival::isIntact));
        }
    }

    /** Returns what a start of a message throws; the failure of its send where it has been queued. */
    private static Throwable failureOfStart(TestNetwork two, MemorySegment memory) {
        try {
            NetworkSend queued = two.process(0).start(1, 1, memory);
            assertNotNull(queued);
            two.pollUntil(queued::isDone);
            return queued.failure();
        } catch (IllegalStateException e) {
            return e;
        }
    }

    private static void sendSound(TestNetwork two, MemorySegment memory, int times) {
        RecordingDevice receiver = two.process(1).device();
        for (int i = 0; i < times; i++) {
            long before = receiver.arrived();
            two.process(0).start(1, 1, memory);
            CountingSend operation = new CountingSend();
            two.process(0).to(1).send(operation, TestPackets.header(0, 1, memory.byteSize()), memory);
            two.pollUntil(() -> operation.isDone() && receiver.arrived() == before + 2);
        }
    }
}
