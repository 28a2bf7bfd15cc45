package org.sennit.active;

import java.lang.foreign.MemorySegment;
import java.util.Objects;
import org.sennit.internal.runtime.error.Given;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.ErrorClass;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * Pieces of memory: the source or destination of the data of an active message. Memory is any primitive array but a
 * boolean[], a ByteBuffer (position to limit), an Agrona buffer or a {@link MemorySegment}; offsets and lengths are
 * bytes. Immutable, so one may be used for any number of messages. Overlaps are not checked; where pieces of a target
 * overlap, the contents are undefined.
 */
public final class ActiveVector {
    /** No pieces. */
    public static final ActiveVector EMPTY =
            new ActiveVector(VectorKind.GENERIC, new MemorySegment[0], new long[0], new long[0], 0, 0, 0);

    private final VectorKind kind;
    private final MemorySegment[] memories; // one where the vector is strided
    private final long[] offsets;
    private final long[] lengths; // one where the vector is strided
    private final int count;
    private final long stride;
    private final long totalBytes;

    private ActiveVector(
            VectorKind kind,
            MemorySegment[] memories,
            long[] offsets,
            long[] lengths,
            int count,
            long stride,
            long totalBytes) {
        this.kind = kind;
        this.memories = memories;
        this.offsets = offsets;
        this.lengths = lengths;
        this.count = count;
        this.stride = stride;
        this.totalBytes = totalBytes;
    }

    /**
     * Makes a vector of one piece: all of a memory. Its kind is {@link VectorKind#GENERIC}.
     *
     * @param memory the memory
     * @return the vector
     * @throws SennitException BUFFER when this cannot be memory; final
     */
    public static ActiveVector of(@Memory Object memory) {
        MemorySegment segment = view(Given.given(memory, ErrorClass.BUFFER, "memory", "ActiveVector.of"));
        return new ActiveVector(
                VectorKind.GENERIC,
                new MemorySegment[] {segment},
                new long[1],
                new long[] {segment.byteSize()},
                1,
                0,
                segment.byteSize());
    }

    /**
     * Makes a vector of one piece: a part of a memory. Its kind is {@link VectorKind#GENERIC}.
     *
     * @param memory the memory
     * @param offset where the piece begins, in bytes
     * @param length its length in bytes
     * @return the vector
     * @throws SennitException BUFFER when this cannot be memory, or the piece is not in it; final
     */
    public static ActiveVector of(@Memory Object memory, long offset, long length) {
        return pieces(VectorKind.GENERIC, new Object[] {memory}, new long[] {offset}, new long[] {length});
    }

    /**
     * Pieces whose bytes in order are the data.
     *
     * @param memories the memory of each piece, which is all of it
     * @return the vector
     * @throws SennitException BUFFER when one cannot be memory; final
     */
    public static ActiveVector generic(Object... memories) {
        return pieces(VectorKind.GENERIC, memories, null, null);
    }

    /**
     * Pieces whose bytes in order are the data.
     *
     * @param memories the memory of each piece; null only where its length is 0
     * @param offsets where each piece begins in its memory, in bytes; null for 0
     * @param lengths the length of each piece in bytes; null for all from its offset
     * @return the vector
     * @throws SennitException BUFFER when one cannot be memory, or a piece is not in it; COUNT when
     *     the numbers differ; final
     */
    public static ActiveVector generic(Object[] memories, long[] offsets, long[] lengths) {
        return pieces(VectorKind.GENERIC, memories, offsets, lengths);
    }

    /**
     * Pieces that go to pieces of the same number and lengths.
     *
     * @param memories the memory of each piece, which is all of it
     * @return the vector
     * @throws SennitException BUFFER when one cannot be memory; final
     */
    public static ActiveVector iovector(Object... memories) {
        return pieces(VectorKind.IOVECTOR, memories, null, null);
    }

    /**
     * Pieces that go to pieces of the same number and lengths.
     *
     * @param memories the memory of each piece; null only where its length is 0
     * @param offsets where each piece begins in its memory, in bytes; null for 0
     * @param lengths the length of each piece in bytes; null for all from its offset
     * @return the vector
     * @throws SennitException BUFFER when one cannot be memory, or a piece is not in it; COUNT when
     *     the numbers differ; final
     */
    public static ActiveVector iovector(Object[] memories, long[] offsets, long[] lengths) {
        return pieces(VectorKind.IOVECTOR, memories, offsets, lengths);
    }

    /**
     * Blocks at a fixed distance.
     *
     * @param memory the memory
     * @param offset where the first block begins, in bytes
     * @param count the number of blocks
     * @param block the length of a block in bytes
     * @param stride from the beginning of a block to that of the next one, in bytes; at least the block
     * @return the vector
     * @throws SennitException BUFFER when this cannot be memory, or a block is not in it; ARG when the stride is less
     *     than the block, COUNT when count or block are negative; final
     */
    public static ActiveVector strided(@Memory Object memory, long offset, int count, long block, long stride) {
        if (count < 0 || block < 0) {
            throw new SennitException(
                    ErrorClass.COUNT, "strided vector: blocks=" + count + " block=" + block + " offset=" + offset);
        }
        if (stride < block) {
            throw new SennitException(
                    ErrorClass.ARG, "strided vector with blocks that overlap: block=" + block + " stride=" + stride);
        }
        MemorySegment segment = view(memory);
        long extent = 0;
        try {
            extent = count == 0 ? 0 : Math.addExact(Math.multiplyExact(count - 1L, stride), block);
            Objects.checkFromIndexSize(offset, extent, segment.byteSize());
        } catch (ArithmeticException | IndexOutOfBoundsException e) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "strided vector outside its memory: offset=" + offset + " blocks=" + count + " block=" + block
                            + " stride=" + stride + " memory=" + segment.byteSize(),
                    e);
        }
        return new ActiveVector(
                VectorKind.STRIDED,
                new MemorySegment[] {segment},
                new long[] {offset},
                new long[] {block},
                count,
                stride,
                count * block);
    }

    private static ActiveVector pieces(VectorKind kind, Object[] memories, long[] offsets, long[] lengths) {
        int count = Given.given(memories, ErrorClass.BUFFER, "memories", "ActiveVector").length;
        if (offsets != null && offsets.length != count || lengths != null && lengths.length != count) {
            throw new SennitException(ErrorClass.COUNT, "as many offsets and lengths as memories: memories=" + count);
        }
        MemorySegment[] segments = new MemorySegment[count];
        long[] from = new long[count];
        long[] bytes = new long[count];
        long total = 0;
        for (int i = 0; i < count; i++) {
            segments[i] = view(memories[i]);
            from[i] = offsets == null ? 0 : offsets[i];
            bytes[i] = lengths == null ? segments[i].byteSize() - from[i] : lengths[i];
            try {
                Objects.checkFromIndexSize(from[i], bytes[i], segments[i].byteSize());
                total = Math.addExact(total, bytes[i]);
            } catch (ArithmeticException | IndexOutOfBoundsException e) {
                throw new SennitException(
                        ErrorClass.BUFFER,
                        "piece outside its memory: piece=" + i + " offset=" + from[i] + " length=" + bytes[i]
                                + " memory=" + segments[i].byteSize(),
                        e);
            }
        }
        return new ActiveVector(kind, segments, from, bytes, count, 0, total);
    }

    private void checkPiece(int piece) {
        if (piece < 0 || piece >= count) {
            throw noPiece(piece);
        }
    }

    private SennitException noPiece(int piece) {
        return new SennitException(
                ErrorClass.ARG, "no such piece: piece=" + piece + " legal=0 to " + (count - 1) + " kind=" + kind);
    }

    private static MemorySegment view(Object memory) {
        if (memory instanceof boolean[]) {
            throw new SennitException(
                    ErrorClass.BUFFER, "a boolean[] has no bytes that another thread may write: use a byte[]");
        }
        return switch (memory) {
            case MemorySegment segment -> segment;
            case byte[] array -> MemorySegment.ofArray(array);
            case int[] array -> MemorySegment.ofArray(array);
            case long[] array -> MemorySegment.ofArray(array);
            case double[] array -> MemorySegment.ofArray(array);
            case null, default -> new MemoryViews().of(memory);
        };
    }

    /**
     * Returns the kind.
     *
     * @return the kind
     */
    public VectorKind kind() {
        return kind;
    }

    /**
     * Returns the number of pieces, or of blocks.
     *
     * @return 0 and up
     */
    public int pieces() {
        return count;
    }

    /**
     * Returns the memory in which a piece lies.
     *
     * @param piece 0 to {@link #pieces} − 1
     * @return the memory
     * @throws SennitException ARG when there is no such piece; final
     */
    public MemorySegment memory(int piece) {
        checkPiece(piece);
        return kind == VectorKind.STRIDED ? memories[0] : memories[piece];
    }

    /**
     * Returns the offset of a piece in its memory.
     *
     * @param piece 0 to {@link #pieces} − 1
     * @return bytes
     * @throws SennitException ARG when there is no such piece; final
     */
    public long offsetBytes(int piece) {
        checkPiece(piece);
        return kind == VectorKind.STRIDED ? offsets[0] + piece * stride : offsets[piece];
    }

    /**
     * Returns the length of a piece.
     *
     * @param piece 0 to {@link #pieces} − 1
     * @return bytes
     * @throws SennitException ARG when there is no such piece; final
     */
    public long pieceBytes(int piece) {
        checkPiece(piece);
        return kind == VectorKind.STRIDED ? lengths[0] : lengths[piece];
    }

    /**
     * Returns the length of all pieces together.
     *
     * @return bytes
     */
    public long lengthBytes() {
        return totalBytes;
    }

    @Override
    public String toString() {
        return kind + " of " + count + " pieces, " + totalBytes + " bytes";
    }
}
