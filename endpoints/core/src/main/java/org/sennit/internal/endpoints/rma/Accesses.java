package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.memory.WholeArrays;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.remote.AccessRequest;
import org.sennit.internal.endpoints.rma.remote.RemoteAccesses;
import org.sennit.internal.endpoints.rma.update.AtomicElements;
import org.sennit.internal.endpoints.rma.update.ElementUpdates;
import org.sennit.internal.endpoints.rma.update.LongUpdates;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;

/**
 * Accesses to the memory of members. Where this process reaches it, the caller works on that memory itself, and the
 * access is complete on return; else the target's process does ({@link RemoteAccesses}). A window may have members of
 * both kinds, and some whose memory is mapped here ({@link WindowPart#isMapped}). Belongs to the thread that drives the
 * endpoint. (MPI 4.1, section 12.3)
 */
public final class Accesses extends UpdateAccesses {
    private static final DataLayout[] ONE = Arrays.stream(ElementType.values())
            .map(type -> DataLayout.of(type).count(1))
            .toArray(DataLayout[]::new);

    /** Makes the accesses of a window. */
    public Accesses(WindowState window) {
        super(window);
    }

    /** Throws where a request is not allowed: outside an epoch of locks. */
    public void requirePassive(String operation, int target) {
        if (!arguments.isNothing(operation, target)) {
            epochs.requirePassive(operation, target);
        }
    }

    /** Copies a whole memory of the caller to consecutive bytes at the target. (MPI_Put) */
    public void put(Object origin, int target, long displacement) {
        WindowPart part = epochs.reachToStore(target);
        try {
            if (part != null
                    && (origin instanceof long[] from
                            ? WholeArrays.putLongs(part, from, displacement)
                            : origin instanceof double[] values
                                    && WholeArrays.putDoubles(part, values, displacement))) {
                return;
            }
        } catch (IllegalStateException | InternalError e) { // an arena has been closed meanwhile, a file cut short
            throw arguments.unusable("put", target, e);
        }
        put(origin, MemoryViews.layoutOf(origin), target, displacement, null);
    }

    /** As {@link #put(Object, int, long)}; see {@link #startPut(Object, DataLayout, int, long, DataLayout)}. */
    public AccessRequest startPut(Object origin, int target, long displacement) {
        return startPut(origin, MemoryViews.layoutOf(origin), target, displacement, null);
    }

    /** As {@link #get(Object, int, long)}; see {@link #startGet(Object, DataLayout, int, long, DataLayout)}. */
    public AccessRequest startGet(Object origin, int target, long displacement) {
        return startGet(origin, MemoryViews.layoutOf(origin), target, displacement, null);
    }

    /** Copies consecutive bytes of the target to a whole memory of the caller. (MPI_Get) */
    public void get(Object origin, int target, long displacement) {
        WindowPart part = epochs.reach(target);
        try {
            if (part != null
                    && (origin instanceof long[] to
                            ? WholeArrays.getLongs(part, to, displacement)
                            : origin instanceof double[] values
                                    && WholeArrays.getDoubles(part, values, displacement))) {
                return;
            }
        } catch (IllegalStateException | InternalError e) { // an arena has been closed meanwhile, a file cut short
            throw arguments.unusable("get", target, e);
        }
        get(origin, MemoryViews.layoutOf(origin), target, displacement, null);
    }

    /** Copies memory of the caller to the target. (MPI_Put) */
    public void put(Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(true);
        await(move(work, true, origin, originLayout));
    }

    /** As {@link #put}; returns null when the caller's memory is its own again, else what says so. */
    public AccessRequest startPut(
            Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(false);
        return move(work, true, origin, originLayout);
    }

    /** Copies memory of the target to the caller. (MPI_Get) */
    public void get(Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(true);
        await(move(work, false, origin, originLayout));
    }

    /** As {@link #get}; returns null when the data is there, else what says so. */
    public AccessRequest startGet(
            Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(false);
        return move(work, false, origin, originLayout);
    }

    /** Moves data between the place that the work has and the caller, and gives the work back. */
    private AccessRequest move(AccessWork work, boolean isPut, Object origin, DataLayout originLayout) {
        int target = work.target();
        String call = isPut ? "put" : "get";
        try {
            return arguments.isNothing(call, target)
                    ? null
                    : move(call, epochs.require(call, target), work, isPut, origin, originLayout);
        } finally {
            give(work);
        }
    }

    private AccessRequest move(
            String call, WindowPart part, AccessWork work, boolean isPut, Object origin, DataLayout originLayout) {
        int target = work.target();
        try {
            MemorySegment here = isPut
                    ? arguments.toRead(call, target, origin, originLayout)
                    : arguments.toWrite(call, target, origin, originLayout);
            long length = arguments.length(call, target, here, originLayout);
            TargetMemory there =
                    arguments.target(call, part, target, work.displacement(), work.layout(), length, work.to());
            if (there == null) {
                return null;
            }
            if (part.isRemote()) {
                return isPut
                        ? remote.put(there, here, originLayout, work.isBlocking())
                        : remote.get(there, work.results().set(origin, here, originLayout), work.isBlocking());
            }
            moveHere(isPut, here, originLayout, there);
            if (!isPut) {
                unstage(origin, originLayout, here, length);
            }
            return null;
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw arguments.unusable(call, target, e);
        }
    }

    /** Moves data between the caller and memory that this process reaches. */
    private static void moveHere(boolean isPut, MemorySegment here, DataLayout layout, TargetMemory there) {
        long at = layout.offsetBytes();
        DataLayout gaps = layout.orNullIfContiguous();
        MemorySegment memory = there.region().segment();
        if (isPut) {
            LayoutCopy.copy(here, at, gaps, memory, there.offset(), there.layout(), 0, there.lengthBytes());
        } else {
            LayoutCopy.copy(memory, there.offset(), there.layout(), here, at, gaps, 0, there.lengthBytes());
        }
    }

    /** Combines one element, and brings what was there to the caller. (MPI_Fetch_and_op) */
    public void fetchAndOp(Object origin, Object result, int target, long displacement, Reduction operation) {
        fetchAndOp(origin, result, MemoryViews.layoutOf(result), target, displacement, operation);
    }

    /** Fast path: a word of an array, or off the heap; false where the general path has to look. */
    private boolean hasFetchedLong(Object origin, Object result, int target, long displacement, Reduction operation) {
        if (result instanceof long[] into
                && into.length > 0
                && origin instanceof long[] from
                && from.length > 0
                && LongUpdates.isFor(operation)) {
            WindowPart part = epochs.reach(target);
            long offset = part == null ? -1 : part.wordAt(displacement);
            if (offset >= 0 && part.doubles() == null) {
                into[0] = updateWord("fetchAndOp", part, target, offset, operation, from[0]);
                return true;
            }
        }
        return false;
    }

    /** Fetches and updates an element of a type, or a pair. */
    public void fetchAndOp(
            Object origin, Object result, DataLayout type, int target, long displacement, Reduction operation) {
        if (type != DataLayout.LONG || !hasFetchedLong(origin, result, target, displacement, operation)) {
            AccessWork work = take().at(target, displacement, type).blocking(true);
            await(fetchAndOp(work, origin, result, operation));
        }
    }

    /** As {@link #fetchAndOp}; returns null when what was there is there, else what says so. */
    public AccessRequest startFetchAndOp(
            Object origin, Object result, DataLayout type, int target, long displacement, Reduction operation) {
        if (type == DataLayout.LONG && hasFetchedLong(origin, result, target, displacement, operation)) {
            return null;
        }
        AccessWork work = take().at(target, displacement, type).blocking(false);
        return fetchAndOp(work, origin, result, operation);
    }

    /** Fetches and updates the place that the work has, and gives the work back. */
    private AccessRequest fetchAndOp(AccessWork work, Object origin, Object result, Reduction operation) {
        int target = work.target();
        boolean isCombined = false; // by a method that gives the work back
        try {
            if (arguments.isNothing("fetchAndOp", target)) {
                return null;
            }
            WindowPart part = epochs.require("fetchAndOp", target);
            checkOperation("fetchAndOp", target, operation);
            DataLayout one = one("fetchAndOp", target, work.layout());
            ElementType element = one.elementType();
            boolean isHere = !part.isRemote() && element != null && one.lengthBytes(Long.MAX_VALUE) == element.bytes();
            if (isHere && isFetchedHere(work, part, origin, result, one, operation)) {
                return null;
            }
            isCombined = true;
            work.at(target, work.displacement(), isHere ? null : one);
            return combine("fetchAndOp", origin, one, result, one, work, operation);
        } finally {
            if (!isCombined) {
                give(work);
            }
        }
    }

    /** Fetches and updates an element that this process reaches; false when there is no atomic instruction for it. */
    private boolean isFetchedHere(
            AccessWork work, WindowPart part, Object origin, Object result, DataLayout one, Reduction operation) {
        int target = work.target();
        ElementType element = one.elementType();
        try {
            update("fetchAndOp", target, operation, one);
            MemorySegment into = arguments.toWrite("fetchAndOp", target, result, one);
            arguments.length("fetchAndOp", target, into, one);
            long operand = operation == Reduction.NO_OP ? 0 : element("fetchAndOp", target, origin, one, element);
            TargetMemory to =
                    arguments.target("fetchAndOp", part, target, work.displacement(), null, element.bytes(), work.to());
            AtomicElements elements = AtomicElements.of(to.region(), to.offset(), element);
            if (elements == null) {
                return false;
            }
            long old = ElementUpdates.update(elements, to.region(), to.offset(), element, operation, operand);
            ElementUpdates.write(element, into, one.offsetBytes(), old);
            unstage(result, one, into, element.bytes());
            return true;
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw arguments.unusable("fetchAndOp", target, e);
        }
    }

    private long element(String call, int target, Object memory, DataLayout one, ElementType type) {
        MemorySegment from = arguments.toRead(call, target, memory, one);
        arguments.length(call, target, from, one);
        return ElementUpdates.read(type, from, one.offsetBytes());
    }

    private DataLayout one(String call, int target, DataLayout type) {
        if (type == null) {
            throw arguments.mistake(ErrorClass.TYPE, "no layout: given=null", call, target);
        }
        ElementType element = type.elementType();
        if (!type.fillsMemory()) {
            return type;
        }
        return element != null && type.unitBytes() == element.bytes() ? ONE[element.ordinal()] : type.count(1);
    }

    /**
     * Replaces one element if it has the expected bits, and brings what was there to the caller. (MPI_Compare_and_swap)
     */
    public void compareAndSwap(Object origin, Object expected, Object result, int target, long displacement) {
        compareAndSwap(origin, expected, result, MemoryViews.layoutOf(result), target, displacement);
    }

    /** Fast path: a word of an array, or off the heap; false where the general path has to look. */
    private boolean hasSwappedLong(Object origin, Object expected, Object result, int target, long displacement) {
        if (origin instanceof long[] from
                && expected instanceof long[] wanted
                && result instanceof long[] into
                && from.length > 0
                && wanted.length > 0
                && into.length > 0) {
            WindowPart part = epochs.reach(target);
            long offset = part == null ? -1 : part.wordAt(displacement);
            if (offset < 0) {
                return false;
            }
            long[] array = part.longs();
            MemorySegment words = part.words();
            if (array != null) {
                into[0] = LongUpdates.swap(array, (int) (offset >> 3), wanted[0], from[0]);
                return true;
            }
            if (words != null) {
                try {
                    into[0] = LongUpdates.swap(words, offset, wanted[0], from[0]);
                    return true;
                } catch (IllegalStateException | InternalError e) {
                    throw arguments.unusable("compareAndSwap", target, e);
                }
            }
        }
        return false;
    }

    /**
     * Replaces one element if it has the expected bits, and brings what was there to the caller. (MPI_Compare_and_swap)
     */
    public void compareAndSwap(
            Object origin, Object expected, Object result, DataLayout type, int target, long displacement) {
        if (type != DataLayout.LONG || !hasSwappedLong(origin, expected, result, target, displacement)) {
            AccessWork work = take().at(target, displacement, type).blocking(true);
            await(compareAndSwap(work, origin, expected, result));
        }
    }

    /** As {@link #compareAndSwap}; returns null when what was there is there, else what says so. */
    public AccessRequest startCompareAndSwap(
            Object origin, Object expected, Object result, DataLayout type, int target, long displacement) {
        if (type == DataLayout.LONG && hasSwappedLong(origin, expected, result, target, displacement)) {
            return null;
        }
        AccessWork work = take().at(target, displacement, type).blocking(false);
        return compareAndSwap(work, origin, expected, result);
    }

    /** Swaps the place that the work has, and gives the work back. */
    private AccessRequest compareAndSwap(AccessWork work, Object origin, Object expected, Object result) {
        int target = work.target();
        try {
            return arguments.isNothing("compareAndSwap", target)
                    ? null
                    : compareAndSwap(work, epochs.require("compareAndSwap", target), origin, expected, result);
        } finally {
            give(work);
        }
    }

    private AccessRequest compareAndSwap(
            AccessWork work, WindowPart part, Object origin, Object expected, Object result) {
        int target = work.target();
        try {
            DataLayout one = one("compareAndSwap", target, work.layout());
            ElementType element = one.elementType();
            if (element == null || one.lengthBytes(Long.MAX_VALUE) != element.bytes()) {
                throw arguments.mistake(
                        ErrorClass.TYPE,
                        "one element of a primitive type: layout=" + work.layout(),
                        "compareAndSwap",
                        target);
            }
            long replacement = element("compareAndSwap", target, origin, one, element);
            long wanted = element("compareAndSwap", target, expected, one, element);
            MemorySegment into = arguments.toWrite("compareAndSwap", target, result, one);
            arguments.length("compareAndSwap", target, into, one);
            TargetMemory to = arguments.target(
                    "compareAndSwap", part, target, work.displacement(), null, element.bytes(), work.to());
            if (part.isRemote() || part.isMapped() && AtomicElements.of(to.region(), to.offset(), element) == null) {
                boolean isBlocking = work.isBlocking() || !part.isRemote();
                ResultMemory results = work.results().set(result, into, one);
                AccessRequest request = remote.swap(to, element, wanted, replacement, results, isBlocking);
                return part.isRemote() ? request : ended("compareAndSwap", target, request);
            }
            long old =
                    ElementUpdates.swap(epochs.locks(), target, to.region(), to.offset(), element, wanted, replacement);
            ElementUpdates.write(element, into, one.offsetBytes(), old);
            unstage(result, one, into, element.bytes());
            return null;
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw arguments.unusable("compareAndSwap", target, e);
        }
    }
}
