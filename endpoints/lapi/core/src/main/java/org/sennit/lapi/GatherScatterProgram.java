package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sennit.active.ActiveVector;
import org.sennit.message.Memory;
import org.sennit.message.SennitException;

/**
 * A program that says which bytes of memory data is gathered from, or scattered to, and in which order: copies of
 * pieces, and loops over other programs. As long as there is data it runs again, each time further in memory by its
 * extent. Immutable; any thread. (lapi_dgsp_descr_t)
 *
 * <pre>{@code
 * GatherScatterProgram column = GatherScatterProgram.builder().copy(8, 0).build(8 * columns); // of a matrix of doubles
 * lapi.xfer(new XferCommand.Dgsp(next, handler, null, 0, column, matrix, 8 * rows, null, arrivals[next], null));
 * }</pre>
 */
public final class GatherScatterProgram {
    private final long[] offsets; // of the pieces of one run
    private final long[] lengths; // above 0
    private final long sizeBytes;
    private final long extentBytes;

    private GatherScatterProgram(List<long[]> pieces, long extentBytes) {
        this.offsets = pieces.stream().mapToLong(piece -> piece[0]).toArray();
        this.lengths = pieces.stream().mapToLong(piece -> piece[1]).toArray();
        this.sizeBytes = Arrays.stream(lengths).sum();
        this.extentBytes = extentBytes;
    }

    /**
     * Returns a builder of a program.
     *
     * @return a new one, without instructions
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Makes a program from instructions, in their order. One thread. */
    public static final class Builder {
        private final List<long[]> pieces = new ArrayList<>(); // offset and length

        private Builder() {}

        /**
         * Adds a piece. (LAPI_DGSP_COPY; several are LAPI_DGSP_MCOPY)
         *
         * @param bytes of the piece
         * @param offsetBytes of its first byte, from where the run of the program begins
         * @return this builder
         * @throws LapiException DATA_LEN for a negative number
         */
        public Builder copy(long bytes, long offsetBytes) {
            check(bytes >= 0 && offsetBytes >= 0, "copy: length=" + bytes + " offset=" + offsetBytes);
            if (bytes > 0) {
                pieces.add(new long[] {offsetBytes, bytes});
            }
            return this;
        }

        /**
         * Adds runs of another program, each further by its extent. (LAPI_DGSP_GOSUB)
         *
         * @param runs how many
         * @param offsetBytes of the first run, from where the run of this program begins
         * @param program what runs
         * @return this builder
         * @throws LapiException DATA_LEN for a negative number; ORG_VEC_NULL without a program
         */
        public Builder run(int runs, long offsetBytes, GatherScatterProgram program) {
            check(runs >= 0 && offsetBytes >= 0, "run: runs=" + runs + " offset=" + offsetBytes);
            if (program == null) {
                throw new LapiException(LapiStatus.ORG_VEC_NULL, "dgsp", "run: program=null");
            }
            for (int i = 0; i < runs; i++) {
                for (int piece = 0; piece < program.offsets.length; piece++) {
                    pieces.add(new long[] {
                        offsetBytes + i * program.extentBytes + program.offsets[piece], program.lengths[piece]
                    });
                }
            }
            return this;
        }

        /**
         * Returns the program.
         *
         * @param extentBytes from the beginning of a run to that of the next one
         * @return a program that later instructions do not change
         * @throws LapiException DATA_LEN for a negative number
         */
        public GatherScatterProgram build(long extentBytes) {
            check(extentBytes >= 0, "build: extent=" + extentBytes);
            return new GatherScatterProgram(pieces, extentBytes);
        }
    }

    private static void check(boolean isRight, String details) {
        if (!isRight) {
            throw new LapiException(LapiStatus.DATA_LEN, "dgsp", details);
        }
    }

    /**
     * Returns the number of bytes that one run copies.
     *
     * @return the sum of all pieces
     */
    public long sizeBytes() {
        return sizeBytes;
    }

    /**
     * Returns the distance of two runs.
     *
     * @return bytes, as given
     */
    public long extentBytes() {
        return extentBytes;
    }

    /**
     * Returns the pieces of memory that the program names for data of a length: a GENERIC vector, for a header handler
     * to return, to be sent, or to be packed. The last run ends where the data does.
     *
     * @param memory where the first run begins
     * @param bytes of the data
     * @return a vector
     * @throws LapiException DATA_LEN when the length is negative, the program copies nothing but there is data, or a
     *     piece does not lie in the memory; ORG_ADDR_NULL without memory for data, or for what cannot be memory
     */
    public LapiVector on(@Memory Object memory, long bytes) {
        check(bytes >= 0 && (bytes == 0 || sizeBytes > 0), "length=" + bytes + " size of the program=" + sizeBytes);
        if (bytes == 0) {
            return LapiVector.generic();
        }
        if (memory == null) {
            throw new LapiException(LapiStatus.ORG_ADDR_NULL, "dgsp", "length=" + bytes);
        }
        ActiveVector all = memory(memory);
        List<MemorySegment> pieces = new ArrayList<>();
        long left = bytes;
        for (long begin = 0; left > 0; begin += extentBytes) {
            for (int i = 0; i < offsets.length && left > 0; i++) {
                long length = Math.min(left, lengths[i]);
                long offset = begin + offsets[i];
                check(
                        offset >= 0 && offset <= all.lengthBytes() - length,
                        "offset=" + offset + " length=" + length + " memory=" + all.lengthBytes());
                pieces.add(all.memory(0).asSlice(all.offsetBytes(0) + offset, length));
                left -= length;
            }
        }
        return LapiVector.generic(pieces.toArray(MemorySegment[]::new));
    }

    private static ActiveVector memory(@Memory Object memory) {
        try {
            return ActiveVector.of(memory);
        } catch (SennitException e) { // no memory
            throw new LapiException(LapiStatus.ORG_ADDR_NULL, "dgsp", e.getMessage());
        }
    }

    @Override
    public String toString() {
        return "program of " + offsets.length + " pieces, size=" + sizeBytes + " extent=" + extentBytes;
    }
}
