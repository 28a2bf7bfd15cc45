package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.comm.Hints;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Communicators whose members stand in a grid: made, asked, cut, duplicated; errors are errors on all. */
@Deadline(seconds = 60)
class CartesianCommunicatorTest {
    private static final boolean[] FLAT = {false, false};

    @Test
    void membersBeyondTheGridGetNone() {
        Job.run(7, endpoint -> {
            Communicator world = endpoint.world();
            CartesianCommunicator grid = world.createCartesian(new int[] {2, 3}, new boolean[] {true, false}, false);
            if (world.rank() == 6) {
                assertNull(grid);
                return;
            }
            assertEquals(TopologyKind.CARTESIAN, grid.topology());
            assertEquals(6, grid.size());
            assertEquals(world.rank(), grid.rank());
            assertArrayEquals(new int[] {2, 3}, grid.dims());
            assertArrayEquals(new boolean[] {true, false}, grid.periods());
            assertArrayEquals(new int[] {grid.rank() / 3, grid.rank() % 3}, grid.coordinates());
            assertArrayEquals(new int[] {1, 2}, grid.coordinates(5));
            assertEquals(5, grid.rankOf(-1, 2));
            grid.close();
        });
    }

    @Test
    void shiftedMessagesGoRoundOrNowhere() {
        Job.run(6, endpoint -> {
            CartesianCommunicator grid =
                    endpoint.world().createCartesian(new int[] {2, 3}, new boolean[] {true, false}, false);
            for (int d = 0; d < 2; d++) {
                for (int distance = -3; distance <= 3; distance++) {
                    CartesianCommunicator.Shift shift = grid.shift(d, distance);
                    int[] arrived = {-7};
                    grid.sendReceive(new int[] {grid.rank()}, shift.destination(), 4, arrived, shift.source(), 4);
                    assertEquals(shift.source() == Communicator.NULL_PROCESS ? -7 : shift.source(), arrived[0]);
                }
            }
            assertEquals(new CartesianCommunicator.Shift(grid.rank(), grid.rank()), grid.shift(1, 0));
            assertEquals(ErrorClass.DIMS, classOf(() -> grid.shift(2, 1)));
            grid.close();
        });
    }

    @Test
    void aGridWithoutDimensionsHasOneMember() {
        Job.run(3, endpoint -> {
            CartesianCommunicator point = endpoint.world().createCartesian(new int[0], new boolean[0], true);
            assertEquals(endpoint.world().rank() == 0, point != null);
            if (point != null) {
                assertEquals(1, point.size());
                assertEquals(0, point.rankOf());
                assertEquals(0, point.coordinates().length);
                assertEquals(
                        0, ((CommunicatorHandle) point).context().neighborhood().sources().length);
                assertEquals(TopologyKind.CARTESIAN, point.topology());
                point.close();
            }
        });
    }

    @Test
    void subgridsAreGridsOfTheKeptDimensions() {
        Job.run(12, endpoint -> {
            CartesianCommunicator grid =
                    endpoint.world().createCartesian(new int[] {2, 3, 2}, new boolean[] {false, true, true}, false);
            int[] place = grid.coordinates();
            CartesianCommunicator plane = grid.sub(true, false, true);
            assertArrayEquals(new int[] {2, 2}, plane.dims());
            assertArrayEquals(new boolean[] {false, true}, plane.periods());
            assertArrayEquals(new int[] {place[0], place[2]}, plane.coordinates());
            int[] sum = new int[1];
            plane.allreduce(new int[] {place[1]}, sum, Operation.SUM);
            assertEquals(4 * place[1], sum[0]);
            CartesianCommunicator line = plane.sub(false, true);
            assertArrayEquals(new int[] {2}, line.dims());
            assertEquals(place[2], line.rank());
            CartesianCommunicator point = grid.sub(false, false, false);
            assertEquals(1, point.size());
            assertEquals(0, point.dims().length);
            assertEquals(ErrorClass.DIMS, classOf(() -> grid.sub(true)));
            assertEquals(ErrorClass.ARG, classOf(() -> grid.sub(grid.rank() == 3, false, true)));
            point.close();
            line.close();
            plane.close();
            grid.close();
        });
    }

    @Test
    void aDuplicateIsTheSameGridAndASplitIsNone() {
        Job.run(4, endpoint -> {
            CartesianCommunicator grid = endpoint.world().createCartesian(new int[] {2, 2}, FLAT, false);
            grid.setInfo(Map.of(Hints.NO_ANY_SOURCE, "true"));
            CartesianCommunicator duplicate = grid.duplicate();
            assertEquals(Map.of(), duplicate.info());
            CartesianCommunicator hinted = grid.duplicate(Map.of(Hints.NO_ANY_TAG, "true"));
            PendingCommunicator pending = grid.nonblocking().duplicate();
            pending.await();
            CartesianCommunicator later = (CartesianCommunicator) pending.duplicate();
            assertEquals(Map.of(), later.info());
            for (CartesianCommunicator copy : new CartesianCommunicator[] {duplicate, hinted, later}) {
                assertEquals(TopologyKind.CARTESIAN, copy.topology());
                assertArrayEquals(grid.dims(), copy.dims());
                assertArrayEquals(grid.coordinates(), copy.coordinates());
                assertEquals(grid.shift(0, 1), copy.shift(0, 1));
                assertNotEquals(
                        ((CommunicatorHandle) grid).context().userContextId(),
                        ((CommunicatorHandle) copy).context().userContextId());
                copy.close();
            }
            Communicator split = grid.split(0, 0);
            assertEquals(TopologyKind.NONE, split.topology());
            assertEquals(TopologyKind.NONE, endpoint.world().topology());
            split.close();
            grid.close();
        });
    }

    @Test
    void wrongArgumentsOfOneAreAnErrorOnAll() {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            assertEquals(ErrorClass.DIMS, classOf(() -> world.createCartesian(new int[] {2, 3}, FLAT, false)));
            assertEquals(
                    ErrorClass.DIMS, classOf(() -> world.createCartesian(new int[] {1 << 20, 1 << 20}, FLAT, false)));
            assertEquals(
                    ErrorClass.DIMS,
                    classOf(() -> world.createCartesian(new int[] {2, rank == 1 ? 0 : 2}, FLAT, false)));
            assertEquals(
                    ErrorClass.DIMS,
                    classOf(() -> world.createCartesian(rank == 2 ? null : new int[] {2, 2}, FLAT, false)));
            assertEquals(
                    ErrorClass.ARG,
                    classOf(() -> world.createCartesian(new int[] {2, rank == 1 ? 1 : 2}, FLAT, false)));
            assertEquals(ErrorClass.ARG, classOf(() -> world.createCartesian(new int[] {2, 2}, FLAT, rank == 3)));
            world.barrier(); // and all goes on
        });
    }

    @Test
    void anErrorIsOneLineThatSaysWhat() {
        Job.run(2, endpoint -> {
            String text = assertThrows(
                            SennitException.class,
                            () -> endpoint.world().createCartesian(new int[] {2, 2}, FLAT, false))
                    .getMessage();
            assertEquals(
                    "the grid needs more members than there are: dims=[2, 2] periods=[false, false] size=2"
                            + " operation=createCartesian rank="
                            + endpoint.world().rank() + " communicator=world",
                    text);
        });
    }

    @Test
    void anIntercommunicatorHasNoGrid() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Communicator side = world.split(world.rank(), 0);
            Intercommunicator inter = side.createIntercommunicator(0, world, 1 - world.rank(), 1);
            assertEquals(ErrorClass.COMM, classOf(() -> inter.createCartesian(new int[] {1}, new boolean[1], false)));
            assertEquals(TopologyKind.NONE, inter.topology());
            inter.close();
            side.close();
        });
    }

    @Test
    void aMapSaysTheRankOfAnOrderedGrid() {
        Job.run(5, endpoint -> {
            Communicator world = endpoint.world();
            int mapped = world.mapCartesian(new int[] {2, 2}, FLAT);
            assertEquals(world.rank() < 4 ? world.rank() : Communicator.UNDEFINED, mapped); // one process
            assertEquals(ErrorClass.DIMS, classOf(() -> world.mapCartesian(new int[] {6}, new boolean[1])));
        });
    }

    @Test
    void extentsAreBalanced() {
        assertArrayEquals(new int[] {4, 3}, CartesianCommunicator.createDims(12, 0, 0));
        assertTrue(classOf(() -> CartesianCommunicator.createDims(5, 2, 0)) == ErrorClass.DIMS);
    }

    private static ErrorClass classOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }
}
