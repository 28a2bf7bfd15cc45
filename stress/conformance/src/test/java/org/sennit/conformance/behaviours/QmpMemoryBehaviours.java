package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.conformance.behaviours.QmpMachineBehaviours.behaviour;
import static org.sennit.qmp.ChannelCalls.MINUS;
import static org.sennit.qmp.ChannelCalls.PLUS;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.sennit.qmp.AlignedMemory;
import org.sennit.qmp.MessageHandle;
import org.sennit.qmp.MessageMemory;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;

/** The memory of QMP's messages, and handles of several channels. */
final class QmpMemoryBehaviours {
    private static final int NODES = Behaviour.RANKS;

    private QmpMemoryBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("100 aHandleMayUseOtherMemory", QmpMemoryBehaviours::otherMemory),
                behaviour("103 blocksAtAnEvenDistance", QmpMemoryBehaviours::strided),
                behaviour("104 listsOfBlocks", QmpMemoryBehaviours::stridedArray),
                behaviour("104 listsOfBlocksInSeveralBuffers", QmpMemoryBehaviours::severalBuffers),
                behaviour("104 blocksAnywhere", QmpMemoryBehaviours::indexed),
                behaviour("105 oneHandleForAllDirections", QmpMemoryBehaviours::multiple),
                behaviour("105 aConsumedHandleIsRefused", QmpMemoryBehaviours::consumed));
    }

    private static void good(QmpStatus status) {
        assertEquals(QmpStatus.SUCCESS, status);
    }

    private static void ring(Qmp qmp) {
        assertTrue(qmp.declareLogicalTopology(new int[] {NODES}, 1));
    }

    /** Blocks: offset, bytes, count, stride. */
    private record Shape(int offset, int block, int count, int stride) {
        MessageMemory in(Qmp qmp, Object memory) {
            MessageMemory declared = qmp.declareStridedMsgmem(memory, offset, block, count, stride);
            assertNotNull(declared, () -> qmp.getErrorString(null));
            return declared;
        }

        void pack(byte[] memory, byte[] packed) {
            for (int i = 0; i < count; i++) {
                System.arraycopy(memory, offset + i * stride, packed, i * block, block);
            }
        }

        void unpack(byte[] packed, byte[] memory) {
            for (int i = 0; i < count; i++) {
                System.arraycopy(packed, i * block, memory, offset + i * stride, block);
            }
        }

        int size() {
            return block * count;
        }
    }

    private static void strided(Qmp qmp) {
        ring(qmp);
        Shape[][] pairs = {
            {new Shape(0, 8, 100, 24), new Shape(5, 8, 100, 24)},
            {new Shape(24 * 99, 8, 100, -24), new Shape(0, 16, 50, 40)},
            {new Shape(3, 800, 1, 7), new Shape(0, 8, 100, 8)},
            {new Shape(0, 1, 800, 3), new Shape(2393, 4, 200, -12)},
            {new Shape(0, 8, 0, 24), new Shape(9, 0, 5, 24)},
            {new Shape(0, 300, 7, 333), new Shape(1, 70, 30, 80)}
        };
        for (Shape[] pair : pairs) {
            transfer(qmp, pair[0], pair[1], false);
            transfer(qmp, pair[1], pair[0], true);
        }
    }

    private static void transfer(Qmp qmp, Shape from, Shape to, boolean isAllocated) {
        Random random = new Random(from.size());
        byte[] out = new byte[2500];
        random.nextBytes(out); // the same on each node
        byte[] in = new byte[2500];
        AlignedMemory allocated = isAllocated ? qmp.allocateMemory(in.length) : null;
        MessageHandle send = qmp.declareSendRelative(from.in(qmp, out), 0, PLUS, 0);
        MessageHandle receive = qmp.declareReceiveRelative(to.in(qmp, isAllocated ? allocated : in), 0, MINUS, 0);
        good(qmp.start(receive));
        good(qmp.start(send));
        good(qmp.await(receive));
        good(qmp.await(send));
        if (isAllocated) {
            MemorySegment.copy(qmp.getMemoryPointer(allocated), 0, MemorySegment.ofArray(in), 0, in.length);
        }
        byte[] packed = new byte[from.size()];
        from.pack(out, packed);
        byte[] wanted = new byte[2500];
        to.unpack(packed, wanted);
        assertArrayEquals(wanted, in, from + " to " + to);
        qmp.freeMsghandle(send);
        qmp.freeMsghandle(receive);
        qmp.freeMemory(allocated);
    }

    private static void stridedArray(Qmp qmp) {
        ring(qmp);
        byte[] out = bytes(1000);
        byte[] in = new byte[1000];
        long[] offset = {900, 10, 500};
        long[] block = {4, 30, 1};
        int[] count = {10, 3, 50};
        long[] stride = {-9, 40, 2};
        MessageHandle send =
                qmp.declareSendRelative(qmp.declareStridedArrayMsgmem(out, offset, block, count, stride), 0, PLUS, 0);
        MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(in, 180), 0, MINUS, 0);
        byte[] packed = new byte[1000];
        int position = 0;
        for (int set = 0; set < 3; set++) {
            for (int i = 0; i < count[set]; i++) {
                System.arraycopy(out, (int) (offset[set] + i * stride[set]), packed, position, (int) block[set]);
                position += (int) block[set];
            }
        }
        run(qmp, send, receive);
        assertArrayEquals(packed, in);
        assertNull(qmp.declareStridedArrayMsgmem(out, offset, block, new int[2], stride));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
    }

    private static void run(Qmp qmp, MessageHandle send, MessageHandle receive) {
        for (int round = 0; round < 3; round++) {
            good(qmp.start(receive));
            good(qmp.start(send));
            good(qmp.await(receive));
            good(qmp.await(send));
        }
    }

    private static byte[] bytes(int length) {
        byte[] bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static void severalBuffers(Qmp qmp) {
        ring(qmp);
        byte[] first = bytes(100);
        double[] second = {1, 2, 3, 4};
        long[] a = new long[4];
        byte[] b = new byte[200];
        MessageHandle send = qmp.declareSendRelative(
                qmp.declareStridedArrayMsgmem(
                        new Object[] {first, second}, new long[] {10, 8}, new int[] {5, 2}, new long[] {20, 16}),
                0,
                PLUS,
                0);
        MessageHandle receive = qmp.declareReceiveRelative(
                qmp.declareStridedArrayMsgmem(
                        new Object[] {a, b}, new long[] {8, 25}, new int[] {2, 2}, new long[] {16, 50}),
                0,
                MINUS,
                0);
        run(qmp, send, receive);
        byte[] packed = new byte[66];
        for (int i = 0; i < 5; i++) {
            System.arraycopy(first, 20 * i, packed, 10 * i, 10);
        }
        MemorySegment.copy(MemorySegment.ofArray(second), 0, MemorySegment.ofArray(packed), 50, 8);
        MemorySegment.copy(MemorySegment.ofArray(second), 16, MemorySegment.ofArray(packed), 58, 8);
        byte[] wanted = new byte[200];
        System.arraycopy(packed, 16, wanted, 0, 25);
        System.arraycopy(packed, 41, wanted, 50, 25);
        assertArrayEquals(wanted, b);
        long[] wantedLongs = new long[4];
        MemorySegment.copy(MemorySegment.ofArray(packed), 0, MemorySegment.ofArray(wantedLongs), 0, 8);
        MemorySegment.copy(MemorySegment.ofArray(packed), 8, MemorySegment.ofArray(wantedLongs), 16, 8);
        assertArrayEquals(wantedLongs, a);
        insideSeveralBuffers(qmp);
    }

    /** Sets that begin inside their buffers, the second with a negative stride. */
    private static void insideSeveralBuffers(Qmp qmp) {
        int[] first = {0, 1, 2, 3};
        int[] second = {10, 11, 12, 13};
        int[] in = new int[5];
        int[] last = new int[2];
        MessageHandle send = qmp.declareSendRelative(
                qmp.declareStridedArrayMsgmem(
                        new Object[] {first, second},
                        new long[] {4, 12},
                        new long[] {8, 4},
                        new int[] {1, 2},
                        new long[] {8, -8}),
                0,
                PLUS,
                0);
        MessageHandle receive = qmp.declareReceiveRelative(
                qmp.declareStridedArrayMsgmem(
                        new Object[] {in, last}, new long[] {16, 4}, new long[] {4, 4}, new int[] {3, 1}, new long[] {
                            -8, 4
                        }),
                0,
                MINUS,
                0);
        run(qmp, send, receive);
        assertArrayEquals(new int[] {13, 0, 2, 0, 1}, in);
        assertArrayEquals(new int[] {0, 11}, last);
        assertNull(qmp.declareStridedArrayMsgmem(
                new Object[] {in, last}, new long[1], new long[2], new int[2], new long[2]));
        assertEquals(QmpStatus.INVALID_ARG, qmp.getErrorNumber(null));
        assertNull(qmp.declareStridedArrayMsgmem(
                new Object[] {in, last}, new long[] {16, 4}, new long[] {8, 4}, new int[] {1, 1}, new long[] {8, 4}));
        assertEquals(QmpStatus.MEMSIZE_TOOBIG, qmp.getErrorNumber(null));
    }

    private static void indexed(Qmp qmp) {
        ring(qmp);
        double[] out = {0, 1, 2, 3, 4, 5, 6, 7};
        double[] in = new double[8];
        MessageHandle send = qmp.declareSendRelative(
                qmp.declareIndexedMsgmem(out, new int[] {1, 2, 9}, new int[] {6, 1, 9}, 8, 2), 0, PLUS, 0);
        MessageHandle receive = qmp.declareReceiveRelative(
                qmp.declareIndexedMsgmem(in, new int[] {1, 1, 1}, new int[] {0, 7, 3}, 8, 3), 0, MINUS, 0);
        run(qmp, send, receive);
        assertArrayEquals(new double[] {6, 0, 0, 2, 0, 0, 0, 1}, in);
    }

    /** Each start has memory of its own, short and long, off the heap and on it. */
    private static void otherMemory(Qmp qmp) {
        ring(qmp);
        for (int size : new int[] {8, 100_000}) {
            MessageHandle send = qmp.declareSendRelative(qmp.declareMsgmem(bytes(size), size), 0, PLUS, 0);
            MessageHandle receive = qmp.declareReceiveRelative(qmp.declareMsgmem(new byte[size], size), 0, MINUS, 0);
            run(qmp, send, receive);
            for (int round = 1; round < 4; round++) {
                AlignedMemory out = qmp.allocateAlignedMemory(size, 8192, Qmp.MEM_DEFAULT);
                assertEquals(0, qmp.getMemoryPointer(out).address() % 8192);
                qmp.getMemoryPointer(out).fill((byte) round);
                byte[] in = new byte[size];
                good(qmp.changeAddress(send, out));
                good(qmp.changeAddress(receive, in));
                run(qmp, send, receive);
                byte[] wanted = new byte[size];
                Arrays.fill(wanted, (byte) round);
                assertArrayEquals(wanted, in);
                good(qmp.changeAddress(send, wanted));
                good(qmp.barrier());
                qmp.freeMemory(out);
            }
            qmp.freeMsghandle(send);
            qmp.freeMsghandle(receive);
        }
    }

    // ---- several channels ----

    private static void multiple(Qmp qmp) {
        assertTrue(qmp.declareLogicalTopology(new int[] {2, 2, 1, 1}, 4));
        int[][] out = new int[8][1];
        int[][] in = new int[8][1];
        MessageHandle[] axes = new MessageHandle[4];
        for (int axis = 0; axis < 4; axis++) {
            MessageHandle[] four = new MessageHandle[4];
            for (int side = 0; side < 2; side++) {
                int i = 2 * axis + side;
                int sign = side == 0 ? PLUS : MINUS;
                four[side] = qmp.declareSendRelative(qmp.declareMsgmem(out[i], 4), axis, sign, side);
                four[2 + side] = qmp.declareReceiveRelative(qmp.declareMsgmem(in[i], 4), axis, sign, 1 - side);
            }
            axes[axis] = qmp.declareMultiple(four, 4);
        }
        MessageHandle all = qmp.declareMultiple(axes, 4); // of multiples
        for (int round = 0; round < 100; round++) {
            for (int i = 0; i < 8; i++) {
                out[i][0] = 1000 * qmp.getNodeNumber() + 10 * round + i;
            }
            good(qmp.start(all));
            good(qmp.await(all));
            for (int i = 0; i < 8; i++) {
                int[] from = qmp.getLogicalCoordinates();
                from[i / 2] += i % 2 == 0 ? 1 : -1;
                assertEquals(1000 * qmp.getNodeNumberFrom(from) + 10 * round + (i ^ 1), in[i][0]);
            }
        }
        declaredOrder(qmp);
    }

    /** Channels of one kind between the same nodes, of rising priority. */
    private static void declaredOrder(Qmp qmp) {
        int next = (qmp.getNodeNumber() + 1) % NODES;
        int before = (qmp.getNodeNumber() + NODES - 1) % NODES;
        int[][] in = new int[3][1];
        MessageHandle[] parts = new MessageHandle[6];
        for (int i = 0; i < 3; i++) {
            parts[i] = qmp.declareSendTo(qmp.declareMsgmem(new int[] {i}, 4), next, 5 - i);
            parts[3 + i] = qmp.declareReceiveFrom(qmp.declareMsgmem(in[i], 4), before, 5 - i);
        }
        MessageHandle all = qmp.declareMultiple(parts, 6);
        good(qmp.start(all));
        good(qmp.await(all));
        assertArrayEquals(new int[][] {{0}, {1}, {2}}, in);
    }

    private static void consumed(Qmp qmp) {
        ring(qmp);
        MessageMemory memory = qmp.declareMsgmem(new byte[8], 8);
        MessageHandle part = qmp.declareSendRelative(memory, 0, PLUS, 0);
        MessageHandle[] twice = {part, part};
        assertNull(qmp.declareMultiple(twice, 2));
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.getErrorNumber(null));
        assertNull(qmp.declareMultiple(new MessageHandle[] {part, null}, 2));
        assertNull(qmp.declareMultiple(new MessageHandle[] {part}, 0));
        assertNull(
                qmp.declareSendRecvPairs(new MessageHandle[] {part, qmp.declareSendRelative(memory, 0, MINUS, 0)}, 2));
        assertEquals(QmpStatus.CHDEF_ERR, qmp.getErrorNumber(null));
        MessageHandle whole = qmp.declareMultiple(new MessageHandle[] {part}, 1);
        assertNotNull(whole, "the failed declarations have consumed nothing");
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.start(part));
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.await(part));
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.getErrorNumber(part));
        assertNull(qmp.declareMultiple(new MessageHandle[] {part}, 1));
        qmp.freeMsgmem(memory);
        assertEquals(QmpStatus.MEMUSED_ERR, qmp.getErrorNumber(null));
        qmp.freeMsghandle(whole);
        assertEquals(QmpStatus.BAD_MESSAGE, qmp.start(whole));
        assertEquals(List.of(true), Arrays.asList(qmp.isComplete(whole)));
    }
}
