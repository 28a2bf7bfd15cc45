package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.QmpMachineBehaviours.behaviour;
import static org.sennit.conformance.behaviours.QmpMachineBehaviours.with;
import static org.sennit.qmp.ChannelCalls.MINUS;
import static org.sennit.qmp.ChannelCalls.PLUS;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.qmp.ClearToSend;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpCommunicator;
import org.sennit.qmp.QmpStatus;

/** The channels of QMP between neighbors and between any nodes. */
final class QmpChannelBehaviours {
    private static final int NODES = Behaviour.RANKS;

    private QmpChannelBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("97 neighborsArePairedByAxisAndSign", QmpChannelBehaviours::pairing),
                behaviour("98 twoAxesToOneNeighborAreNotConfused", QmpChannelBehaviours::twoAxes),
                behaviour("99 nothingArrivesBeforeTheReceiverStarts", QmpChannelBehaviours::gating),
                behaviour("99 aReceiveMayBeClearToSendBeforeItsStart", QmpChannelBehaviours::clearToSend),
                behaviour("100 handlesAreStartedAgainAndAgain", QmpChannelBehaviours::again),
                behaviour("101 aStartOfAnActiveHandleIsRefused", QmpChannelBehaviours::startOfActive),
                behaviour("102 anIdleHandleIsComplete", QmpChannelBehaviours::idle),
                behaviour("106 oneWaitForSendsAndReceives", QmpChannelBehaviours::mixture),
                behaviour("107 aSecondStartToOneNodeDoesNotBlock", QmpChannelBehaviours::secondStart),
                behaviour("112 aWrongDeclarationIsANullHandle", QmpChannelBehaviours::errors),
                behaviour("113 aWaitForASilentNodeEnds", QmpChannelBehaviours::timeout),
                behaviour("97 eachNodeSendsToItsImageUnderAMap", QmpChannelBehaviours::map));
    }

    private static void good(QmpStatus status) {
        assertEquals(QmpStatus.SUCCESS, status);
    }

    // ---- pairing ----

    private static void pairing(Communicator world) throws Exception {
        int[][] grids = {{4}, {2, 2}, {1, 4}, {4, 1, 1}};
        for (int[] grid : grids) {
            with(world, qmp -> allNeighbors(qmp, grid, new Random(1)));
        }
        Communicator three = world.split(world.rank() < 3 ? 0 : Communicator.UNDEFINED, 0);
        if (three != null) {
            with(three, qmp -> allNeighbors(qmp, new int[] {3, 1}, new Random(2)));
            three.close();
        }
    }

    private static void twoAxes(Qmp qmp) {
        QmpCommunicator all = qmp.getDefaultCommunicator();
        QmpCommunicator two = all.split(qmp.getNodeNumber() / 2, 0); // both neighbors along the axis are one node
        good(qmp.setDefaultCommunicator(two));
        assertTrue(two.declareLogicalTopology(new int[] {2, 1}, 2));
        exchangeWithNeighbors(qmp, new Random(3));
        good(qmp.setDefaultCommunicator(all));
        for (int seed = 0; seed < 5; seed++) {
            QmpCommunicator square = all.split(0, 0);
            good(qmp.setDefaultCommunicator(square));
            assertTrue(square.declareLogicalTopology(new int[] {2, 2, 1, 1}, 4));
            exchangeWithNeighbors(qmp, new Random(seed));
            good(qmp.setDefaultCommunicator(all));
            square.free();
        }
    }

    private static void allNeighbors(Qmp qmp, int[] grid, Random random) {
        assertTrue(qmp.declareLogicalTopology(grid, grid.length));
        exchangeWithNeighbors(qmp, random);
    }

    /** Sends a number of its own in each direction along each axis, started in any order. */
    private static void exchangeWithNeighbors(Qmp qmp, Random random) {
        int axes = qmp.getLogicalNumberOfDimensions();
        int[][] in = new int[2 * axes][1];
        List<MessageHandle> handles = new ArrayList<>();
        for (int i = 0; i < 2 * axes; i++) {
            int sign = i % 2 == 0 ? PLUS : MINUS;
            int[] out = {number(qmp.getNodeNumber(), i)};
            handles.add(qmp.declareSendRelative(qmp.declareMsgmem(out, 4), i / 2, sign, 0));
            handles.add(qmp.declareReceiveRelative(qmp.declareMsgmem(in[i], 4), i / 2, sign, 0));
        }
        for (int round = 0; round < 3; round++) {
            Arrays.stream(in).forEach(memory -> memory[0] = -1);
            Collections.shuffle(handles, random);
            handles.forEach(handle -> good(qmp.start(handle)));
            good(qmp.awaitAll(handles.toArray(MessageHandle[]::new), handles.size()));
            for (int i = 0; i < 2 * axes; i++) {
                int[] from = qmp.getLogicalCoordinates();
                from[i / 2] += i % 2 == 0 ? 1 : -1;
                int opposite = i ^ 1;
                assertEquals(number(qmp.getNodeNumberFrom(from), opposite), in[i][0], "axis and direction " + i);
            }
            good(qmp.barrier());
        }
        handles.forEach(qmp::freeMsghandle);
    }

    private static int number(int node, int direction) {
        return 100 * node + direction;
    }

    /** Machine i sends to map(i): a permutation of all nodes, drawn anew each time, with a fixed point now and then. */
    private static void map(Qmp qmp) {
        Random random = new Random(11);
        int node = qmp.getNodeNumber();
        List<Integer> map = new ArrayList<>(List.of(0, 1, 2, 3));
        for (int round = 0; round < 10; round++) {
            Collections.shuffle(map, random);
            int source = map.indexOf(node);
            for (int size : new int[] {8, 100_000}) {
                long[] out = new long[size / 8];
                long[] in = new long[size / 8];
                Arrays.fill(out, node + 1);
                MessageHandle both = qmp.declareSendRecvPairs(
                        new MessageHandle[] {
                            qmp.declareSendTo(qmp.declareMsgmem(out, size), map.get(node), 0),
                            qmp.declareReceiveFrom(qmp.declareMsgmem(in, size), source, 0)
                        },
                        2);
                good(qmp.start(both));
                good(qmp.await(both));
                assertTrue(Arrays.stream(in).allMatch(value -> value == source + 1));
                qmp.freeMsghandle(both);
            }
        }
    }

    // ---- starting and waiting ----

    private static void gating(Qmp qmp) {
        ring(qmp);
        for (int size : new int[] {8, 40_000, 200_000}) {
            byte[] out = new byte[size];
            byte[] in = new byte[size];
            Arrays.fill(out, (byte) 1);
            MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(out, size), 0, PLUS, 0);
            MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(in, size), 0, MINUS, 0);
            good(qmp.start(send));
            good(qmp.barrier()); // all have started to send
            qmp.isComplete(send);
            good(qmp.barrier());
            assertArrayEquals(new byte[size], in);
            good(qmp.start(receive));
            good(qmp.await(receive));
            assertArrayEquals(out, in);
            good(qmp.await(send));
        }
    }

    /** A send completes before its receive has been started. */
    private static void clearToSend(Qmp qmp) {
        ring(qmp);
        for (int size : new int[] {8, 200_000}) {
            byte[] out = new byte[size];
            byte[] in = new byte[size];
            MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(out, size), 0, PLUS, 0);
            MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(in, size), 0, MINUS, 0);
            for (int round = 1; round < 4; round++) {
                Arrays.fill(out, (byte) round);
                good(qmp.clearToSend(receive, ClearToSend.READY));
                good(qmp.start(send));
                good(qmp.await(send));
                good(qmp.start(receive));
                good(qmp.await(receive));
                assertArrayEquals(out, in);
                good(qmp.barrier());
            }
        }
    }

    private static void ring(Qmp qmp) {
        assertTrue(qmp.declareLogicalTopology(new int[] {NODES}, 1));
    }

    private static int before(Qmp qmp) {
        return qmp.getNodeNumberFrom(qmp.getLogicalCoordinates()[0] - 1);
    }

    private static void again(Qmp qmp) {
        int node = qmp.getNodeNumber();
        repeat(qmp, node, node, 10_000);
        Communicator all = qmp.getDefaultCommunicator().communicator();
        boolean isOneProcess = all.processOf(0) == all.processOf(NODES - 1);
        repeat(qmp, (node + NODES - 1) % NODES, (node + 1) % NODES, isOneProcess ? 1_000 : 300);
    }

    /** Starts one pair of handles again and again; each message is another one. */
    static void repeat(Qmp qmp, int source, int destination, int rounds) {
        long[] out = new long[1];
        long[] in = new long[1];
        MessageHandle send = qmp.declareSendTo(qmp.declareMsgmem(out, 8), destination, 0);
        MessageHandle receive = qmp.declareReceiveFrom(qmp.declareMsgmem(in, 8), source, 0);
        for (int i = 0; i < rounds; i++) {
            out[0] = (long) qmp.getNodeNumber() << 32 | i;
            good(qmp.start(receive));
            good(qmp.start(send));
            good(qmp.await(send));
            if (i % 64 == 0) {
                while (!qmp.isComplete(receive)) {
                    Thread.yield();
                }
            }
            good(qmp.await(receive));
            assertEquals((long) source << 32 | i, in[0]);
        }
        qmp.freeMsghandle(send);
        qmp.freeMsghandle(receive);
    }

    private static void startOfActive(Qmp qmp) {
        ring(qmp);
        for (int size : new int[] {8, 100_000}) {
            byte[] out = new byte[size];
            byte[] in = new byte[size];
            Arrays.fill(out, (byte) 3);
            MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(in, size), 0, MINUS, 0);
            good(qmp.start(receive));
            assertEquals(QmpStatus.INVALID_OP, qmp.start(receive));
            assertEquals(QmpStatus.INVALID_OP, qmp.getErrorNumber(receive));
            qmp.freeMsghandle(receive);
            assertEquals(QmpStatus.INVALID_OP, qmp.getErrorNumber(null), "an active handle is not freed");
            MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(out, size), 0, PLUS, 0);
            good(qmp.start(send));
            good(qmp.await(receive));
            good(qmp.await(send));
            assertArrayEquals(out, in);
            good(qmp.barrier());
        }
    }

    private static void idle(Qmp qmp) {
        ring(qmp);
        MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(new byte[8], 8), 0, MINUS, 0);
        good(qmp.await(receive));
        assertTrue(qmp.isComplete(receive));
        good(qmp.awaitAll(new MessageHandle[] {receive}, 1));
        good(qmp.awaitAll(new MessageHandle[0], 0));
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.await(null));
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.start(null));
    }

    private static void mixture(Qmp qmp) {
        ring(qmp);
        long[] out = {qmp.getNodeNumber(), 5, 6};
        long[] fromBelow = new long[3];
        long[] fromAbove = new long[2];
        MessageHandle[] all = { // the memories of the sends overlap
            qmp.declareSendRelative(qmp.declareMsgmem(out, 24), 0, PLUS, 0),
            qmp.declareReceiveRelative(qmp.declareMsgmem(fromAbove, 16), 0, PLUS, 1),
            qmp.declareSendRelative(qmp.declareMsgmem(out, 16), 0, MINUS, 2),
            qmp.declareReceiveRelative(qmp.declareMsgmem(fromBelow, 24), 0, MINUS, 3)
        };
        for (int round = 0; round < 5; round++) {
            for (MessageHandle handle : all) {
                good(qmp.start(handle));
            }
            good(qmp.awaitAll(all, all.length));
            assertArrayEquals(new long[] {before(qmp), 5, 6}, fromBelow);
            assertArrayEquals(new long[] {qmp.getNodeNumberFrom(qmp.getLogicalCoordinates()[0] + 1), 5}, fromAbove);
        }
    }

    private static void secondStart(Qmp qmp) {
        ring(qmp);
        int before = before(qmp);
        int count = 6;
        int size = 60_000;
        MessageHandle[] sends = new MessageHandle[count];
        MessageHandle[] receives = new MessageHandle[count];
        byte[][] in = new byte[count][size];
        for (int i = 0; i < count; i++) {
            byte[] out = new byte[size];
            Arrays.fill(out, (byte) (10 * qmp.getNodeNumber() + i));
            sends[i] = qmp.declareSendRelative(qmp.declareMsgmem(out, size), 0, PLUS, 0);
            receives[i] = qmp.declareReceiveRelative(qmp.declareMsgmem(in[i], size), 0, MINUS, 0);
        }
        for (MessageHandle send : sends) {
            good(qmp.start(send));
        }
        for (MessageHandle receive : receives) {
            good(qmp.start(receive));
        }
        good(qmp.awaitAll(sends, count));
        good(qmp.awaitAll(receives, count));
        for (int i = 0; i < count; i++) {
            assertEquals(10 * before + i, in[i][0], "the order of the starts decides");
            assertEquals(10 * before + i, in[i][size - 1]);
        }
    }

    // ---- errors ----

    private static void errors(Qmp qmp) throws InterruptedException {
        ring(qmp);
        assertNull(qmp.declareSendTo(qmp.declareMsgmem(new byte[8], 8), NODES, 0));
        assertEquals(QmpStatus.NODE_OUTRANGE, qmp.getErrorNumber(null));
        assertFalse(qmp.getErrorString(null).isEmpty());
        AtomicReference<QmpStatus> elsewhere = new AtomicReference<>();
        Thread other = new Thread(() -> elsewhere.set(qmp.getErrorNumber(null)));
        other.start();
        other.join();
        assertSame(QmpStatus.SUCCESS, elsewhere.get(), "the other thread has had no error");
        assertNull(qmp.declareReceiveFrom(qmp.declareMsgmem(new byte[8], 8), -1, 0));
        assertEquals(QmpStatus.NODE_OUTRANGE, qmp.getErrorNumber(null));
        assertNull(qmp.declareReceiveFrom(null, 0, 0));
        assertEquals(QmpStatus.BAD_MEMORY, qmp.getErrorNumber(null));
        assertNull(qmp.declareSendRelative(qmp.declareMsgmem(new byte[8], 8), 1, 1, 0));
        assertEquals(QmpStatus.NONEIGHBOR_INFO, qmp.getErrorNumber(null));
        assertNull(qmp.declareSendRelative(qmp.declareMsgmem(new byte[8], 8), 0, 0, 0));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        assertNull(qmp.declareMsgmem(new byte[8], 9));
        assertEquals(QmpStatus.MEMSIZE_TOOBIG, qmp.getErrorNumber(null));
        assertNull(qmp.declareMsgmem(null, 0));
        assertEquals(QmpStatus.BAD_MEMORY, qmp.getErrorNumber(null));
    }

    private static void timeout(Qmp qmp) {
        ring(qmp);
        byte[] in = new byte[8];
        byte[] out = {1, 2, 3, 4, 5, 6, 7, 8};
        MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(in, 8), 0, MINUS, 0);
        MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(out, 8), 0, PLUS, 0);
        good(qmp.start(receive));
        qmp.setTimeout(TimeUnit.MILLISECONDS.toNanos(20));
        assertEquals(QmpStatus.TIMEOUT, qmp.await(receive));
        assertEquals(QmpStatus.TIMEOUT, qmp.getErrorNumber(receive));
        qmp.setTimeout(TimeUnit.MINUTES.toNanos(10));
        good(qmp.barrier()); // each wait has ended before anything is sent
        good(qmp.start(send));
        good(qmp.await(receive));
        good(qmp.await(send));
        assertArrayEquals(out, in);
    }
}
