package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.IN_PLACE;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.sennit.Blocks;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.Window;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** What reaches beyond its memory is refused before anything is posted, in every kind of memory and by every call. */
final class BoundsBehaviours {
    private static final int BYTES = 16;
    private static final int TAG = 145;
    private static final int ROOM = 1024;
    private static final Set<ErrorClass> REFUSALS =
            EnumSet.of(ErrorClass.COUNT, ErrorClass.ARG, ErrorClass.BUFFER, ErrorClass.TYPE);

    private BoundsBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour("145 whatIsOutsideItsMemoryIsRefusedByEveryCall", BoundsBehaviours::refused));
    }

    private static void refused(Communicator world) {
        int me = world.rank();
        int posted = world.endpoint().statistics().matching().posted();
        byte[] window = new byte[BYTES];
        try (Arena arena = Arena.ofConfined();
                Window of = world.createWindow(window);
                CartesianCommunicator ring =
                        world.createCartesian(new int[] {world.size()}, new boolean[] {true}, false)) {
            of.lockAll();
            for (Object memory : memories(arena)) {
                for (Supplier<DataLayout> outside : outside()) {
                    Map<String, Runnable> calls = new TreeMap<>();
                    messages(calls, world, memory, outside);
                    movements(calls, world, memory, outside);
                    reductions(calls, world, memory, outside);
                    neighbors(calls, ring, memory, outside);
                    accesses(calls, of, me, memory, outside);
                    calls.forEach((name, call) -> refuses(call, () -> name + " " + memory.getClass()));
                }
            }
            of.unlockAll();
            assertArrayEquals(new byte[BYTES], window);
        }
        assertEquals(posted, world.endpoint().statistics().matching().posted(), "a refused receive is posted");
        assertFalse(world.nonblocking().probe(Communicator.ANY_SOURCE, TAG, null), "a refused send has sent something");
        long[] one = {me};
        long[] received = new long[1];
        var receive = world.nonblocking().receive(received, me, TAG);
        world.send(one, me, TAG);
        receive.await();
        assertEquals(me, received[0]);
        world.allreduce(one, received, Operation.SUM); // all members are at the same collective
        assertEquals((long) world.size() * (world.size() - 1) / 2, received[0]);
    }

    private static void refuses(Runnable call, Supplier<String> name) {
        SennitException error = assertThrows(SennitException.class, call::run, name);
        assertTrue(REFUSALS.contains(error.errorClass()), () -> name.get() + ": " + error);
    }

    private static List<Object> memories(Arena arena) {
        ByteBuffer part = ByteBuffer.allocateDirect(3 * BYTES).order(ByteOrder.nativeOrder());
        return List.of(
                new byte[BYTES],
                new long[BYTES / Long.BYTES],
                ByteBuffer.allocate(BYTES).order(ByteOrder.nativeOrder()),
                part.position(BYTES).limit(2 * BYTES),
                MemorySegment.ofArray(new byte[3 * BYTES]).asSlice(BYTES, BYTES),
                arena.allocate(3 * BYTES).asSlice(BYTES, BYTES));
    }

    /** Beyond the end by a byte, wholly, by overflow of an int or of a long; before the beginning. */
    private static List<Supplier<DataLayout>> outside() {
        return List.of(
                () -> DataLayout.BYTE.count(BYTES + 1),
                () -> DataLayout.BYTE.slice(BYTES, 1),
                () -> DataLayout.BYTE.slice(BYTES - 3, 4),
                () -> DataLayout.BYTE.count(1L << 32),
                () -> DataLayout.LONG.count(1L << 61),
                () -> DataLayout.BYTE.slice(-1, 1),
                () -> DataLayout.vector(2, 1, -1, DataLayout.BYTE));
    }

    // The calls are made by all ranks alike, so that no rank waits in a collective that another was refused.

    private static void messages(
            Map<String, Runnable> calls, Communicator world, Object memory, Supplier<DataLayout> outside) {
        int me = world.rank();
        calls.put("send", () -> world.send(memory, outside.get(), me, TAG));
        calls.put("sendSynchronous", () -> world.sendSynchronous(memory, outside.get(), me, TAG));
        calls.put("sendBuffered", () -> world.sendBuffered(memory, outside.get(), me, TAG));
        calls.put("sendReady", () -> world.sendReady(memory, outside.get(), me, TAG));
        calls.put("nonblocking().send", () -> world.nonblocking().send(memory, outside.get(), me, TAG));
        calls.put("persistent().send", () -> world.persistent().send(memory, outside.get(), me, TAG));
        calls.put("receive", () -> world.receive(memory, outside.get(), me, TAG));
        calls.put("nonblocking().receive", () -> world.nonblocking().receive(memory, outside.get(), me, TAG));
        calls.put("persistent().receive", () -> world.persistent().receive(memory, outside.get(), me, TAG));
        calls.put("sendReceiveReplace", () -> world.sendReceiveReplace(memory, outside.get(), me, TAG, me, TAG, null));
    }

    private static void movements(
            Map<String, Runnable> calls, Communicator world, Object memory, Supplier<DataLayout> outside) {
        byte[] room = new byte[ROOM];
        int[] counts = new int[world.size()];
        Arrays.fill(counts, 1);
        Blocks each = Blocks.of(DataLayout.BYTE, counts);
        calls.put("broadcast", () -> world.broadcast(memory, outside.get(), 0));
        calls.put("nonblocking().broadcast", () -> world.nonblocking().broadcast(memory, outside.get(), 0));
        calls.put("persistent().broadcast", () -> world.persistent().broadcast(memory, outside.get(), 0));
        calls.put("gather", () -> world.gather(memory, room, outside.get(), 0));
        calls.put("gatherv", () -> world.gatherv(memory, outside.get(), room, each, 0));
        calls.put("scatter", () -> world.scatter(room, memory, outside.get(), 0));
        calls.put("scatterv", () -> world.scatterv(room, each, memory, outside.get(), 0));
        calls.put("allgather", () -> world.allgather(memory, room, outside.get()));
        calls.put("allgatherv", () -> world.allgatherv(memory, outside.get(), room, each));
        calls.put("alltoall of send memory", () -> world.alltoall(memory, room, outside.get()));
        calls.put("alltoall of receive memory", () -> world.alltoall(room, memory, outside.get()));
        calls.put("alltoallv of send memory", () -> world.alltoallv(memory, alike(world, outside), room, each));
        calls.put("alltoallv of receive memory", () -> world.alltoallv(room, each, memory, alike(world, outside)));
    }

    /** Blocks that all have the layout. */
    private static Blocks alike(Communicator world, Supplier<DataLayout> outside) {
        DataLayout[] layouts = new DataLayout[world.size()];
        Arrays.fill(layouts, outside.get());
        return Blocks.of(layouts, new long[layouts.length]);
    }

    private static void reductions(
            Map<String, Runnable> calls, Communicator world, Object memory, Supplier<DataLayout> outside) {
        byte[] room = new byte[ROOM];
        int[] counts = new int[world.size()];
        Arrays.fill(counts, 1);
        Blocks each = Blocks.of(DataLayout.BYTE, counts);
        Operation max = Operation.MAX;
        calls.put("reduce", () -> world.reduce(memory, room, outside.get(), max, 0));
        calls.put("allreduce of send memory", () -> world.allreduce(memory, room, outside.get(), max));
        calls.put("allreduce of receive memory", () -> world.allreduce(room, memory, outside.get(), max));
        calls.put("allreduce in place", () -> world.allreduce(IN_PLACE, memory, outside.get(), max));
        calls.put("nonblocking().allreduce", () -> world.nonblocking().allreduce(memory, room, outside.get(), max));
        calls.put("persistent().allreduce", () -> world.persistent().allreduce(memory, room, outside.get(), max));
        calls.put("scan", () -> world.scan(memory, room, outside.get(), max));
        calls.put("exscan", () -> world.exscan(memory, room, outside.get(), max));
        calls.put(
                "reduceScatterBlock of send memory", () -> world.reduceScatterBlock(memory, room, outside.get(), max));
        calls.put(
                "reduceScatterBlock of receive memory",
                () -> world.reduceScatterBlock(room, memory, outside.get(), max));
        calls.put("reduceScatterBlock in place", () -> world.reduceScatterBlock(IN_PLACE, memory, outside.get(), max));
        calls.put("reduceScatter", () -> world.reduceScatter(room, each, memory, outside.get(), max));
    }

    private static void neighbors(
            Map<String, Runnable> calls, CartesianCommunicator ring, Object memory, Supplier<DataLayout> outside) {
        byte[] room = new byte[ROOM];
        calls.put("neighborAllgather", () -> ring.neighborAllgather(memory, room, outside.get()));
        calls.put("neighborAlltoall", () -> ring.neighborAlltoall(memory, room, outside.get()));
    }

    /** Of this rank's own part, which is as large as the memory: as origin, and as target. */
    private static void accesses(
            Map<String, Runnable> calls, Window window, int me, Object memory, Supplier<DataLayout> outside) {
        byte[] room = new byte[ROOM];
        Operation max = Operation.MAX;
        calls.put("put", () -> window.put(memory, outside.get(), me, 0, outside.get()));
        calls.put("get", () -> window.get(memory, outside.get(), me, 0, outside.get()));
        calls.put("accumulate", () -> window.accumulate(memory, outside.get(), me, 0, outside.get(), max));
        calls.put(
                "getAccumulate",
                () -> window.getAccumulate(memory, outside.get(), room, outside.get(), me, 0, outside.get(), max));
    }
}
