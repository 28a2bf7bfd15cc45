package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.sennit.conformance.behaviours.LapiTasks.TARGET;
import static org.sennit.conformance.behaviours.LapiTasks.behaviour;
import static org.sennit.conformance.behaviours.LapiTasks.random;
import static org.sennit.conformance.behaviours.LapiTasks.refused;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiException;
import org.sennit.lapi.LapiQuery;
import org.sennit.lapi.LapiStatus;
import org.sennit.lapi.LapiVector;
import org.sennit.lapi.VectorType;

/** Vectors and arguments of LAPI's active messages. */
final class LapiVectorBehaviours {
    private static final int PIECES = 100_000;
    private static final int PIECE = 336; // 100,000 of them are 32 MiB

    private LapiVectorBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                behaviour("117 genericVectorsFillPieceAfterPiece", LapiVectorBehaviours::generic),
                behaviour("118 vectorsThatDoNotMatchAreReported", LapiVectorBehaviours::mismatch),
                behaviour("118 blocksOfHeaderHandlersMatchBlocksOnly", LapiVectorBehaviours::blocksOfHeaderHandlers),
                behaviour("119 stridedVectorsMoveBlocks", LapiVectorBehaviours::strided),
                behaviour("120 eachWrongArgumentHasItsCode", LapiVectorBehaviours::codes),
                behaviour("121 headersAreWholeDoublewords", LapiVectorBehaviours::headers),
                behaviour("136 manyPiecesOfMuchData", LapiVectorBehaviours::manyPieces),
                behaviour("137 vectorsOfNothing", LapiVectorBehaviours::nothing));
    }

    private static MemorySegment[] slices(byte[] memory, int... lengths) {
        MemorySegment[] slices = new MemorySegment[lengths.length];
        int from = 0;
        for (int i = 0; i < lengths.length; i++) {
            slices[i] = MemorySegment.ofArray(memory).asSlice(from, lengths[i]);
            from += lengths[i] + 1; // a byte between
        }
        return slices;
    }

    /** The bytes of pieces with one between, which are zero beyond the data. */
    private static byte[] placed(byte[] data, int... lengths) {
        byte[] memory = new byte[64];
        int from = 0;
        int done = 0;
        for (int length : lengths) {
            int bytes = Math.min(length, data.length - done);
            System.arraycopy(data, done, memory, from, bytes);
            from += length + 1;
            done += bytes;
        }
        return memory;
    }

    private static void send(LapiTasks task, int handler, LapiVector origin) {
        if (task.isOrigin()) {
            task.lapi.amsendv(TARGET, handler, null, 0, origin, task.targets[TARGET], task.origin, task.completion);
            task.lapi.waitcntr(task.origin, 1);
            task.lapi.waitcntr(task.completion, 1);
        } else if (task.isTarget()) {
            task.lapi.waitcntr(task.target, 1);
        }
    }

    private static void generic(LapiTasks task) {
        byte[] data = random(20, 1);
        byte[] memory = placed(data, 5, 10, 5);
        byte[] first = new byte[64];
        byte[] second = new byte[64];
        byte[] third = new byte[64];
        int same = task.lapi.registerHandler(message -> LapiVector.generic(slices(first, 12, 2, 4, 2)));
        int shorter = task.lapi.registerHandler(message -> LapiVector.generic(slices(second, 5, 10)));
        int longer = task.lapi.registerHandler(message -> LapiVector.generic(slices(third, 1, 30)));
        send(task, same, LapiVector.generic(slices(memory, 5, 10, 5)));
        send(task, shorter, LapiVector.generic(MemorySegment.ofArray(data)));
        send(task, longer, LapiVector.generic(slices(memory, 5, 10, 5)));
        if (task.isTarget()) {
            assertArrayEquals(placed(data, 12, 2, 4, 2), first);
            assertArrayEquals(placed(Arrays.copyOf(data, 15), 5, 10), second);
            assertArrayEquals(placed(data, 1, 30), third);
        }
    }

    /** Data of one packet, and of many. */
    private static void mismatch(LapiTasks task) throws Exception {
        for (int piece : new int[] {6, 100, 24_000, 1_000_000}) {
            mismatch(task, piece);
        }
    }

    private static void mismatch(LapiTasks task, int piece) throws Exception {
        byte[] in = new byte[3 * piece + 2];
        byte[] nothing = new byte[in.length];
        int good = task.lapi.registerHandler(message -> LapiVector.iovector(slices(in, piece, piece - 1, piece)));
        List<LapiVector> wrong = List.of(
                LapiVector.generic(slices(in, piece, piece - 1, piece)),
                LapiVector.iovector(slices(in, piece, piece - 1)),
                LapiVector.iovector(slices(in, piece, piece - 2, piece)),
                LapiVector.strided(in, 3, piece - 1, piece));
        List<LapiStatus> reported = List.of(
                LapiStatus.VEC_TYPE_DIFF, LapiStatus.VEC_NUM_DIFF, LapiStatus.VEC_LEN_DIFF, LapiStatus.VEC_TYPE_DIFF);
        byte[] data = random(in.length, piece);
        LapiVector origin = LapiVector.iovector(slices(data, piece, piece - 1, piece));
        for (int i = 0; i < wrong.size(); i++) {
            LapiVector target = wrong.get(i);
            send(task, task.lapi.registerHandler(message -> target), origin);
            if (task.isTarget()) {
                assertEquals(reported.get(i), task.nextError().status());
                assertEquals(-1, Arrays.mismatch(nothing, in), "something is written");
            }
            task.lapi.gfence();
        }
        send(task, good, origin);
        if (task.isTarget()) {
            data[piece] = 0; // between the pieces
            data[2 * piece] = 0;
            data[in.length - 1] = 0;
            assertArrayEquals(data, in);
        }
    }

    /** Data of one packet, and of many. */
    private static void blocksOfHeaderHandlers(LapiTasks task) throws Exception {
        for (int block : new int[] {6, 100, 24_000, 400_000}) {
            blocksOfHeaderHandlers(task, block);
        }
    }

    private static void blocksOfHeaderHandlers(LapiTasks task, int block) throws Exception {
        byte[] data = random(3 * block + 2, block);
        byte[] in = new byte[3 * (block + 3)];
        byte[] nothing = new byte[in.length];
        int handler = task.lapi.registerHandler(message -> LapiVector.strided(in, 3, block, block + 3));
        List<LapiVector> wrong = List.of(
                LapiVector.generic(slices(data, block, block, block)),
                LapiVector.generic(MemorySegment.ofArray(data)),
                LapiVector.iovector(slices(data, block, block, block)),
                LapiVector.strided(data, 2, block, block + 1),
                LapiVector.strided(data, 3, block - 1, block));
        List<LapiStatus> reported = List.of(
                LapiStatus.VEC_TYPE_DIFF,
                LapiStatus.VEC_TYPE_DIFF,
                LapiStatus.VEC_TYPE_DIFF,
                LapiStatus.VEC_NUM_DIFF,
                LapiStatus.VEC_LEN_DIFF);
        for (int i = 0; i < wrong.size(); i++) {
            send(task, handler, wrong.get(i));
            if (task.isTarget()) {
                assertEquals(reported.get(i), task.nextError().status(), "origin " + i);
                assertEquals(-1, Arrays.mismatch(nothing, in), "something is written");
            }
            task.lapi.gfence();
        }
        send(task, handler, LapiVector.strided(data, 3, block, block + 1));
        if (task.isTarget()) {
            byte[] wanted = new byte[in.length];
            for (int i = 0; i < 3; i++) {
                System.arraycopy(data, i * (block + 1), wanted, i * (block + 3), block);
            }
            assertArrayEquals(wanted, in);
        }
    }

    private static void strided(LapiTasks task) {
        byte[] data = random(24, 3);
        byte[] in = new byte[24];
        int handler = task.lapi.registerHandler(message -> {
            assertEquals(VectorType.STRIDED, message.type());
            assertEquals(3, message.count());
            assertEquals(5, message.lengthBytes(2));
            assertEquals(15, message.sizeBytes());
            return LapiVector.strided(in, 3, 5, 7);
        });
        send(task, handler, LapiVector.strided(data, 3, 5, 8));
        if (task.isTarget()) {
            byte[] wanted = new byte[24];
            for (int block = 0; block < 3; block++) {
                System.arraycopy(data, 8 * block, wanted, 7 * block, 5);
            }
            assertArrayEquals(wanted, in);
        }
        refused(LapiStatus.ORG_STRIDE, () -> amsendv(task, handler, LapiVector.strided(data, 3, 5, 4)));
        refused(LapiStatus.ORG_STRIDE, () -> amsendv(task, handler, LapiVector.strided(data, 3, 5, -8)));
        refused(LapiStatus.STRIDE_ORG_VEC_ADDR_NULL, () -> amsendv(task, handler, LapiVector.strided(null, 3, 5, 8)));
        refused(
                LapiStatus.ORG_EXTENT,
                () -> amsendv(task, handler, LapiVector.strided(data, 3, 5, Long.MAX_VALUE / 2)));
    }

    private static void amsendv(LapiTasks task, int handler, LapiVector origin) {
        task.lapi.amsendv(TARGET, handler, null, 0, origin, task.targets[TARGET], task.origin, task.completion);
    }

    private static void codes(LapiTasks task) {
        Lapi lapi = task.lapi;
        AtomicInteger arrivals = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            arrivals.incrementAndGet();
            return null;
        });
        LapiVector good = LapiVector.generic(MemorySegment.ofArray(new byte[8]));
        byte[] header = new byte[4096];
        int tooLong = (int) lapi.qenv(LapiQuery.MAX_UHDR_SZ) + 8;
        long most = lapi.qenv(LapiQuery.MAX_DATA_SZ);
        byte[][] pieces = {new byte[8], null};
        // Of several mistakes the first one in the order of the arguments counts.
        refused(LapiStatus.TGT, () -> lapi.amsendv(4, 0, null, 9, null, null, null, null));
        refused(LapiStatus.TGT, () -> lapi.amsendv(-1, handler, null, 0, good, null, null, null));
        refused(LapiStatus.HDR_HNDLR_NULL, () -> lapi.amsendv(TARGET, 0, null, 9, null, null, null, null));
        refused(LapiStatus.ADDR_HNDL_RANGE, () -> lapi.amsendv(TARGET, 1024, null, 9, null, null, null, null));
        refused(LapiStatus.UHDR_NULL, () -> lapi.amsendv(TARGET, handler, null, 9, null, null, null, null));
        refused(LapiStatus.UHDR_LEN, () -> lapi.amsendv(TARGET, handler, header, 9, null, null, null, null));
        refused(LapiStatus.UHDR_LEN, () -> lapi.amsendv(TARGET, handler, header, tooLong, good, null, null, null));
        refused(LapiStatus.ORG_VEC_NULL, () -> amsendv(task, handler, null));
        refused(LapiStatus.ORG_VEC_TYPE, () -> amsendv(task, handler, LapiVector.of(null, 0, null, null)));
        refused(LapiStatus.ORG_VEC_ADDR, () -> amsendv(task, handler, LapiVector.iovector(pieces, new long[] {8, 1})));
        refused(
                LapiStatus.ORG_VEC_LEN,
                () -> amsendv(task, handler, LapiVector.generic(new byte[][] {header, header}, new long[] {most, 1})));
        refused(LapiStatus.ORG_STRIDE, () -> amsendv(task, handler, LapiVector.strided(header, 2, 8, 7)));
        refused(LapiStatus.ORG_EXTENT, () -> amsendv(task, handler, LapiVector.strided(header, 3, 8, most / 2)));
        refused(LapiStatus.STRIDE_ORG_VEC_ADDR_NULL, () -> amsendv(task, handler, LapiVector.strided(null, 2, 9, 8)));
        lapi.purgeTotask(TARGET);
        refused(LapiStatus.TGT_PURGED, () -> lapi.amsendv(TARGET, 0, null, 9, null, null, null, null));
        lapi.resumeTotask(TARGET);
        lapi.gfence();
        task.assertCounters(0, 0, 0);
        assertEquals(0, arrivals.get(), "messages sent");
        Lapi other = Lapi.init(task.world);
        other.term();
        refused(LapiStatus.HNDL_INVALID, () -> other.amsendv(9, 0, null, 9, null, null, null, null));
        refused(LapiStatus.HNDL_INVALID, other::term);
        for (LapiStatus status : LapiStatus.values()) {
            assertEquals(status, LapiStatus.of(status.code()));
            assertEquals(status.text(), Lapi.msgString(status.code()));
        }
        assertEquals(409, LapiStatus.HDR_HNDLR_NULL.code());
        assertEquals(444, LapiStatus.STRIDE_ORG_VEC_ADDR_NULL.code());
    }

    private static void headers(LapiTasks task) {
        Lapi lapi = task.lapi;
        int most = (int) lapi.qenv(LapiQuery.MAX_UHDR_SZ);
        byte[] header = random(most, 4);
        int[] lengths = {0, 8, 16, most};
        AtomicInteger sum = new AtomicInteger();
        int handler = lapi.registerHandler(message -> {
            int length = (int) message.userHeader().byteSize();
            assertEquals(
                    -1,
                    message.userHeader().mismatch(MemorySegment.ofArray(header).asSlice(0, length)));
            sum.addAndGet(length);
            return null;
        });
        if (task.isOrigin()) {
            lapi.amsend(TARGET, handler, null, 0, null, 0, task.targets[TARGET], null, task.completion);
            for (int length : lengths) {
                lapi.amsend(TARGET, handler, header, length, null, 0, task.targets[TARGET], null, task.completion);
            }
            for (int wrong : new int[] {4, most + 8, -8}) {
                refused(
                        LapiStatus.UHDR_LEN,
                        () -> lapi.amsend(
                                TARGET, handler, new byte[most + 8], wrong, null, 0, null, null, task.completion));
            }
            lapi.waitcntr(task.completion, 1 + lengths.length);
        } else if (task.isTarget()) {
            lapi.waitcntr(task.target, 1 + lengths.length);
            assertEquals(Arrays.stream(lengths).sum(), sum.get());
        }
        assertEquals(
                LapiStatus.TGT,
                assertThrows(LapiException.class, () -> lapi.amsend(99, handler, null, 4, null, 1, null, null, null))
                        .status());
    }

    private static void manyPieces(LapiTasks task) {
        AtomicInteger calls = new AtomicInteger();
        byte[] in = new byte[task.isTarget() ? PIECES * PIECE : 0];
        int handler = task.lapi.registerHandler(message -> {
            calls.incrementAndGet();
            return pieces(in);
        });
        if (task.isOrigin()) {
            byte[] data = random(PIECES * PIECE, 5);
            send(task, handler, pieces(data));
        } else {
            send(task, handler, null);
        }
        if (task.isTarget()) {
            assertEquals(1, calls.get());
            assertArrayEquals(random(PIECES * PIECE, 5), in);
        }
    }

    private static LapiVector pieces(byte[] memory) {
        MemorySegment[] pieces = new MemorySegment[PIECES];
        MemorySegment whole = MemorySegment.ofArray(memory);
        for (int i = 0; i < PIECES; i++) {
            pieces[i] = whole.asSlice((long) i * PIECE, PIECE);
        }
        return LapiVector.iovector(pieces);
    }

    private static void nothing(LapiTasks task) {
        AtomicInteger completions = new AtomicInteger();
        List<LapiVector> vectors = List.of(
                LapiVector.generic(),
                LapiVector.iovector(),
                LapiVector.strided(new byte[1], 0, 5, 8),
                LapiVector.strided(new byte[1], 7, 0, 0),
                LapiVector.generic(new Object[3], new long[3]),
                LapiVector.iovector(null, new long[3]));
        for (LapiVector vector : vectors) {
            int handler = task.lapi.registerHandler(message -> {
                message.setCompletionHandler((handle, info) -> completions.incrementAndGet(), null);
                return vector;
            });
            send(task, handler, vector);
        }
        if (task.isTarget()) {
            assertEquals(vectors.size(), completions.get());
        }
    }
}
