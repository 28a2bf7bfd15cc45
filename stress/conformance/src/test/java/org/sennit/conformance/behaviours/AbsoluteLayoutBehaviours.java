package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.function.Executable;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Messages from and to several memories at once. */
final class AbsoluteLayoutBehaviours {
    /** Longs of each memory: in a cell, by reference, eager to another process, rendezvous, helped by the sender. */
    private static final int[] COUNTS = {2, 30, 700, 20_000, 200_002};

    private static final int TAG = 62;

    private AbsoluteLayoutBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("11 severalMemoriesAreOneMessage", AbsoluteLayoutBehaviours::blocking),
                new Behaviour("11 severalMemoriesOfPersistentRequests", AbsoluteLayoutBehaviours::persistent),
                new Behaviour("11 severalMemoriesToItself", AbsoluteLayoutBehaviours::toItself),
                new Behaviour("145 severalMemoriesAreForMessagesAlone", AbsoluteLayoutBehaviours::mistakes));
    }

    /** An array with a gap after each number, a segment in a row, and an array that is read backwards. */
    private record Memories(long[] gaps, MemorySegment row, int[] backwards, DataLayout layout) {
        static Memories of(int count) {
            long[] gaps = new long[2 * count];
            MemorySegment row = Arena.ofAuto().allocate(8L * count + 8, 8);
            int[] backwards = new int[count];
            MemorySegment[] memories = {MemorySegment.ofArray(gaps), row, MemorySegment.ofArray(backwards)};
            DataLayout last =
                    DataLayout.byteVector(count, 1, -4, DataLayout.INT).byteShifted(4L * count - 4);
            return new Memories(
                    gaps,
                    row,
                    backwards,
                    DataLayout.struct(
                            memories,
                            DataLayout.vector(count, 1, 2, DataLayout.LONG),
                            DataLayout.LONG.slice(1, count),
                            last));
        }

        static Memories filled(int count, int seed) {
            Memories made = of(count);
            for (int i = 0; i < count; i++) {
                made.gaps[2 * i] = seed + i;
                made.row.setAtIndex(ValueLayout.JAVA_LONG, i + 1, -seed - i);
                made.backwards[count - 1 - i] = seed ^ i;
            }
            return made;
        }

        void assertSame(Memories other, String what) {
            assertArrayEquals(other.gaps, gaps, what);
            assertArrayEquals(other.row.toArray(ValueLayout.JAVA_LONG), row.toArray(ValueLayout.JAVA_LONG), what);
            assertArrayEquals(other.backwards, backwards, what);
        }

        /** The message without gaps. */
        byte[] packed() {
            byte[] all = new byte[(int) layout.sizeBytes()];
            MemorySegment bytes = MemorySegment.ofArray(all);
            int count = backwards.length;
            for (int i = 0; i < count; i++) {
                bytes.set(ValueLayout.JAVA_LONG_UNALIGNED, 8L * i, gaps[2 * i]);
                bytes.set(
                        ValueLayout.JAVA_LONG_UNALIGNED,
                        8L * (count + i),
                        row.getAtIndex(ValueLayout.JAVA_LONG, i + 1));
                bytes.set(ValueLayout.JAVA_INT_UNALIGNED, 16L * count + 4L * i, backwards[count - 1 - i]);
            }
            return all;
        }
    }

    private static void blocking(Communicator world) {
        int last = world.size() - 1;
        for (int count : COUNTS) {
            Memories wanted = Memories.filled(count, count);
            DataLayout bytes = DataLayout.BYTE.count(wanted.layout.sizeBytes());
            if (world.rank() == 0) {
                world.send(null, wanted.layout, last, TAG);
                world.send(wanted.packed(), bytes, last, TAG);
                world.nonblocking().send(null, wanted.layout, last, TAG).await();
                world.sendSynchronous(null, wanted.layout, last, TAG);
            } else if (world.rank() == last) {
                Memories in = Memories.of(count);
                Status status = world.receive(null, in.layout, 0, TAG, new Status());
                assertEquals(wanted.layout.sizeBytes(), status.countBytes());
                in.assertSame(wanted, "blocking count=" + count);
                Memories unpacked = Memories.of(count);
                world.nonblocking().receive(null, unpacked.layout, 0, TAG).await();
                unpacked.assertSame(wanted, "unpacked count=" + count);
                byte[] packed = new byte[(int) bytes.sizeBytes()];
                world.receive(packed, bytes, 0, TAG);
                assertArrayEquals(wanted.packed(), packed, "packed count=" + count);
                Memories more = Memories.of(count);
                world.probe(0, TAG);
                world.receive(null, more.layout, 0, TAG);
                more.assertSame(wanted, "synchronous count=" + count);
            }
        }
    }

    private static void persistent(Communicator world) {
        int last = world.size() - 1;
        for (int count : COUNTS) {
            if (world.rank() == 0) {
                Memories out = Memories.of(count);
                Request send = world.persistent().send(null, out.layout, last, TAG);
                for (int round = 0; round < 3; round++) {
                    Memories filled = Memories.filled(count, round);
                    System.arraycopy(filled.gaps, 0, out.gaps, 0, out.gaps.length);
                    out.row.copyFrom(filled.row);
                    System.arraycopy(filled.backwards, 0, out.backwards, 0, count);
                    send.start();
                    send.await();
                }
                send.free();
            } else if (world.rank() == last) {
                Memories in = Memories.of(count);
                Request receive = world.persistent().receive(null, in.layout, 0, TAG);
                for (int round = 0; round < 3; round++) {
                    receive.start();
                    receive.await();
                    in.assertSame(Memories.filled(count, round), "persistent count=" + count + " round=" + round);
                }
                receive.free();
            }
        }
    }

    private static void toItself(Communicator world) {
        int me = world.rank();
        for (int count : COUNTS) {
            Memories in = Memories.of(count);
            Request receive = world.nonblocking().receive(null, in.layout, me, TAG);
            Memories out = Memories.filled(count, 7);
            world.send(null, out.layout, me, TAG);
            receive.await();
            in.assertSame(out, "count=" + count);
        }
    }

    private static void mistakes(Communicator world) {
        int me = world.rank();
        Memories memories = Memories.of(3);
        DataLayout layout = memories.layout;
        byte[] bytes = new byte[1000];
        is(ErrorClass.TYPE, () -> world.send(bytes, layout, me, TAG));
        is(ErrorClass.TYPE, () -> world.receive(bytes, layout, me, TAG));
        is(ErrorClass.TYPE, () -> world.persistent().send(bytes, layout, me, TAG));
        is(ErrorClass.TYPE, () -> world.broadcast(bytes, layout, 0));
        is(ErrorClass.TYPE, () -> world.broadcast(null, layout, 0));
        is(ErrorClass.BUFFER, () -> world.send(null, DataLayout.INT.count(1), me, TAG));
        assertThrows(SennitException.class, () -> Operation.SUM.reduceLocal(bytes, new byte[1000], layout));
        MemorySegment readOnly = MemorySegment.ofArray(new int[2]).asReadOnly();
        DataLayout written = DataLayout.struct(new MemorySegment[] {readOnly}, DataLayout.INT.count(2));
        is(ErrorClass.BUFFER, () -> world.receive(null, written, me, TAG));
        try (Arena confined = Arena.ofConfined()) {
            DataLayout own = DataLayout.struct(new MemorySegment[] {confined.allocate(8)}, DataLayout.INT.count(2));
            is(ErrorClass.BUFFER, () -> world.send(null, own, me, TAG));
        }
        Arena arena = Arena.ofShared();
        DataLayout freed = DataLayout.struct(new MemorySegment[] {arena.allocate(8)}, DataLayout.INT.count(2));
        Request send = world.persistent().send(null, freed, me, TAG);
        Request receive = world.persistent().receive(null, freed, me, TAG);
        arena.close();
        is(ErrorClass.BUFFER, send::start);
        is(ErrorClass.BUFFER, receive::start);
        is(ErrorClass.BUFFER, () -> world.send(null, freed, me, TAG));
        try (Window window = world.createWindow(new long[20])) {
            window.lockAll();
            is(ErrorClass.TYPE, () -> window.put(bytes, DataLayout.BYTE.count(layout.sizeBytes()), me, 0, layout));
            is(ErrorClass.BUFFER, () -> window.get(null, layout, me, 0, DataLayout.BYTE.count(layout.sizeBytes())));
            window.unlockAll();
        }
        Memories left = Memories.of(3);
        assertTrue(Arrays.equals(left.gaps, memories.gaps), "nothing was written");
    }

    private static void is(ErrorClass wanted, Executable call) {
        SennitException error = assertThrows(SennitException.class, call);
        assertEquals(wanted, error.errorClass(), error::getMessage);
    }
}
