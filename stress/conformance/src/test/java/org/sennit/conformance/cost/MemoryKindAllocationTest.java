package org.sennit.conformance.cost;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Properties;
import java.util.function.BiFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.MatchedMessage;
import org.sennit.config.Options;
import org.sennit.message.Status;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * Blocking operations allocate nothing once they are warm, whatever kind of memory they work on, with sixteen memories
 * in rotation, at each thread level.
 */
@Deadline(seconds = 300)
@Behaviours(144)
class MemoryKindAllocationTest {
    private static final int MEMORIES = 16;

    /** Makes a memory of a number of bytes, that of one endpoint. */
    private interface Kind extends BiFunction<Arena, Integer, Object> {}

    private static Stream<Arguments> ofBothLevels(String name, Kind kind) {
        return Stream.of("serialized", "multiple").map(level -> Arguments.of(name, level, kind));
    }

    static Stream<Arguments> kinds() {
        return Stream.of(
                        ofBothLevels("byte[]", (arena, bytes) -> new byte[bytes]),
                        ofBothLevels("boolean[]", (arena, bytes) -> new boolean[bytes]),
                        ofBothLevels("short[]", (arena, bytes) -> new short[bytes / Short.BYTES]),
                        ofBothLevels("double[]", (arena, bytes) -> new double[bytes / Double.BYTES]),
                        ofBothLevels("buffer of an array", (arena, bytes) -> ByteBuffer.allocate(bytes)),
                        ofBothLevels(
                                "direct buffer",
                                (arena, bytes) ->
                                        ByteBuffer.allocateDirect(bytes).order(ByteOrder.nativeOrder())),
                        ofBothLevels("segment", (arena, bytes) -> Arena.ofAuto().allocate(bytes, Long.BYTES)),
                        ofBothLevels(
                                "segment of an array",
                                (arena, bytes) -> MemorySegment.ofArray(new long[bytes / Long.BYTES])),
                        ofBothLevels("confined segment", (arena, bytes) -> arena.allocate(bytes, Long.BYTES)))
                .flatMap(each -> each);
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("kinds")
    void blockingCallsAllocateNothing(String name, String level, Kind kind) {
        Properties properties = new Properties();
        properties.setProperty(Options.propertyName("thread.level"), level);
        Job.run(2, Options.of(properties, Map.of()), endpoint -> {
            try (Arena arena = Arena.ofConfined()) {
                Communicator world = endpoint.world();
                Object[] small = memories(arena, kind, 16);
                Object[] large = memories(arena, kind, 1600);
                SteadyState.await(world, 300, 0, step(world, small, large));
            }
        });
    }

    private static Object[] memories(Arena arena, Kind kind, int bytes) {
        return IntStream.range(0, MEMORIES)
                .mapToObj(i -> kind.apply(arena, bytes))
                .toArray();
    }

    private static Runnable step(Communicator world, Object[] small, Object[] large) {
        int peer = 1 - world.rank();
        int[] next = {0};
        Status status = new Status();
        MatchedMessage matched = MatchedMessage.empty();
        return () -> {
            int i = next[0]++ % MEMORIES;
            int other = (i + 1) % MEMORIES;
            exchange(world, small[i], peer);
            exchange(world, large[i], peer);
            world.sendReceive(small[i], peer, 2, small[other], peer, 2, null);
            world.sendReceive(large[i], peer, 2, large[other], peer, 2, null);
            world.sendReceiveReplace(large[i], peer, 2, peer, 2, null);
            world.broadcast(small[i], 0);
            world.broadcast(large[i], 0);
            if (world.rank() == 0) {
                world.probe(peer, 3, status);
                world.receive(small[i], peer, 3, status);
                world.send(small[i], peer, 4);
            } else {
                world.send(small[i], peer, 3);
                world.probeMatched(peer, 4, matched);
                matched.receive(small[i]);
            }
        };
    }

    private static void exchange(Communicator world, Object memory, int peer) {
        if (world.rank() == 0) {
            world.send(memory, peer, 1);
            world.sendSynchronous(memory, peer, 1);
            world.receive(memory, peer, 1);
        } else {
            world.receive(memory, peer, 1);
            world.receive(memory, peer, 1);
            world.send(memory, peer, 1);
        }
    }
}
