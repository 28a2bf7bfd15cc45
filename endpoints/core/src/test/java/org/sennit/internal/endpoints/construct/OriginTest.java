package org.sennit.internal.endpoints.construct;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.sennit.CartesianCommunicator;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.comm.Origin;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.spi.progress.RankScope;
import org.sennit.testkit.Deadline;

/** Who asks whether another endpoint has come through a construction names it as that one knows it. */
@Deadline(seconds = 20)
class OriginTest {
    private static final int RANKS = 4;

    private static final Map<String, Function<Communicator, List<? extends Communicator>>> CONSTRUCTORS = Map.ofEntries(
            Map.entry("duplicate", world -> List.of(world.duplicate())),
            Map.entry("split", world -> List.of(world.split(world.rank() % 2, -world.rank()))),
            Map.entry("splitByProcess", world -> List.of(world.splitByProcess(-world.rank()))),
            Map.entry("create", world -> listOf(world.create(world.group().include(3, 1)))),
            Map.entry("createEndpoints", world -> world.createEndpoints(world.rank() % 3)),
            Map.entry("createCartesian", OriginTest::grid),
            Map.entry(
                    "sub",
                    world -> grid(world).stream()
                            .map(grid -> grid.sub(true, false))
                            .toList()),
            Map.entry("createGraph", world -> listOf(world.createGraph(new int[] {1, 2}, new int[] {1, 0}, true))),
            Map.entry(
                    "createDistributedGraphAdjacent",
                    world -> List.of(world.createDistributedGraphAdjacent(new int[0], new int[0], false))),
            Map.entry("createIntercommunicator", world -> List.of(inter(world))),
            Map.entry("merge", world -> List.of(inter(world).merge(world.rank() % 2 == 0))),
            Map.entry("duplicate of two sides", world -> List.of(inter(world).duplicate())),
            Map.entry("split of two sides", world -> List.of(inter(world).split(world.rank() / 2, 0))));

    private static Stream<String> constructors() {
        return CONSTRUCTORS.keySet().stream();
    }

    private static <T> List<T> listOf(T one) {
        return Stream.ofNullable(one).toList();
    }

    private static List<CartesianCommunicator> grid(Communicator world) {
        return listOf(world.createCartesian(new int[] {3, 1}, new boolean[2], true));
    }

    /** One of two sides that have made different numbers of communicators before. */
    private static Intercommunicator inter(Communicator world) {
        int own = world.rank() % 2;
        Communicator side = world.split(own, 0);
        for (int i = 0; i < own; i++) {
            side.duplicate();
        }
        return side.createIntercommunicator(0, world, 1 - own, 0);
    }

    @ParameterizedTest
    @MethodSource("constructors")
    void itIsTheLastConstructionOfEachMember(String constructor) {
        Job.run(RANKS, Options.defaults(), endpoint -> {
            Communicator world = endpoint.world();
            world.duplicate();
            List<? extends Communicator> made = CONSTRUCTORS.get(constructor).apply(world);
            world.barrier();
            made.forEach(each -> assertIsKnown(((CommunicatorHandle) each).context()));
            world.barrier();
        });
    }

    private static void assertIsKnown(CommContext made) {
        Origin origin = made.origin();
        for (long endpoint : made.peers().endpoints()) {
            long maker = origin.makerOf().applyAsLong(endpoint);
            assertTrue(
                    LongStream.concat(
                                    LongStream.of(origin.group().endpoints()),
                                    LongStream.of(origin.peers().endpoints()))
                            .anyMatch(each -> each == maker),
                    () -> "member " + maker);
            CommContext parent = made.own().process().communicator(RankScope.idOf(maker), origin.parent());
            assertNotNull(parent);
            assertEquals(parent.constructions().number(), origin.number());
        }
        if (made.isInter()) {
            assertIsKnown(made.local());
        }
    }

    /** It has no parent all of whose members take part. */
    @Test
    void aCommunicatorOfAGroupHasNone() {
        Job.run(1, Options.defaults(), endpoint -> {
            Communicator world = endpoint.world();
            Communicator made = world.createFromGroup(world.group(), 0);
            assertNull(((CommunicatorHandle) made).context().origin());
        });
    }
}
