package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** What reaches beyond its memory is refused before anything is posted, in every kind of memory and by every call. */
final class BoundsBehaviours {
    private static final int BYTES = 16;
    private static final int TAG = 145;
    private static final Set<ErrorClass> REFUSALS =
            EnumSet.of(ErrorClass.COUNT, ErrorClass.ARG, ErrorClass.BUFFER, ErrorClass.TYPE);

    private BoundsBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour("145 whatIsOutsideItsMemoryIsRefusedByEveryCall", BoundsBehaviours::refused));
    }

    private static void refused(Communicator world) {
        int me = world.rank();
        int posted = world.endpoint().statistics().matching().posted();
        try (Arena arena = Arena.ofConfined()) {
            for (Object memory : memories(arena)) {
                for (Supplier<DataLayout> outside : outside()) {
                    calls(world, memory, outside).forEach((name, call) -> {
                        SennitException error =
                                assertThrows(SennitException.class, call::run, () -> name + " " + memory.getClass());
                        assertTrue(REFUSALS.contains(error.errorClass()), () -> name + ": " + error);
                    });
                }
            }
        }
        assertEquals(posted, world.endpoint().statistics().matching().posted(), "a refused receive is posted");
        assertFalse(world.nonblocking().probe(Communicator.ANY_SOURCE, TAG, null), "a refused send has sent something");
        long[] one = {me};
        long[] received = new long[1];
        var receive = world.nonblocking().receive(received, me, TAG);
        world.send(one, me, TAG);
        receive.await();
        assertEquals(me, received[0]);
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

    /** By all ranks alike, so that no rank waits in a collective that another was refused. */
    private static Map<String, Runnable> calls(Communicator world, Object memory, Supplier<DataLayout> outside) {
        int me = world.rank();
        Map<String, Runnable> calls = new TreeMap<>();
        calls.put("send", () -> world.send(memory, outside.get(), me, TAG));
        calls.put("nonblocking().send", () -> world.nonblocking().send(memory, outside.get(), me, TAG));
        calls.put("persistent().send", () -> world.persistent().send(memory, outside.get(), me, TAG));
        calls.put("receive", () -> world.receive(memory, outside.get(), me, TAG));
        calls.put("nonblocking().receive", () -> world.nonblocking().receive(memory, outside.get(), me, TAG));
        calls.put("persistent().receive", () -> world.persistent().receive(memory, outside.get(), me, TAG));
        calls.put("sendReceiveReplace", () -> world.sendReceiveReplace(memory, outside.get(), me, TAG, me, TAG, null));
        calls.put("broadcast", () -> world.broadcast(memory, outside.get(), 0));
        return calls;
    }
}
