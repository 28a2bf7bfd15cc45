package org.sennit.conformance.collectives;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.function.Consumer;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.Communicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Core;
import org.sennit.testkit.Deadline;

/** Mistakes in short collectives of few members are found on the fast path as on the ordinary way. */
@Deadline(seconds = 60)
@Core
class ShortCallMistakesTest {
    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void mistakesAreReportedAsOnTheOrdinaryWay(MemberPlace place) {
        place.run(world -> {
            double[] one = {1};
            assertClass(ErrorClass.ROOT, () -> world.reduce(one, new double[1], Operation.SUM, -1));
            assertClass(ErrorClass.ROOT, () -> world.broadcast(one, 2));
            assertClass(ErrorClass.OP, () -> world.allreduce(one, new double[1], null));
            assertClass(ErrorClass.OP, () -> world.allreduce(one, new double[1], Operation.BAND));
            assertClass(ErrorClass.BUFFER, () -> world.allreduce(one, one, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.allreduce(new double[2], one, Operation.SUM));
            assertClass(ErrorClass.TYPE, () -> world.allreduce(one, new long[1], DataLayout.DOUBLE, Operation.SUM));
            assertClass(ErrorClass.BUFFER, () -> world.scan(one, one, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.scan(new double[2], one, DataLayout.DOUBLE, Operation.SUM));
            assertClass(ErrorClass.COUNT, () -> world.broadcast(one, DataLayout.DOUBLE.count(2), 0));
            assertClass(ErrorClass.COUNT, () -> world.allgather(one, new double[3], DataLayout.DOUBLE.count(2)));
            assertClass(ErrorClass.COUNT, () -> world.alltoall(new double[2], new double[2], DataLayout.DOUBLE));
            assertClass(ErrorClass.ROOT, () -> world.gather(one, new double[2], 2));
            assertClass(ErrorClass.ROOT, () -> world.scatter(new double[2], one, -1));
            world.barrier();
        });
    }

    @ParameterizedTest
    @EnumSource(names = {"TWO_IN_ONE", "PAIR"})
    void aMemberThatHasEndedIsNotAwaited(MemberPlace place) {
        SennitException error = assertThrows(
                SennitException.class,
                () -> place.run(world -> {
                    if (world.rank() == 0) {
                        world.allreduce(ONE, new double[1], Operation.SUM);
                    }
                }));
        assertTrue(error.getMessage().contains("the program of rank 1 has ended"), error.getMessage());
    }

    private static void assertClass(ErrorClass expected, Runnable call) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(expected, error.errorClass(), error.getMessage());
    }

    /** Two calls that do not go together: of each, what rank 0 calls and what the others call. */
    private enum Mistake {
        ALLREDUCE_AND_ALLGATHER(
                world -> world.allreduce(ONE, new double[1], Operation.SUM),
                world -> world.allgather(ONE, new double[world.size()])),
        SCAN_AND_BROADCAST(
                world -> world.scan(ONE, new double[1], Operation.SUM), world -> world.broadcast(new double[1], 1)),
        GATHER_AND_BROADCAST(
                world -> world.gather(ONE, null, 1), world -> world.broadcast(new double[1], world.rank())),
        SCAN_AND_EXSCAN(
                world -> world.scan(ONE, new double[1], Operation.SUM),
                world -> world.exscan(ONE, new double[1], Operation.SUM)),
        ROOTS(
                world -> world.scatter(new double[world.size()], new double[1], 0),
                world -> world.scatter(new double[world.size()], new double[1], world.rank())),
        LINE_AND_PAGE(
                world -> world.allreduce(new double[14], new double[14], Operation.SUM),
                world -> world.allreduce(new double[15], new double[15], Operation.SUM)),
        SHORT_AND_LONGER(
                world -> world.allgather(new double[128], new double[128 * world.size()]),
                world -> world.allgather(new double[129], new double[129 * world.size()])),
        LONGER_AND_SHORT(
                world -> world.allgather(new double[1500], new double[1500 * world.size()]),
                world -> world.allgather(new double[500], new double[500 * world.size()])),
        PAIR_AND_MORE(
                world -> world.allgather(new double[2048], new double[2048 * world.size()]),
                world -> world.allgather(new double[2049], new double[2049 * world.size()])),
        PAIR_AND_LARGE(
                world -> world.allreduce(new double[9000], new double[9000], Operation.SUM),
                world -> world.allreduce(new double[2000], new double[2000], Operation.SUM)),
        PAGE_AND_MORE(world -> world.broadcast(new double[256], 0), world -> world.broadcast(new double[257], 0));

        private final Consumer<Communicator> first;
        private final Consumer<Communicator> others;

        Mistake(Consumer<Communicator> first, Consumer<Communicator> others) {
            this.first = first;
            this.others = others;
        }
    }

    private static final double[] ONE = {1};

    @ParameterizedTest
    @EnumSource
    void aMemberThatCallsSomethingElseIsFound(Mistake mistake) {
        for (MemberPlace place : EnumSet.of(
                MemberPlace.TWO_IN_ONE, MemberPlace.THREE_IN_ONE, MemberPlace.FOUR_IN_ONE, MemberPlace.PAIR)) {
            SennitException error = assertThrows(
                    SennitException.class,
                    () -> place.run(world -> {
                        (world.rank() == 0 ? mistake.first : mistake.others).accept(world);
                        world.barrier();
                    }));
            assertTrue(error.getMessage().contains("do not make the same call"), error.getMessage());
        }
    }
}
