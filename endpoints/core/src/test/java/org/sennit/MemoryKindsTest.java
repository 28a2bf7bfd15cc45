package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Function;
import org.agrona.ExpandableArrayBuffer;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Every kind of memory on every pair of sides, and arenas that are closed too early. */
@Deadline(seconds = 60)
class MemoryKindsTest {
    /** Kinds of memory, each made by the thread that uses it. */
    private enum Kind {
        BYTES(n -> new byte[n]),
        HEAP_BUFFER(n -> ByteBuffer.allocate(n + 5).position(3).limit(n + 3)),
        DIRECT_BUFFER(n -> ByteBuffer.allocateDirect(n + 5).position(5).limit(n + 5)),
        AGRONA(n -> n == 0 ? new byte[0] : new ExpandableArrayBuffer(n)),
        CONFINED(n -> Arena.ofConfined().allocate(Math.max(1, n)).asSlice(0, n)),
        SHARED(n -> Arena.ofShared().allocate(Math.max(1, n)).asSlice(0, n)),
        AUTOMATIC(n -> Arena.ofAuto().allocate(Math.max(1, n)).asSlice(0, n)),
        GLOBAL(n -> Arena.global().allocate(Math.max(1, n)).asSlice(0, n)),
        DOUBLES(n -> MemorySegment.ofArray(new double[n / 8 + 2]).asSlice(8, n));

        private final Function<Integer, Object> factory;

        Kind(Function<Integer, Object> factory) {
            this.factory = factory;
        }
    }

    private static MemorySegment view(Object memory) {
        return new org.sennit.internal.runtime.memory.MemoryViews().of(memory);
    }

    @Test
    void whatIsNoMemoryIsNamedBesideTheCall() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            SennitException send = assertThrows(SennitException.class, () -> world.send("text", 0, 5));
            assertEquals(ErrorClass.BUFFER, send.errorClass());
            assertTrue(send.getMessage().contains("class=java.lang.String "), send::getMessage);
            assertTrue(send.getMessage().contains("operation=send rank=0 peer=0 tag=5"), send::getMessage);
            SennitException receive = assertThrows(SennitException.class, () -> world.receive(new int[2][2], 0, 5));
            assertTrue(receive.getMessage().contains("class=int[][] "), receive::getMessage);
            assertTrue(receive.getMessage().contains("operation=receive"), receive::getMessage);
        });
    }

    @Test
    void everyPairOfSidesAtShortAndLongSizes() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            for (Kind from : Kind.values()) {
                for (Kind to : Kind.values()) {
                    for (int size : new int[] {0, 8, 100, 300, 5000, 1 << 20}) {
                        exchange(world, from, to, size);
                    }
                }
            }
        });
    }

    private static void exchange(Communicator world, Kind from, Kind to, int size) {
        int tag = from.ordinal() * 16 + to.ordinal();
        if (world.rank() == 0) {
            Object memory = from.factory.apply(size);
            MemorySegment bytes = view(memory);
            for (int i = 0; i < size; i += 7) {
                bytes.set(ValueLayout.JAVA_BYTE, i, (byte) (i + tag));
            }
            if ((tag & 1) == 0) {
                world.send(memory, DataLayout.BYTE.count(size), 1, tag);
            } else {
                world.nonblocking()
                        .send(memory, DataLayout.BYTE.count(size), 1, tag)
                        .await();
            }
        } else {
            Object memory = to.factory.apply(size);
            world.receive(memory, DataLayout.BYTE.count(size), 0, tag);
            MemorySegment bytes = view(memory);
            for (int i = 0; i < size; i++) {
                byte expected = i % 7 == 0 ? (byte) (i + tag) : 0;
                assertEquals(expected, bytes.get(ValueLayout.JAVA_BYTE, i));
            }
        }
    }

    @Test
    void aByteBufferOfTheOtherOrderHoldsBytesOnly() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ByteBuffer swapped = ByteBuffer.allocate(16)
                    .order(
                            ByteOrder.nativeOrder() == ByteOrder.BIG_ENDIAN
                                    ? ByteOrder.LITTLE_ENDIAN
                                    : ByteOrder.BIG_ENDIAN);
            DataLayout mixed = DataLayout.struct(new long[] {0, 8}, DataLayout.BYTE.count(8), DataLayout.LONG);
            for (DataLayout layout : List.of(DataLayout.DOUBLE, DataLayout.INT.count(2), mixed)) {
                SennitException send = assertThrows(SennitException.class, () -> world.send(swapped, layout, 0, 5));
                assertEquals(ErrorClass.TYPE, send.errorClass());
                assertTrue(send.getMessage().contains("order=" + swapped.order()), send::getMessage);
                assertTrue(send.getMessage().contains("operation=send rank=0 peer=0 tag=5"), send::getMessage);
                assertThrows(SennitException.class, () -> world.nonblocking().receive(swapped, layout, 0, 5));
            }
            SennitException broadcast =
                    assertThrows(SennitException.class, () -> world.broadcast(swapped, DataLayout.LONG, 0));
            assertEquals(ErrorClass.TYPE, broadcast.errorClass());
            world.broadcast(swapped, 0); // as bytes
            ByteBuffer same = ByteBuffer.allocate(16).order(ByteOrder.nativeOrder());
            world.send(swapped, 0, 5);
            world.receive(same, DataLayout.LONG, 0, 5);
        });
    }

    @Test
    void arraysOfEveryTypeAtAnyOffset() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            char[] chars = "braided".toCharArray();
            char[] gotChars = new char[9];
            boolean[] flags = {true, false, true, true};
            boolean[] gotFlags = new boolean[4];
            float[] reals = {1.5f, -0f, Float.NaN};
            float[] gotReals = new float[3];
            Request r1 = world.nonblocking().receive(gotChars, DataLayout.CHAR.slice(2, 7), peer, 1);
            Request r2 = world.nonblocking().receive(gotFlags, peer, 2);
            Request r3 = world.nonblocking().receive(gotReals, peer, 3);
            world.send(chars, peer, 1);
            world.send(flags, peer, 2);
            world.send(reals, DataLayout.FLOAT.slice(0, 3), peer, 3);
            Request.awaitAll(r1, r2, r3);
            assertEquals("\0\0braided", new String(gotChars));
            assertArrayEquals(flags, gotFlags);
            assertArrayEquals(reals, gotReals);
        });
    }

    @Test
    void aSendersArenaClosedUnderASingleCopyIsAnErrorOnBothSides() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                Arena arena = Arena.ofShared();
                Request send = world.nonblocking().send(arena.allocate(100_000), 1, 1);
                arena.close();
                world.send(new byte[0], 1, 2);
                SennitException error = assertThrows(SennitException.class, send::await);
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                assertTrue(error.getMessage().contains("the sender's memory"), error.getMessage());
            } else {
                world.receive(new byte[0], 0, 2);
                SennitException error =
                        assertThrows(SennitException.class, () -> world.receive(new byte[100_000], 0, 1));
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                assertTrue(error.getMessage().contains("the sender's memory"), error.getMessage());
            }
            world.barrier();
        });
    }

    @Test
    void aReceiversArenaClosedUnderASingleCopyIsAnErrorOnBothSides() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 1) {
                Arena arena = Arena.ofShared();
                Request receive = world.nonblocking().receive(arena.allocate(100_000), 0, 1);
                arena.close();
                world.send(new byte[0], 0, 2);
                SennitException error = assertThrows(SennitException.class, receive::await);
                assertTrue(error.getMessage().contains("the receiver's memory"), error.getMessage());
            } else {
                world.receive(new byte[0], 1, 2);
                SennitException error = assertThrows(SennitException.class, () -> world.send(new byte[100_000], 1, 1));
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                assertTrue(error.getMessage().contains("the receiver's memory"), error.getMessage());
            }
            world.barrier();
        });
    }

    @Test
    void memoryThatCannotBeUsedIsAnErrorOfTheCall() {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Arena arena = Arena.ofShared();
            MemorySegment closed = arena.allocate(8);
            arena.close();
            assertEquals(ErrorClass.BUFFER, errorOf(() -> world.send(closed, 0, 1)));
            assertEquals(ErrorClass.BUFFER, errorOf(() -> world.receive(closed, 0, 1)));
            assertEquals(
                    ErrorClass.BUFFER,
                    errorOf(() ->
                            world.receive(MemorySegment.ofArray(new int[1]).asReadOnly(), 0, 1)));
            assertEquals(ErrorClass.BUFFER, errorOf(() -> world.send("text", 0, 1)));
            assertEquals(ErrorClass.COUNT, errorOf(() -> world.send(new int[3], DataLayout.INT.count(4), 0, 1)));
            assertEquals(ErrorClass.TYPE, errorOf(() -> world.send(new int[3], DataLayout.DOUBLE, 0, 1)));
            assertEquals(ErrorClass.RANK, errorOf(() -> world.send(new int[3], 1, 1)));
            assertEquals(ErrorClass.TAG, errorOf(() -> world.send(new int[3], 0, -1)));
        });
    }

    private static ErrorClass errorOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }

    @Test
    void aSendReceiveThatCannotSendLeavesNoReceiveBehind() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                MemorySegment closed;
                try (Arena arena = Arena.ofShared()) {
                    closed = arena.allocate(8);
                }
                byte[] untouched = new byte[1];
                SennitException error = assertThrows(
                        SennitException.class,
                        () -> world.sendReceive(closed, DataLayout.BYTE, 1, 1, untouched, DataLayout.BYTE, 1, 2, null));
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                world.barrier();
                byte[] got = new byte[1];
                world.receive(got, 1, 2);
                assertEquals(7, got[0]);
                assertEquals(0, untouched[0]);
            } else {
                world.barrier();
                world.send(new byte[] {7}, 0, 2);
            }
        });
    }

    @Test
    void aConfinedArenaThatIsClosedBeforeALargeMessageHasComeIsAnError() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                Arena arena = Arena.ofConfined();
                Request request = world.nonblocking().receive(arena.allocate(5000), 1, 1);
                arena.close();
                world.barrier();
                SennitException error = assertThrows(SennitException.class, request::await);
                assertEquals(ErrorClass.BUFFER, error.errorClass());
                assertTrue(request.isInactive());
            } else {
                world.barrier();
                assertThrows(SennitException.class, () -> world.send(new byte[5000], 0, 1));
            }
        });
    }

    @Test
    void receivesIntoPartsOfOneArrayOfBooleansDoNotDisturbEachOther() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                boolean[] flags = new boolean[4];
                Request first = world.nonblocking().receive(flags, DataLayout.BOOLEAN.slice(0, 2), 1, 1);
                Request second = world.nonblocking().receive(flags, DataLayout.BOOLEAN.slice(2, 2), 1, 2);
                Request.awaitAll(first, second);
                assertArrayEquals(new boolean[] {true, true, false, true}, flags);
            } else {
                world.send(new boolean[] {true, true}, 0, 1);
                world.send(new boolean[] {false, true}, 0, 2);
            }
        });
    }

    @Test
    void confinedMemoryIsFilledThoughAnotherThreadOfTheEndpointTakesTheMessage() {
        Options options = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");
        Job.run(2, options, endpoint -> {
            Communicator world = endpoint.world();
            for (int size : new int[] {8, 5000}) {
                if (world.rank() == 1) {
                    byte[] data = new byte[size];
                    data[size - 1] = 5;
                    world.send(data, 0, 1);
                    world.send(data, 0, 2);
                    continue;
                }
                try (Arena arena = Arena.ofConfined()) {
                    MemorySegment memory = arena.allocate(size + 1).fill((byte) 9);
                    Request request = world.nonblocking().receive(memory, 1, 1);
                    Thread other = Thread.ofPlatform().start(() -> world.receive(new byte[size], 1, 2));
                    other.join();
                    request.await();
                    assertEquals(5, memory.get(ValueLayout.JAVA_BYTE, size - 1));
                    assertEquals(9, memory.get(ValueLayout.JAVA_BYTE, size));
                }
            }
        });
    }
}
