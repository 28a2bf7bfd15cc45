package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.memory.ResultMemory;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.memory.WholeArrays;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.remote.AccessRequest;
import org.sennit.internal.endpoints.rma.remote.RemoteAccesses;
import org.sennit.internal.endpoints.rma.update.LongUpdates;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.runtime.memory.OwnMemory;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Accesses that combine memory of members with the caller's, each element atomically, and perhaps bring what was there.
 * {@link Accesses} has the others. (MPI 4.1, section 12.3.4)
 */
abstract class UpdateAccesses {
    private static final int WORD_SHIFT = 3;

    /** Accesses of one endpoint at once, in threads of their own or one inside another, for which objects are kept. */
    private static final int MOST_SPARE = 8;

    final Epochs epochs;
    final AccessArguments arguments;
    final RemoteAccesses remote;
    private final SparePool<AccessWork> spare;

    UpdateAccesses(WindowState window) {
        this.epochs = window.epochs();
        this.arguments = new AccessArguments(window);
        this.remote = new RemoteAccesses(window.remote());
        this.spare = new SparePool<>(MOST_SPARE, window.comm().device().keepsForThreads());
    }

    /** Takes what one access needs until it gives it back: a handler that runs meanwhile may make others. */
    final AccessWork take() {
        AccessWork taken = spare.take();
        return taken == null ? new AccessWork() : taken;
    }

    final void give(AccessWork done) {
        done.clear();
        spare.give(done);
    }

    /** Waits for an access of a blocking call that is not complete on return. */
    static void await(AccessRequest request) {
        if (request != null) {
            request.send();
            request.await(null);
            request.giveBack();
        }
    }

    /** Copies results to an array that has no memory segment (boolean[]). */
    static void unstage(Object memory, DataLayout layout, MemorySegment staged, long length) {
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(staged, values, layout, length);
        }
    }

    /** Combines consecutive elements of the target with all of a memory, each atomically. (MPI_Accumulate) */
    public final void accumulate(Object origin, int target, long displacement, Reduction operation) {
        if (!(origin instanceof long[] from && hasAccumulated(from, target, displacement, operation))) {
            accumulate(origin, MemoryViews.layoutOf(origin), target, displacement, null, operation);
        }
    }

    /** Fast path: words of an array, or off the heap; false where the general path has to look. */
    private boolean hasAccumulated(long[] from, int target, long displacement, Reduction operation) {
        WindowPart part = LongUpdates.isFor(operation) ? epochs.reach(target) : null;
        long offset = part == null ? -1 : part.wordAt(displacement);
        if (offset < 0 || part.doubles() != null) {
            return false;
        }
        if (from.length == 1) {
            long _ = updateWord("accumulate", part, target, offset, operation, from[0]);
            return true;
        }
        if (!WholeArrays.fits(from.length, offset, part.sizeBytes())) {
            return false;
        }
        for (int i = 0; i < from.length; i++) {
            long _ = updateWord("accumulate", part, target, offset + ((long) i << WORD_SHIFT), operation, from[i]);
        }
        return true;
    }

    /**
     * Updates the word of a part at an offset that {@link WindowPart#wordAt} has found in it; the part is not of
     * doubles.
     */
    final long updateWord(String call, WindowPart part, int target, long offset, Reduction operation, long operand) {
        long address = part.wordsAddress();
        if (address != 0) {
            return LongUpdates.update(OwnMemory.EVERYTHING, address + offset, operation, operand);
        }
        long[] array = part.longs();
        if (array != null) {
            return LongUpdates.update(array, (int) (offset >> WORD_SHIFT), operation, operand);
        }
        try {
            return LongUpdates.update(part.words(), offset, operation, operand);
        } catch (IllegalStateException | InternalError e) {
            throw arguments.unusable(call, target, e);
        }
    }

    /** Combines elements of the target with the caller's, each atomically. (MPI_Accumulate) */
    public final void accumulate(
            Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(true);
        await(combine("accumulate", origin, originLayout, null, null, work, operation));
    }

    /** As {@link #accumulate}; returns null when the caller's memory is its own again, else what says so. */
    public final AccessRequest startAccumulate(
            Object origin,
            DataLayout originLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        AccessWork work = take().at(target, displacement, targetLayout).blocking(false);
        return combine("accumulate", origin, originLayout, null, null, work, operation);
    }

    /** Accumulates, and brings what was there to the caller. (MPI_Get_accumulate) */
    public final void getAccumulate(
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        checkResultLayout(target, resultLayout);
        AccessWork work = take().at(target, displacement, targetLayout).blocking(true);
        await(combine("getAccumulate", origin, originLayout, result, resultLayout, work, operation));
    }

    /** As {@link #getAccumulate}; returns null when the data is there, else what says so. */
    public final AccessRequest startGetAccumulate(
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            int target,
            long displacement,
            DataLayout targetLayout,
            Reduction operation) {
        checkResultLayout(target, resultLayout);
        AccessWork work = take().at(target, displacement, targetLayout).blocking(false);
        return combine("getAccumulate", origin, originLayout, result, resultLayout, work, operation);
    }

    private void checkResultLayout(int target, DataLayout resultLayout) {
        if (!WindowState.isNothing(target) && resultLayout == null) {
            throw arguments.mistake(ErrorClass.TYPE, "no layout of the result: given=null", "getAccumulate", target);
        }
    }

    /** Updates the place that the work has, and gives the work back. */
    final AccessRequest combine(
            String call,
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            AccessWork work,
            Reduction operation) {
        try {
            return arguments.isNothing(call, work.target())
                    ? null
                    : update(call, origin, originLayout, result, resultLayout, work, operation);
        } finally {
            give(work);
        }
    }

    private AccessRequest update(
            String call,
            Object origin,
            DataLayout originLayout,
            Object result,
            DataLayout resultLayout,
            AccessWork work,
            Reduction operation) {
        int target = work.target();
        WindowPart part = epochs.require(call, target);
        checkOperation(call, target, operation);
        // NO_OP looks at no origin: what is read has the layout of the result.
        boolean isRead = operation == Reduction.NO_OP && resultLayout != null;
        DataLayout valueLayout = isRead ? resultLayout : originLayout;
        MemorySegment from = isRead ? null : arguments.toRead(call, target, origin, originLayout);
        MemorySegment into = resultLayout == null ? null : arguments.toWrite(call, target, result, resultLayout);
        long length = arguments.length(call, target, isRead ? into : from, valueLayout);
        if (into != null) {
            checkResultLength(call, target, length, arguments.length(call, target, into, resultLayout));
        }
        Update update = update(call, work, operation, valueLayout, length);
        TargetMemory to = arguments.target(call, part, target, work.displacement(), work.layout(), length, work.to());
        if (to == null) {
            return null;
        }
        try {
            if (part.isRemote() || part.isMapped() && update.isGuarded(to)) {
                boolean isBlocking = work.isBlocking() || !part.isRemote();
                ResultMemory results = into == null ? null : work.results().set(result, into, resultLayout);
                AccessRequest request = remote.update(call, to, update, from, originLayout, results, isBlocking);
                return part.isRemote() ? request : ended(call, target, request);
            }
            work.updates().of(update, epochs.locks(), to).run(from, originLayout, into, resultLayout);
        } catch (IllegalStateException | WrongThreadException | InternalError e) {
            throw arguments.unusable(call, target, e);
        }
        if (into != null) {
            unstage(result, resultLayout, into, length);
        }
        return null;
    }

    private void checkResultLength(String call, int target, long length, long resultLength) {
        if (resultLength != length) {
            throw arguments.mistake(
                    ErrorClass.COUNT,
                    "origin and result mean different numbers of bytes: origin=" + length + " result=" + resultLength,
                    call,
                    target);
        }
    }

    /** Returns the update of elements of a layout; throws where the layouts of origin and target do not allow it. */
    private Update update(String call, AccessWork work, Reduction operation, DataLayout layout, long length) {
        int target = work.target();
        DataLayout targetLayout = work.layout();
        if (targetLayout != null && targetLayout.overlapsItself()) {
            throw arguments.mistake(
                    ErrorClass.ARG,
                    "a layout that means a byte twice cannot be updated: layout=" + targetLayout,
                    call,
                    target);
        }
        Update update = update(call, target, operation, layout);
        if (length % update.unitBytes() != 0) {
            throw noSuchUpdate(call, target, operation, layout);
        }
        if (targetLayout != null && targetLayout.elementType() != layout.elementType()) {
            throw arguments.mistake(
                    ErrorClass.TYPE,
                    "origin and target are of different types: origin=" + layout + " target=" + targetLayout,
                    call,
                    target);
        }
        return update;
    }

    /**
     * Waits for an update of memory that this process maps, but that the process of the member has to execute. So the
     * update keeps its order among the accesses that this process executes itself.
     *
     * @return null: it is complete
     */
    final AccessRequest ended(String call, int target, AccessRequest request) {
        await(request);
        remote.targets().awaitIdle(call, target);
        return null;
    }

    final Update update(String call, int target, Reduction operation, DataLayout layout) {
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

    final void checkOperation(String call, int target, Reduction operation) {
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
}
