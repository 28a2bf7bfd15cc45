package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.sennit.internal.endpoints.handle.CommunicatorHandle;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/** Communicators whose members are the nodes of a graph that all of them know. */
@Deadline(seconds = 60)
class GraphCommunicatorTest {
    private static final int[] INDEX = {2, 3, 4, 6};
    private static final int[] EDGES = {1, 3, 0, 3, 0, 2};

    @Test
    void theStandardsExampleIsMadeAskedAndDuplicated() {
        Job.run(5, endpoint -> {
            GraphCommunicator graph = endpoint.world().createGraph(INDEX, EDGES, true);
            if (endpoint.world().rank() == 4) {
                assertNull(graph);
                return;
            }
            GraphCommunicator duplicate = graph.duplicate();
            for (GraphCommunicator each : new GraphCommunicator[] {graph, duplicate}) {
                assertEquals(TopologyKind.GRAPH, each.topology());
                assertArrayEquals(INDEX, each.index());
                assertArrayEquals(EDGES, each.edges());
                assertArrayEquals(new int[] {0, 2}, each.neighbors(3));
                assertArrayEquals(each.neighbors(each.rank()), each.neighbors());
                assertNotNull(((CommunicatorHandle) each).context().neighborhood());
                assertEquals(ErrorClass.RANK, classOf(() -> each.neighbors(4)));
                each.close();
            }
        });
    }

    @Test
    void neighborsTalk() {
        Job.run(4, endpoint -> {
            GraphCommunicator graph = endpoint.world().createGraph(INDEX, EDGES, false);
            for (int neighbor : graph.neighbors()) {
                int[] arrived = new int[1];
                graph.sendReceive(new int[] {graph.rank()}, neighbor, 0, arrived, neighbor, 0);
                assertEquals(neighbor, arrived[0]);
            }
            graph.close();
        });
    }

    @Test
    void aGraphWithoutNodesHasNoMember() {
        Job.run(2, endpoint -> assertNull(endpoint.world().createGraph(new int[0], new int[0], false)));
    }

    @Test
    void wrongArgumentsOfOneAreAnErrorOnAll() {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            boolean isOne = world.rank() == 1;
            assertFails(ErrorClass.ARG, world, new int[] {0, 0, 0, 0, 0}, new int[0]);
            assertFails(ErrorClass.ARG, world, isOne ? new int[] {2, 1, 2, 2} : INDEX, EDGES);
            assertFails(ErrorClass.ARG, world, isOne ? null : INDEX, EDGES);
            assertFails(ErrorClass.ARG, world, isOne ? new int[] {1, 2} : INDEX, EDGES);
            assertFails(ErrorClass.RANK, world, new int[] {1, 2}, new int[] {1, isOne ? 2 : 0});
            assertFails(ErrorClass.ARG, world, new int[] {1, 2}, new int[] {1, isOne ? 1 : 0});
            assertEquals(ErrorClass.RANK, classOf(() -> world.mapGraph(new int[] {1}, new int[] {-1})));
            assertEquals(
                    world.rank() < 2 ? world.rank() : Communicator.UNDEFINED,
                    world.mapGraph(new int[] {1, 2}, new int[] {1, 0}));
            world.barrier();
        });
    }

    private static void assertFails(ErrorClass errorClass, Communicator world, int[] index, int[] edges) {
        assertEquals(errorClass, classOf(() -> world.createGraph(index, edges, false)));
    }

    private static ErrorClass classOf(Runnable call) {
        return assertThrows(SennitException.class, call::run).errorClass();
    }
}
