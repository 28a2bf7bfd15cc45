package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.qmp.ChannelCalls;
import org.sennit.qmp.InterconnectType;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpCommunicator;
import org.sennit.qmp.QmpStatus;

/** The nodes of QMP and their arrangement. */
final class QmpMachineBehaviours {
    private QmpMachineBehaviours() {}

    /** What each node runs. */
    @FunctionalInterface
    interface Program {
        void run(Qmp qmp) throws Exception;
    }

    static List<Behaviour> all() {
        return List.of(
                behaviour("94 aSecondTopologyAndAWrongOneAreRefused", QmpMachineBehaviours::declareTwice),
                behaviour("95 withoutATopologyTheMachineIsASwitch", QmpMachineBehaviours::beforeDeclaring),
                behaviour("96 numbersAndCoordinatesAreInverse", QmpMachineBehaviours::roundTrip),
                behaviour("96 neighborsShareAProcess", QmpMachineBehaviours::neighborsTogether),
                behaviour("111 aLatticeIsLaidOutOnce", QmpMachineBehaviours::layout),
                new Behaviour("114 communicatorsAndJobsDivideTheMachine", QmpMachineBehaviours::divided));
    }

    static Behaviour behaviour(String name, Program program) {
        return new Behaviour(name, world -> with(world, program));
    }

    static void with(Communicator world, Program program, String... arguments) throws Exception {
        Qmp qmp = Qmp.of(world, arguments);
        program.run(qmp);
        qmp.finalizeMsgPassing();
        assertFalse(qmp.isInitialized());
    }

    private static void declareTwice(Qmp qmp) {
        assertFalse(qmp.declareLogicalTopology(new int[] {2, 3}, 2));
        assertEquals(QmpStatus.INVALID_TOPOLOGY, qmp.getErrorNumber(null));
        assertFalse(qmp.declareLogicalTopology(new int[] {4, 0}, 2));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        assertFalse(qmp.declareLogicalTopology(new int[] {4}, -2));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        assertFalse(qmp.declareLogicalTopology(null, 1));
        assertFalse(qmp.declareLogicalTopology(new int[] {4}, 0));
        assertFalse(qmp.logicalTopologyIsDeclared());
        assertTrue(qmp.declareLogicalTopology(new int[] {2, 2}, 2));
        assertEquals(QmpStatus.SUCCESS, qmp.getErrorNumber(null));
        assertFalse(qmp.declareLogicalTopology(new int[] {4}, 1));
        assertEquals(QmpStatus.TOPOLOGY_EXISTS, qmp.getErrorNumber(null));
        assertArrayEquals(new int[] {2, 2}, qmp.getLogicalDimensions());
        assertTrue(qmp.logicalTopologyIsDeclared());
    }

    private static void beforeDeclaring(Qmp qmp) throws Exception {
        assertEquals(InterconnectType.SWITCH, qmp.getMsgPassingType());
        assertEquals(0, qmp.getAllocatedNumberOfDimensions());
        assertNull(qmp.getAllocatedDimensions());
        assertNull(qmp.getAllocatedCoordinates());
        assertEquals(0, qmp.getLogicalNumberOfDimensions());
        assertNull(qmp.getLogicalDimensions());
        assertNull(qmp.getLogicalCoordinates());
        assertNull(qmp.getSubgridDimensions());
        assertEquals(0, qmp.getNumberOfSubgridSites());
        assertNull(qmp.declareSendRelative(qmp.declareMsgmem(new byte[8], 8), 0, 1, 0));
        assertEquals(QmpStatus.NONEIGHBOR_INFO, qmp.getErrorNumber(null));
        assertEquals(QmpStatus.NONEIGHBOR_INFO, qmp.getLogicalCoordinatesFrom(new int[1], 0));
        assertEquals(0, qmp.getMasterIoNode());
        Communicator all = qmp.getAllocatedCommunicator().communicator();
        with(
                all,
                grid -> {
                    assertEquals(InterconnectType.GRID, grid.getMsgPassingType());
                    assertArrayEquals(new int[] {2, 2}, grid.getAllocatedDimensions());
                    int node = grid.getNodeNumber();
                    assertArrayEquals(new int[] {node % 2, node / 2}, grid.getAllocatedCoordinates());
                    assertArrayEquals(grid.getAllocatedCoordinates(), grid.getLogicalCoordinates());
                    assertFalse(grid.logicalTopologyIsDeclared());
                    assertTrue(grid.declareLogicalTopology(null, -1), "as allocated");
                    assertArrayEquals(new int[] {2, 2}, grid.getLogicalDimensions());
                    assertArrayEquals(new String[] {"8", "-x"}, grid.arguments());
                },
                "8",
                "-qmp-geom",
                "2",
                "2",
                "-x");
        with(
                all,
                grid -> {
                    int node = grid.getNodeNumber();
                    assertArrayEquals(new int[] {node / 2, node % 2}, grid.getAllocatedCoordinates());
                },
                "-qmp-geom",
                "2",
                "2",
                "-qmp-alloc-map",
                "1",
                "0");
        with(
                all,
                grid -> {
                    assertTrue(grid.declareLogicalTopology(new int[] {2, 2}, 2));
                    assertArrayEquals(new int[] {0, 1}, grid.getLogicalCoordinatesFrom(1), "axis 1 runs fastest");
                    int io = grid.getIoNode(3);
                    assertEquals(all.processOf(3), all.processOf(io));
                    assertTrue(io == 0 || all.processOf(io - 1) != all.processOf(io), "the first of its process");
                },
                "-qmp-logic-map",
                "1",
                "0",
                "-qmp-nmpi",
                "4");
    }

    private static void roundTrip(Qmp qmp) {
        assertEquals(Behaviour.RANKS, qmp.getNumberOfNodes());
        assertEquals(qmp.getNodeNumber() == 0, qmp.isPrimaryNode());
        assertTrue(qmp.declareLogicalTopology(new int[] {2, 1, 2}, 3));
        BitSet places = new BitSet();
        for (int node = 0; node < Behaviour.RANKS; node++) {
            int[] coordinates = qmp.getLogicalCoordinatesFrom(node);
            assertEquals(node, qmp.getNodeNumberFrom(coordinates));
            coordinates[0] += 4; // each axis goes round
            coordinates[2] -= 2;
            assertEquals(node, qmp.getNodeNumberFrom(coordinates));
            places.set(Math.floorMod(coordinates[0], 2) + 2 * Math.floorMod(coordinates[2], 2));
        }
        assertEquals(Behaviour.RANKS, places.cardinality());
        assertArrayEquals(qmp.getLogicalCoordinates(), qmp.getLogicalCoordinatesFrom(qmp.getNodeNumber()));
        Communicator all = qmp.getDefaultCommunicator().communicator();
        if (all.processOf(all.size() - 1) == all.processOf(0)) { // then no node needs to change its place
            assertArrayEquals(new int[] {1, 0, 0}, qmp.getLogicalCoordinatesFrom(1), "axis 0 runs fastest");
        }
        int[] room = new int[4];
        assertEquals(QmpStatus.SUCCESS, qmp.getLogicalCoordinatesFrom(room, 3));
        assertArrayEquals(qmp.getLogicalCoordinatesFrom(3), Arrays.copyOf(room, 3));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getLogicalCoordinatesFrom(new int[2], 3));
        assertEquals(QmpStatus.NODE_OUTRANGE, qmp.getLogicalCoordinatesFrom(room, -1));
        assertNull(qmp.getLogicalCoordinatesFrom(Behaviour.RANKS));
        assertEquals(QmpStatus.NODE_OUTRANGE, qmp.getErrorNumber(null));
        assertEquals(-1, qmp.getNodeNumberFrom(1, 2));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        QmpCommunicator mapped = qmp.getDefaultCommunicator().split(0, qmp.getNodeNumber());
        assertTrue(mapped.declareLogicalTopologyMap(new int[] {2, 2}, 2, new int[] {1, 0}, 2));
        assertArrayEquals(new int[] {0, 1}, mapped.getLogicalCoordinatesFrom(1), "axis 1 runs fastest");
        mapped.free();
    }

    /** Of nodes whose numbers go round the processes, each process gets a piece of the ring. */
    private static void neighborsTogether(Qmp qmp) {
        int[] order = {0, 2, 1, 3};
        QmpCommunicator mixed = qmp.getDefaultCommunicator().split(0, order[qmp.getNodeNumber()]);
        assertTrue(mixed.declareLogicalTopology(new int[] {Behaviour.RANKS}, 1));
        Communicator nodes = mixed.communicator();
        BitSet processes = new BitSet();
        int parted = 0;
        for (int place = 0; place < Behaviour.RANKS; place++) {
            int process = nodes.processOf(mixed.getNodeNumberFrom(place));
            processes.set(process);
            parted += process == nodes.processOf(mixed.getNodeNumberFrom(place + 1)) ? 0 : 1;
        }
        int pieces = processes.cardinality();
        assertEquals(pieces == 1 ? 0 : pieces, parted, "neighbors in different processes");
        mixed.free();
    }

    private static void layout(Qmp qmp) {
        assertFalse(qmp.layoutGrid(new int[] {7, 5}, 2));
        assertEquals(QmpStatus.INVALID_TOPOLOGY, qmp.getErrorNumber(null));
        assertFalse(qmp.layoutGrid(new int[] {8, 0}, 2));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        assertTrue(qmp.layoutGrid(new int[] {4, 4, 4, 16}, 4));
        assertArrayEquals(new int[] {1, 1, 1, 4}, qmp.getLogicalDimensions());
        assertArrayEquals(new int[] {4, 4, 4, 4}, qmp.getSubgridDimensions());
        assertEquals(256, qmp.getNumberOfSubgridSites());
        assertFalse(qmp.layoutGrid(new int[] {4, 4, 4, 16}, 4));
        assertEquals(QmpStatus.TOPOLOGY_EXISTS, qmp.getErrorNumber(null));

        QmpCommunicator forced = qmp.getDefaultCommunicator().split(0, 0);
        assertTrue(forced.declareLogicalTopology(new int[] {2, 2}, 2));
        assertFalse(forced.layoutGrid(new int[] {4, 3}, 2));
        assertFalse(forced.layoutGrid(new int[] {4}, 1), "fewer axes than the machine has");
        assertTrue(forced.layoutGrid(new int[] {4, 6, 5}, 3));
        assertArrayEquals(new int[] {2, 3, 5}, forced.getSubgridDimensions());
        forced.free();
    }

    private static void divided(Communicator world) throws Exception {
        with(world, qmp -> {
            QmpCommunicator all = qmp.getDefaultCommunicator();
            int node = qmp.getNodeNumber();
            QmpCommunicator half = all.split(node % 2, -node);
            assertEquals(2, half.getNumberOfColors());
            assertEquals(node % 2, half.getColor());
            assertEquals(-node, half.getKey());
            assertEquals(2, half.getNumberOfNodes());
            assertEquals(node < 2 ? 1 : 0, half.getNodeNumber());
            int[] sum = {node};
            assertEquals(QmpStatus.SUCCESS, half.sumInt(sum));
            assertEquals(node % 2 == 0 ? 2 : 4, sum[0]);
            assertTrue(half.layoutGrid(new int[] {6}, 1));
            int[] in = new int[1];
            MessageHandle[] pair = { // the calls of a communicator, whatever the default is
                half.declareReceiveRelative(qmp.declareMsgmem(in, 4), 0, ChannelCalls.MINUS, 0),
                half.declareSendRelative(qmp.declareMsgmem(new int[] {node}, 4), 0, ChannelCalls.PLUS, 0)
            };
            MessageHandle both = half.declareMultiple(pair, 2);
            assertEquals(QmpStatus.SUCCESS, qmp.start(both));
            assertEquals(QmpStatus.SUCCESS, qmp.await(both));
            assertEquals((node + 2) % 4, in[0]);
            assertEquals(QmpStatus.SUCCESS, qmp.setDefaultCommunicator(half));
            assertEquals(2, qmp.getNumberOfNodes());
            assertArrayEquals(new int[] {3}, qmp.getSubgridDimensions());
            assertEquals(QmpStatus.INVALID_OP, half.free(), "it is the default one");
            assertEquals(QmpStatus.SUCCESS, qmp.setDefaultCommunicator(all));
            assertEquals(QmpStatus.SUCCESS, half.free());
            assertEquals(QmpStatus.INVALID_OP, qmp.start(both), "its communicator is freed");
            assertEquals(QmpStatus.INVALID_ARG, qmp.setDefaultCommunicator(half));
            assertNull(all.split(node == 1 ? -3 : 0, 0));
            assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        });
        with(
                world,
                qmp -> {
                    int node = world.rank();
                    assertEquals(2, qmp.getNumberOfJobs());
                    assertEquals(node % 2, qmp.getJobNumber());
                    assertArrayEquals(new int[] {1, 2}, qmp.getJobGeometry());
                    assertEquals(2, qmp.getNumberOfJobGeometryDimensions());
                    assertEquals(4, qmp.getAllocatedCommunicator().getNumberOfNodes());
                    assertEquals(2, qmp.getJobCommunicator().getNumberOfNodes());
                    assertEquals(2, qmp.getNumberOfNodes(), "of the job");
                    assertEquals(node / 2, qmp.getNodeNumber());
                    assertArrayEquals(new int[] {0, node / 2}, qmp.getLogicalCoordinates());
                    int[] sum = {node};
                    qmp.sumInt(sum);
                    assertEquals(node % 2 == 0 ? 2 : 4, sum[0]);
                    assertNotNull(qmp.declareSendRelative(qmp.declareMsgmem(new byte[8], 8), 1, 1, 0));
                },
                "-qmp-geom",
                "2",
                "2",
                "-qmp-job",
                "1",
                "2");
    }
}
