package org.sennit.internal.endpoints.coll.call;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.coll.schedule.TabledBlocks;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.runtime.concurrent.FrontPadding;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * One of the two memories of a collective: the user's, and the one that the members access. Contiguous memory is
 * accessed directly. Memory with gaps, confined segments (which only one thread may touch) and {@code boolean[]} (which
 * has no view) are copied to temporary memory before, and back after the call.
 *
 * <p>Reusable; belongs to a thread that drives the endpoint. Allocates nothing for memory that is accessed directly.
 */
final class Operand extends FrontPadding {
    private final boolean receives; // whether the result goes there
    private final String name;
    private final CallErrors errors;
    private final Device device;

    private Object given;
    private boolean[] values; // what the user gave, when it is one
    private MemorySegment user = MemorySegment.NULL; // its view, or what stands in for it
    private DataLayout layout; // which elements of it are meant
    private long start; // where the first byte that is meant lies in it
    private long length; // bytes, without gaps
    private boolean isArray; // what the user gave, of a primitive type
    private boolean isFilled; // the user's data come before
    private boolean isWritten; // the result goes back after
    private long written; // bytes of the result, from its beginning

    private MemorySegment segment = MemorySegment.NULL; // what the members touch
    private long offset;
    private boolean isPacked;
    private boolean isTabled; // a table says where the blocks lie, from the memory's beginning
    private MemorySegment standIn; // of values, from the pool; else null
    private MemorySegment packing; // from the pool; null: not packed, or not yet placed

    Operand(boolean receives, CallErrors errors, Device device) {
        this.receives = receives;
        this.name = receives ? "receive" : "send";
        this.errors = errors;
        this.device = device;
    }

    /** Forgets the operand. */
    void clear() {
        if (user != MemorySegment.NULL) {
            forget();
        }
        length = 0;
        isPacked = false;
        isWritten = false;
    }

    /** As {@link #clear} when the call has failed: others may still use what stands in for the user's memory. */
    void abandon() {
        standIn = null;
        packing = null;
        clear();
    }

    private void forget() {
        given = null;
        values = null;
        user = MemorySegment.NULL;
        segment = MemorySegment.NULL;
        offset = 0;
        standIn = giveBack(standIn);
        packing = giveBack(packing);
    }

    private MemorySegment giveBack(MemorySegment staged) {
        if (staged != null) {
            device.bounceBuffers().give(staged);
        }
        return null;
    }

    /**
     * Resolves what the user gave, and checks it; nothing is copied yet.
     *
     * @param memory what the user calls memory
     * @param which its elements
     * @param fills whether its data matter before the call
     */
    void resolve(Object memory, DataLayout which, boolean fills) {
        if (memory == InPlace.IN_PLACE) {
            throw errors.inPlace(name);
        }
        ElementType type = ElementType.ofArray(memory);
        if (type != null && type != which.elementType() && !which.fits(type)) {
            throw errors.of(
                    ErrorClass.TYPE,
                    "array of one type, layout of another: array=" + type + " layout=" + which + " memory=" + name);
        }
        if (receives && which.overlapsItself()) {
            throw errors.of(ErrorClass.ARG, "a layout that means a byte twice cannot receive: layout=" + which);
        }
        given = memory;
        isArray = type != null;
        layout = which;
        start = which.offsetBytes();
        isFilled = fills;
        isWritten = receives;
        isTabled = false;
        try {
            if (type == null) {
                MemoryViews.checkOrder(memory, which);
            }
            user = type == ElementType.BOOLEAN
                    ? standIn((boolean[]) memory)
                    : device.views().of(memory);
            length = which.lengthBytes(memoryBytes());
        } catch (SennitException e) {
            throw errors.of(e.errorClass(), e.getMessage() + " memory=" + name, e);
        }
        written = length;
        boolean isForOneThread = type == null && isForOneThread();
        isPacked = isForOneThread || !which.isContiguous();
    }

    /** Returns how long the memory is that the user gave, in bytes. */
    long memoryBytes() {
        return values == null ? user.byteSize() : values.length;
    }

    private MemorySegment standIn(boolean[] array) {
        values = array;
        standIn = device.bounceBuffers().take(array.length);
        return standIn;
    }

    /** Returns whether only one thread may touch memory that is no array. */
    private boolean isForOneThread() {
        if (isWritten && user.isReadOnly()) {
            throw errors.of(ErrorClass.BUFFER, "memory is read-only: memory=" + name);
        }
        checkUsable();
        return MemoryViews.isConfined(user);
    }

    /**
     * Resolves a memory of blocks.
     *
     * @param memory what the user calls memory
     * @param blocks where each lies
     * @param fills whether its data matter before the call
     */
    void resolve(Object memory, TabledBlocks blocks, boolean fills) {
        resolve(memory, blocks.layout(), fills);
        isTabled = blocks.isContiguous();
        isPacked = !isTabled || MemoryViews.isConfined(user);
    }

    private void checkUsable() {
        if (!user.scope().isAlive() || !user.isAccessibleBy(Thread.currentThread())) {
            throw errors.of(ErrorClass.BUFFER, "memory cannot be used here " + MemoryLoss.REASON + ": memory=" + name);
        }
    }

    /** Finds the memory that the members touch, when all else has been said. */
    void place() {
        if (!isPacked) {
            segment = user;
            offset = isTabled ? 0 : start;
            return;
        }
        packing = device.bounceBuffers().take(length);
        segment = packing;
        offset = 0;
    }

    /** Packs the operand, although that is not necessary. */
    void pack() {
        isPacked = true;
    }

    /** Shortens the operand to its first bytes, although more was there. */
    void shorten(long bytes) {
        length = bytes;
        written = bytes;
    }

    /** Keeps a part of the operand, which lies without gaps. */
    void part(long from, long bytes) {
        start += from;
        shorten(bytes);
    }

    /** Limits the result to the first bytes. */
    void writes(long bytes) {
        written = bytes;
    }

    /** Copies the user's data in before the call, too: what the call does not write must stay as it is. */
    void fill() {
        isFilled = true;
    }

    /** Brings the user's data to where the members find them; at each start. */
    void before() {
        if (given == null) {
            return;
        }
        checkUsable();
        if (values != null) {
            MemoryViews.restage(values, user);
        }
        if (isPacked && isFilled) {
            LayoutCopy.pack(user, start, layout.orNullIfContiguous(), 0, segment, offset, length);
        }
    }

    /** Brings the result to the user's memory. */
    void after() {
        if (!isWritten) {
            return;
        }
        if (isPacked) {
            checkUsable();
            LayoutCopy.unpack(segment, offset, user, start, layout.orNullIfContiguous(), 0, written);
        }
        if (values != null) {
            if (layout.isContiguous()) {
                MemoryViews.unstage(user, values, start, written);
            } else {
                MemoryViews.unstage(user, values, layout, written);
            }
        }
    }

    /** Returns whether the same bytes are certainly meant by both; found where it costs nothing. */
    boolean overlaps(Operand other) {
        if (length == 0 || other.length == 0) {
            return false;
        }
        if (given == other.given) {
            return layout == other.layout && !layout.isContiguous() || meets(0, other, 0);
        }
        return user.isNative() && other.user.isNative() && meets(user.address(), other, other.user.address());
    }

    private boolean meets(long base, Operand other, long otherBase) {
        if (!layout.isContiguous() || !other.layout.isContiguous()) {
            return false; // may interleave
        }
        long first = base + start;
        long second = otherBase + other.start;
        return first < second + other.length && second < first + length;
    }

    /** Returns whether anything has to be done before or after. */
    boolean isStaged() {
        return isPacked || values != null;
    }

    boolean isPacked() {
        return isPacked;
    }

    /** Returns whether the result goes to memory that only one thread may touch. */
    boolean isConfined() {
        return isWritten && isPacked && MemoryViews.isConfined(user);
    }

    MemorySegment segment() {
        return segment;
    }

    /** Returns the array that the members touch; null when it is none, or something stands in for it. */
    Object array() {
        return isPacked || values != null || !isArray ? null : given;
    }

    long offset() {
        return offset;
    }

    long length() {
        return length;
    }

    String name() {
        return name;
    }

    /** Returns the type of its elements, or null. */
    ElementType elementType() {
        return length == 0 ? null : layout.elementType();
    }

    DataLayout layout() {
        return layout;
    }
}
