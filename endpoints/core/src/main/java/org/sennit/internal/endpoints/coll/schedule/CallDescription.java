package org.sennit.internal.endpoints.coll.schedule;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.StringJoiner;

/**
 * The description of a member's call, in checked mode: written by each member, gathered to all, and compared by all, so
 * that all get the same result. Only values that have to be equal are compared: roots and sizes where MPI requires it,
 * not the counts of the …v calls. Numbers in native byte order.
 *
 * <pre>
 *    0  int    collective          24  long   hash of the blocks' lengths
 *    4  int    root                32  int    hash of the operation's name
 *    8  int    1 when in place     36  int    hash of the type's name
 *   12  int    0                   40  byte[40] operation's name, as much as fits
 *   16  long   bytes               80  byte[40] type's name, as much as fits
 * </pre>
 *
 * <p>Immutable.
 */
public final class CallDescription {
    /** The length of a description. */
    public static final int BYTES = 128;

    /** The type that goes with every other where nothing is reduced. */
    public static final String RAW = "BYTE";

    private static final int NAME_BYTES = 40;
    private static final CollectiveKind[] KINDS = CollectiveKind.values();

    private final CollectiveKind kind;
    private final int root;
    private final boolean isInPlace;
    private final long bytes;
    private final long blocks;
    private final int operationHash;
    private final int typeHash;
    private final String operation;
    private final String type;

    private CallDescription(MemorySegment from, long at) {
        this.kind = KINDS[from.get(ValueLayout.JAVA_INT_UNALIGNED, at)];
        this.root = from.get(ValueLayout.JAVA_INT_UNALIGNED, at + 4);
        this.isInPlace = from.get(ValueLayout.JAVA_INT_UNALIGNED, at + 8) != 0;
        this.bytes = from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 16);
        this.blocks = from.get(ValueLayout.JAVA_LONG_UNALIGNED, at + 24);
        this.operationHash = from.get(ValueLayout.JAVA_INT_UNALIGNED, at + 32);
        this.typeHash = from.get(ValueLayout.JAVA_INT_UNALIGNED, at + 36);
        this.operation = name(from, at + 40);
        this.type = name(from, at + 80);
    }

    /**
     * Writes what a member calls.
     *
     * @param operation the operation's name, the same in all processes; null where nothing is reduced
     * @param type the elements' name, the same in all processes; null where they are of several types or there are none
     * @param to where to
     * @param at where in it, in bytes
     */
    public static void encode(CollectiveCall call, String operation, String type, MemorySegment to, long at) {
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at, call.kind.ordinal());
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at + 4, call.root);
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at + 8, call.isInPlace ? 1 : 0);
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at + 12, 0);
        to.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 16, call.bytes);
        to.set(ValueLayout.JAVA_LONG_UNALIGNED, at + 24, BlockTable.hashOfLengths(call.receiveBlocks));
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at + 32, Objects.hashCode(operation));
        to.set(ValueLayout.JAVA_INT_UNALIGNED, at + 36, Objects.hashCode(type));
        write(operation, to, at + 40);
        write(type, to, at + 80);
    }

    private static void write(String name, MemorySegment to, long at) {
        byte[] text = name == null ? new byte[0] : name.getBytes(StandardCharsets.UTF_8);
        for (int i = 0; i < NAME_BYTES; i++) {
            to.set(ValueLayout.JAVA_BYTE, at + i, i < text.length ? text[i] : 0);
        }
    }

    private static String name(MemorySegment from, long at) {
        int length = 0;
        byte[] text = new byte[NAME_BYTES];
        while (length < NAME_BYTES && (text[length] = from.get(ValueLayout.JAVA_BYTE, at + length)) != 0) {
            length++;
        }
        return new String(text, 0, length, StandardCharsets.UTF_8);
    }

    /**
     * Compares what all members say.
     *
     * @param said the descriptions, in the order of the ranks
     * @param at where the first begins, in bytes
     * @param members their number
     * @return null when they make the same call, else the calls by rank
     */
    public static String difference(MemorySegment said, long at, int members) {
        CallDescription[] all = new CallDescription[members];
        for (int rank = 0; rank < members; rank++) {
            all[rank] = new CallDescription(said, at + (long) rank * BYTES);
        }
        return isOne(all) ? null : "the members do not make the same call: " + text(all);
    }

    private static boolean isOne(CallDescription[] all) {
        int roots = 0;
        CallDescription first = null; // that takes part in the moving of data
        CallDescription typed = null;
        for (CallDescription one : all) {
            if (one.kind != all[0].kind || one.root < CollectiveCall.NO_ROOT != all[0].root < CollectiveCall.NO_ROOT) {
                return false;
            }
            roots += one.root == CollectiveCall.SELF_ROOT ? 1 : 0;
            if (one.root == CollectiveCall.NOT_ROOT) {
                continue;
            }
            first = first == null ? one : first;
            typed = typed == null && one.isTyped() ? one : typed;
            if (!one.goesWith(first) || one.isTyped() && one.typeHash != typed.typeHash) {
                return false;
            }
        }
        return all[0].root >= CollectiveCall.NO_ROOT || roots == 1;
    }

    private boolean goesWith(CallDescription other) {
        return root == other.root
                && operationHash == other.operationHash
                && operation.equals(other.operation)
                && (!kind.hasEqualBytes() || bytes == other.bytes)
                && (!kind.hasEqualBlocks() || blocks == other.blocks)
                && (!isAlikeInPlace() || isInPlace == other.isInPlace);
    }

    private boolean isTyped() {
        return bytes != 0 && (!operation.isEmpty() || !type.isEmpty() && !type.equals(RAW));
    }

    /** Returns whether the call must be in place at all members or at none. */
    private boolean isAlikeInPlace() {
        return kind == CollectiveKind.ALLTOALL || kind == CollectiveKind.ALLTOALLV;
    }

    /** Returns the arguments by rank: equal ones together, in the order of the first. */
    private static String text(CallDescription[] all) {
        Map<String, Ranks> saying = new LinkedHashMap<>();
        for (int rank = 0; rank < all.length; rank++) {
            saying.computeIfAbsent(all[rank].toString(), said -> new Ranks()).add(rank);
        }
        StringJoiner text = new StringJoiner("; ");
        saying.forEach((said, ranks) -> text.add(ranks + ": " + said));
        return text.toString();
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(kind.call());
        if (root == CollectiveCall.NOT_ROOT) {
            return text.append(" root=another of this side").toString();
        }
        if (root != CollectiveCall.NO_ROOT) {
            text.append(" root=").append(root == CollectiveCall.SELF_ROOT ? "itself" : root);
        }
        if (!operation.isEmpty()) {
            text.append(" operation=").append(operation);
        }
        if (kind.hasEqualBytes()) {
            text.append(" bytes=").append(bytes);
        }
        if (kind.hasEqualBlocks()) {
            text.append(" blocks=#").append(Long.toHexString(blocks));
        }
        if (!type.isEmpty()) {
            text.append(" type=").append(type);
        }
        return isAlikeInPlace() && isInPlace ? text.append(" in place").toString() : text.toString();
    }

    /** Some ranks, ascending, as text. */
    private static final class Ranks {
        private final StringBuilder text = new StringBuilder();
        private int first = -1;
        private int last = -1;
        private int count;

        void add(int rank) {
            if (last >= 0 && rank != last + 1) {
                flush();
            }
            first = first < 0 ? rank : first;
            last = rank;
            count++;
        }

        private void flush() {
            text.append(text.isEmpty() ? "" : ",").append(first).append(first == last ? "" : "-" + last);
            first = -1;
        }

        @Override
        public String toString() {
            flush();
            return (count == 1 ? "rank " : "ranks ") + text;
        }
    }
}
