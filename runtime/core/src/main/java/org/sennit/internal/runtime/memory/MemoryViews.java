package org.sennit.internal.runtime.memory;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import org.agrona.DirectBuffer;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Sees whatever a user calls memory as a {@link MemorySegment}: primitive arrays, {@link ByteBuffer}s (position to
 * limit), Agrona buffers, and segments themselves. The views of memory that is used again are kept, weakly, so that a
 * loop over the same arrays or buffers allocates nothing between two collections.
 *
 * <p>One object for each endpoint; used by the thread that drives the endpoint. A {@code boolean[]} has no segment
 * view in the JDK: callers stage it (see {@link #stage}).
 */
public final class MemoryViews {
    private static final int RECENT = 4;

    /** The end of a view of a whole array. */
    private static final int WHOLE = -1;

    /** A thread that never runs: what it may access is not confined. */
    private static final Thread UNSTARTED =
            Thread.ofPlatform().name("unstarted").unstarted(() -> {});

    // Owned by the thread that drives the endpoint.
    private final MemoryView[] recent = new MemoryView[RECENT];
    private int next;
    private final RepeatedViews repeated = new RepeatedViews();

    /**
     * Returns the element type that a memory suggests by itself.
     *
     * @param memory what the user gave
     * @return the array's type; bytes for everything else
     */
    public static DataLayout layoutOf(Object memory) {
        if (memory instanceof byte[]) {
            return DataLayout.BYTE;
        }
        if (memory instanceof double[]) {
            return DataLayout.DOUBLE;
        }
        if (memory instanceof long[]) {
            return DataLayout.LONG;
        }
        if (memory instanceof int[]) {
            return DataLayout.INT;
        }
        ElementType type = ElementType.ofArray(memory);
        return type == null ? DataLayout.BYTE : DataLayout.of(type);
    }

    /**
     * Checks that elements lie in a memory in the byte order in which the user reads and writes them there.
     *
     * @param memory what the user gave
     * @throws SennitException TYPE when it is a ByteBuffer of the other byte order than the machine's, and the elements
     *     are longer than a byte; final
     */
    public static void checkOrder(Object memory, DataLayout layout) {
        if (memory instanceof ByteBuffer buffer && !layout.fits(buffer.order())) {
            throw new SennitException(
                    ErrorClass.TYPE,
                    "ByteBuffer of the other byte order than its elements: order=" + buffer.order() + " layout="
                            + layout + " native=" + ByteOrder.nativeOrder() + " (its order() can be set)");
        }
    }

    /**
     * Returns the segment view of a memory.
     *
     * @param memory a primitive array other than boolean[], a ByteBuffer, an Agrona buffer, a segment, or null for no
     *     memory at all
     * @return a view of exactly that memory
     * @throws SennitException BUFFER when it is of another kind; final
     */
    public MemorySegment of(Object memory) {
        if (memory instanceof MemorySegment segment) {
            return segment;
        }
        if (memory == null) {
            return MemorySegment.NULL;
        }
        if (memory.getClass().isArray()) {
            return view(memory, 0, WHOLE);
        }
        return switch (memory) {
            case ByteBuffer buffer -> view(buffer, buffer.position(), buffer.limit());
            case DirectBuffer buffer -> ofAgrona(buffer);
            default -> throw notMemory(memory);
        };
    }

    private MemorySegment view(Object base, int from, int to) {
        for (int i = 0; i < RECENT; i++) {
            MemoryView known = recent[i];
            if (known != null && known.isOf(base, from, to)) {
                MemorySegment segment = known.segment();
                if (segment != null) {
                    return segment;
                }
            }
        }
        MemoryView known = repeated.find(base, from, to);
        MemorySegment segment = known == null ? null : known.segment();
        if (segment != null) {
            return segment;
        }
        segment = make(base, from, to);
        if (known == null) {
            keep(base, from, to, segment);
        } else {
            known.renew(segment);
        }
        return segment;
    }

    private void keep(Object base, int from, int to, MemorySegment segment) {
        MemoryView view = new MemoryView(base, from, to, segment);
        recent[next] = view;
        next = (next + 1) % RECENT;
        repeated.seen(view, base);
    }

    private static MemorySegment make(Object base, int from, int to) {
        MemorySegment whole = switch (base) {
            case byte[] a -> MemorySegment.ofArray(a);
            case double[] a -> MemorySegment.ofArray(a);
            case int[] a -> MemorySegment.ofArray(a);
            case long[] a -> MemorySegment.ofArray(a);
            case float[] a -> MemorySegment.ofArray(a);
            case short[] a -> MemorySegment.ofArray(a);
            case char[] a -> MemorySegment.ofArray(a);
            case ByteBuffer b -> MemorySegment.ofBuffer(b.duplicate().clear());
            default -> throw notMemory(base);
        };
        return to == WHOLE ? whole : whole.asSlice(from, to - from);
    }

    private static SennitException notMemory(Object given) {
        return new SennitException(
                ErrorClass.BUFFER,
                "not memory: class=" + given.getClass().getTypeName() + " (" + MemoryHint.of(given.getClass()) + ")");
    }

    private MemorySegment ofAgrona(DirectBuffer buffer) {
        Object base = buffer.byteArray() == null ? buffer.byteBuffer() : buffer.byteArray();
        if (base == null) {
            throw new SennitException(
                    ErrorClass.BUFFER,
                    "an Agrona buffer over a bare address cannot be checked: wrap an array or a ByteBuffer, or pass the"
                            + " MemorySegment itself: capacity=" + buffer.capacity());
        }
        int from = buffer.wrapAdjustment();
        return view(base, from, from + buffer.capacity());
    }

    /**
     * Returns whether only its own thread may touch the memory.
     *
     * @param segment any segment
     * @return true for segments of confined arenas
     */
    public static boolean isConfined(MemorySegment segment) {
        return !segment.isAccessibleBy(UNSTARTED);
    }

    /**
     * Returns memory that stands in for a {@code boolean[]}: one byte for each value.
     *
     * @param values the array
     * @return a fresh heap segment with the values
     */
    public static MemorySegment stage(boolean[] values) {
        MemorySegment staged = MemorySegment.ofArray(new byte[values.length]);
        restage(values, staged);
        return staged;
    }

    /**
     * Brings the values of a {@code boolean[]} to what stands in for it.
     *
     * @param values the array
     * @param staged what {@link #stage} made for it
     */
    public static void restage(boolean[] values, MemorySegment staged) {
        for (int i = 0; i < values.length; i++) {
            staged.set(ValueLayout.JAVA_BYTE, i, values[i] ? (byte) 1 : 0);
        }
    }

    /**
     * Brings staged values back, and only those that are meant: the others of the array may be in use elsewhere.
     *
     * @param staged what {@link #stage} made
     * @param count their number
     */
    public static void unstage(MemorySegment staged, boolean[] values, long first, long count) {
        for (int i = (int) first; i < first + count; i++) {
            values[i] = staged.get(ValueLayout.JAVA_BYTE, i) != 0;
        }
    }

    /**
     * Brings staged values back, and only those that are meant.
     *
     * @param staged what {@link #stage} made
     * @param values the array
     * @param count their number
     */
    public static void unstage(MemorySegment staged, boolean[] values, DataLayout layout, long count) {
        if (layout.isContiguous()) {
            unstage(staged, values, layout.offsetBytes(), count);
            return;
        }
        byte[] isMeant = new byte[values.length];
        byte[] yes = new byte[(int) count];
        Arrays.fill(yes, (byte) 1);
        LayoutCopy.unpack(
                MemorySegment.ofArray(yes), 0, MemorySegment.ofArray(isMeant), layout.offsetBytes(), layout, 0, count);
        for (int i = 0; i < values.length; i++) {
            if (isMeant[i] != 0) {
                unstage(staged, values, i, 1);
            }
        }
    }
}
