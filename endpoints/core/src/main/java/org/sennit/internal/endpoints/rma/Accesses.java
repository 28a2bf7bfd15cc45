package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.AccessArguments.TargetMemory;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Accesses to the memory of members. Where this process reaches it, the caller works on that memory itself, and the access is
 * complete on return; else the target's process does ({@link RemoteAccesses}). Belongs to the thread that drives the endpoint.
 * (MPI 4.1, section 12.3)
 */
public final class Accesses {
    private static final DataLayout[] ONE = Arrays.stream(ElementType.values())
            .map(type -> DataLayout.of(type).count(1))
            .toArray(DataLayout[]::new);

    private final WindowState window;
    private final Epochs epochs;
    private final AccessArguments arguments;
    private final RemoteAccesses remote;

    /** Makes the accesses of a window. */
    public Accesses(WindowState window) {
        this.window = window;
        this.epochs = window.epochs();
        this.arguments = new AccessArguments(window);
        this.remote = new RemoteAccesses(window.remote());
    }

    /** Throws where a request is not allowed: outside an epoch of locks. */
    public void requirePassive(String operation, int target) {
        if (!WindowState.isNothing(target)) {
            epochs.requirePassive(operation, target);
        }
    }

    /** Copies a whole memory of the caller to consecutive bytes at the target. (MPI_Put) */
    public void put(Object origin, int target, long displacement) {
        WindowPart part = epochs.reachToStore(target);
        if (part == null
                || !(origin instanceof long[] from
                        ? WholeArrays.putLongs(part, from, displacement)
                        : origin instanceof double[] values && WholeArrays.putDoubles(part, values, displacement))) {
            put(origin, MemoryViews.layoutOf(origin), target, displacement, null);
        }
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
        if (part == null
                || !(origin instanceof long[] to
                        ? WholeArrays.getLongs(part, to, displacement)
                        : origin instanceof double[] values && WholeArrays.getDoubles(part, values, displacement))) {
            get(origin, MemoryViews.layoutOf(origin), target, displacement, null);
        }
    }

    /** Copies memory of the caller to the target. (MPI_Put) */
    public void put(Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        await(startPut(origin, originLayout, target, displacement, targetLayout));
    }

    /** As {@link #put}; returns null when the caller's memory is its own again, else what says so. */
    public AccessRequest startPut(
            Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        if (WindowState.isNothing(target)) {
            return null;
        }
        WindowPart part = epochs.require("put", target);
        MemorySegment from = arguments.toRead("put", target, origin, originLayout);
        long length = arguments.length("put", target, from, originLayout);
        TargetMemory to = arguments.target("put", part, target, displacement, targetLayout, length);
        if (to == null) {
            return null;
        }
        try {
            if (part.isRemote()) {
                return remote.put(target, displacement, to, from, originLayout, length);
            }
            LayoutCopy.copy(
                    from,
                    originLayout.offsetBytes(),
                    originLayout.orNullIfContiguous(),
                    to.region().segment(),
                    to.offset(),
                    to.layout(),
                    0,
                    length);
        } catch (IllegalStateException | WrongThreadException e) {
            throw arguments.unusable("put", target, e);
        }
        return null;
    }

    /** Copies memory of the target to the caller. (MPI_Get) */
    public void get(Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        await(startGet(origin, originLayout, target, displacement, targetLayout));
    }

    /** As {@link #get}; returns null when the data is there, else what says so. */
    public AccessRequest startGet(
            Object origin, DataLayout originLayout, int target, long displacement, DataLayout targetLayout) {
        if (WindowState.isNothing(target)) {
            return null;
        }
        WindowPart part = epochs.require("get", target);
        MemorySegment to = arguments.toWrite("get", target, origin, originLayout);
        long length = arguments.length("get", target, to, originLayout);
        TargetMemory from = arguments.target("get", part, target, displacement, targetLayout, length);
        if (from == null) {
            return null;
        }
        if (part.isRemote()) {
            return remote.get(target, displacement, from, origin, to, originLayout, length);
        }
        try {
            LayoutCopy.copy(
                    from.region().segment(),
                    from.offset(),
                    from.layout(),
                    to,
                    originLayout.offsetBytes(),
                    originLayout.orNullIfContiguous(),
                    0,
                    length);
        } catch (IllegalStateException | WrongThreadException e) {
            throw arguments.unusable("get", target, e);
        }
        unstage(origin, originLayout, to, length);
        return null;
    }

    private static void await(AccessRequest request) {
        if (request != null) {
            request.await(null);
        }
    }

    private static void unstage(Object memory, DataLayout layout, MemorySegment staged, long length) {
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(staged, values, layout, length);
        }
    }

    /** Combines consecutive elements of the target with all of a memory, each atomically. (MPI_Accumulate) */
    public void accumulate(Object origin, int target, long displacement, Reduction operation) {
        if (origin instanceof long[] from && LongUpdates.isFor(operation)) {
            WindowPart part = epochs.reach(target);
            long offset = part == null ? -1 : part.wordAt(displacement);
            if (offset >= 0 && WholeArrays.fits(from.length, offset, part.sizeBytes())) {
                long[] array = part.longs();
                if (array != null) {
                    for (int i = 0; i < from.length; i++) {
                        LongUpdates.update(array, (int) (offset >> 3) + i, operation, from[i]);
                    }
                    return;
                }
                MemorySegment words = part.words();
                if (words != null) {
                    for (int i = 0; i < from.length; i++) {
                        update("accumulate", words, target, offset + ((long) i << 3), operation, from[i]);
                    }
                    return;
                }
            }
        }
        accumulate(origin, MemoryViews.layoutOf(origin), target, displacement, null, operation);
    }

    /** Combines elements of the target with the caller's, each atomically. (MPI_Accumulate) */
    public void accumulate(
            Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        await(startAccumulate(origin, originLayout, target, displacement, targetLayout, operation));
    }

    /** As {@link #accumulate}; returns null when the caller's memory is its own again, else what says so. */
    public AccessRequest startAccumulate(
            Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        return combine("accumulate", origin, originLayout, null, null, target, displacement, targetLayout, operation);
    }

    /** The same, and brings what was there to the caller. (MPI_Get_accumulate) */
    public void getAccumulate(
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        await(startGetAccumulate(
                origin, originLayout, result, resultLayout, target, displacement, targetLayout, operation));
    }

    /** As {@link #getAccumulate}; returns null when the data is there, else what says so. */
    public AccessRequest startGetAccumulate(
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        if (!WindowState.isNothing(target) && resultLayout == null) {
            throw arguments.mistake(ErrorClass.TYPE, "no layout of the result: given=null", "getAccumulate", target);
        }
        return combine(
                "getAccumulate",
                origin,
                originLayout,
                result,
                resultLayout,
                target,
                displacement,
                targetLayout,
                operation);
    }

    private AccessRequest combine(
            String call,
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        if (WindowState.isNothing(target)) {
            return null;
        }
        WindowPart part = epochs.require(call, target);
        checkOperation(call, target, operation);
        // NO_OP looks at no origin: what is read has the layout of the result.
        boolean isRead = operation == Reduction.NO_OP && resultLayout != null;
        DataLayout valueLayout = isRead ? resultLayout : originLayout;
        MemorySegment from = isRead ? null : arguments.toRead(call, target, origin, originLayout);
        MemorySegment into = resultLayout == null ? null : arguments.toWrite(call, target, result, resultLayout);
        long length = arguments.length(call, target, isRead ? into : from, valueLayout);
        if (into != null && arguments.length(call, target, into, resultLayout) != length) {
            throw arguments.mistake(
                    ErrorClass.COUNT,
                    "origin and result mean different numbers of bytes: origin=" + length + " result="
                            + arguments.length(call, target, into, resultLayout),
                    call,
                    target);
        }
        if (targetLayout != null && targetLayout.overlapsItself()) {
            throw arguments.mistake(
                    ErrorClass.ARG,
                    "a layout that means a byte twice cannot be updated: layout=" + targetLayout,
                    call,
                    target);
        }
        Update update = update(call, target, operation, valueLayout);
        if (length % update.unitBytes() != 0) {
            throw noSuchUpdate(call, target, operation, valueLayout);
        }
        if (targetLayout != null && targetLayout.elementType() != valueLayout.elementType()) {
            throw arguments.mistake(
                    ErrorClass.TYPE,
                    "origin and target are of different types: origin=" + valueLayout + " target=" + targetLayout,
                    call,
                    target);
        }
        TargetMemory to = arguments.target(call, part, target, displacement, targetLayout, length);
        if (to == null) {
            return null;
        }
        if (part.isRemote()) {
            ResultMemory results = into == null ? null : ResultMemory.of(result, into, resultLayout, length);
            return remote.update(call, target, displacement, to, update, from, originLayout, results, length);
        }
        try {
            MemorySegment results = into == null ? null : packed(into, resultLayout, length, false);
            update.apply(
                    epochs.locks(),
                    target,
                    to,
                    from == null ? null : packed(from, originLayout, length, true),
                    results);
            if (into != null) {
                LayoutCopy.unpack(
                        results, 0, into, resultLayout.offsetBytes(), resultLayout.orNullIfContiguous(), 0, length);
            }
        } catch (IllegalStateException | WrongThreadException e) {
            throw arguments.unusable(call, target, e);
        }
        if (into != null) {
            unstage(result, resultLayout, into, length);
        }
        return null;
    }

    private Update update(String call, int target, Reduction operation, DataLayout layout) {
        Update update;
        try {
            update = Update.of(operation, layout);
        } catch (SennitException e) {
            throw arguments.described(e, call, target);
        }
        if (update == null) {
            throw noSuchUpdate(call, target, operation, layout);
        }
        return update;
    }

    private SennitException noSuchUpdate(String call, int target, Reduction operation, DataLayout layout) {
        return arguments.mistake(
                ErrorClass.OP,
                "no such update: with=" + operation + " layout=" + layout
                        + " (elements of one type, or pairs for MINLOC and MAXLOC)",
                call,
                target);
    }

    /** The elements side by side: the memory itself, or a copy. */
    private static MemorySegment packed(MemorySegment memory, DataLayout layout, long length, boolean isFilled) {
        if (isFilled && layout.isContiguous()) {
            return memory.asSlice(layout.offsetBytes(), length);
        }
        MemorySegment packed = MemorySegment.ofArray(new long[Math.toIntExact(length + 7 >> 3)]);
        if (isFilled) {
            LayoutCopy.pack(memory, layout.offsetBytes(), layout.orNullIfContiguous(), 0, packed, 0, length);
        }
        return packed;
    }

    private void checkOperation(String call, int target, Reduction operation) {
        if (operation == null || !operation.isPredefined()) {
            throw arguments.mistake(
                    ErrorClass.OP,
                    operation == null
                            ? "no operation: given=null"
                            : "only predefined operations can update the memory of others: given=" + operation,
                    call,
                    target);
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
            if (offset < 0) {
                return false;
            }
            long[] array = part.longs();
            MemorySegment words = part.words();
            if (array != null) {
                into[0] = LongUpdates.update(array, (int) (offset >> 3), operation, from[0]);
                return true;
            }
            if (words != null) {
                into[0] = update("fetchAndOp", words, target, offset, operation, from[0]);
                return true;
            }
        }
        return false;
    }

    private long update(String call, MemorySegment words, int target, long offset, Reduction operation, long operand) {
        try {
            return LongUpdates.update(words, offset, operation, operand);
        } catch (IllegalStateException e) {
            throw arguments.unusable(call, target, e);
        }
    }

    /** The same for an element of a type, or a pair. */
    public void fetchAndOp(
            Object origin, Object result, DataLayout type, int target, long displacement, Reduction operation) {
        if (type == DataLayout.LONG && hasFetchedLong(origin, result, target, displacement, operation)
                || WindowState.isNothing(target)) {
            return;
        }
        WindowPart part = epochs.require("fetchAndOp", target);
        checkOperation("fetchAndOp", target, operation);
        DataLayout one = one("fetchAndOp", target, type);
        if (part.isRemote()
                || one.elementType() == null
                || one.lengthBytes(Long.MAX_VALUE) != one.elementType().bytes()) {
            await(combine("fetchAndOp", origin, one, result, one, target, displacement, one, operation));
            return;
        }
        ElementType element = one.elementType();
        update("fetchAndOp", target, operation, one);
        MemorySegment into = arguments.toWrite("fetchAndOp", target, result, one);
        arguments.length("fetchAndOp", target, into, one);
        long operand = 0;
        if (operation != Reduction.NO_OP) {
            operand = element("fetchAndOp", target, origin, one, element);
        }
        TargetMemory to = arguments.target("fetchAndOp", part, target, displacement, null, element.bytes());
        try {
            AtomicElements elements = AtomicElements.of(to.region(), to.offset(), element);
            if (elements == null) {
                await(combine("fetchAndOp", origin, one, result, one, target, displacement, null, operation));
                return;
            }
            long old = ElementUpdates.update(elements, to.region(), to.offset(), element, operation, operand);
            ElementUpdates.setBits(element, into, one.offsetBytes(), old);
        } catch (IllegalStateException | WrongThreadException e) {
            throw arguments.unusable("fetchAndOp", target, e);
        }
        unstage(result, one, into, element.bytes());
    }

    private long element(String call, int target, Object memory, DataLayout one, ElementType type) {
        MemorySegment from = arguments.toRead(call, target, memory, one);
        arguments.length(call, target, from, one);
        return ElementUpdates.bits(type, from, one.offsetBytes());
    }

    private DataLayout one(String call, int target, DataLayout type) {
        if (type == null) {
            throw arguments.mistake(ErrorClass.TYPE, "no layout: given=null", call, target);
        }
        ElementType element = type.elementType();
        return !type.fillsMemory() ? type : ONE[element.ordinal()];
    }

    /** Replaces one element if it has the expected bits, and brings what was there to the caller. (MPI_Compare_and_swap) */
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
                } catch (IllegalStateException e) {
                    throw arguments.unusable("compareAndSwap", target, e);
                }
            }
        }
        return false;
    }

    /** Replaces one element if it has the expected bits, and brings what was there to the caller. (MPI_Compare_and_swap) */
    public void compareAndSwap(
            Object origin, Object expected, Object result, DataLayout type, int target, long displacement) {
        if (type == DataLayout.LONG && hasSwappedLong(origin, expected, result, target, displacement)
                || WindowState.isNothing(target)) {
            return;
        }
        WindowPart part = epochs.require("compareAndSwap", target);
        DataLayout one = one("compareAndSwap", target, type);
        ElementType element = one.elementType();
        if (element == null || one.lengthBytes(Long.MAX_VALUE) != element.bytes()) {
            throw arguments.mistake(
                    ErrorClass.TYPE, "one element of a primitive type: layout=" + type, "compareAndSwap", target);
        }
        long replacement = element("compareAndSwap", target, origin, one, element);
        long wanted = element("compareAndSwap", target, expected, one, element);
        MemorySegment into = arguments.toWrite("compareAndSwap", target, result, one);
        arguments.length("compareAndSwap", target, into, one);
        TargetMemory to = arguments.target("compareAndSwap", part, target, displacement, null, element.bytes());
        if (part.isRemote()) {
            ResultMemory results = ResultMemory.of(result, into, one, element.bytes());
            await(remote.swap(target, displacement, to, element, wanted, replacement, results));
            return;
        }
        try {
            long old =
                    ElementUpdates.swap(epochs.locks(), target, to.region(), to.offset(), element, wanted, replacement);
            ElementUpdates.setBits(element, into, one.offsetBytes(), old);
        } catch (IllegalStateException | WrongThreadException e) {
            throw arguments.unusable("compareAndSwap", target, e);
        }
        unstage(result, one, into, element.bytes());
    }
}
