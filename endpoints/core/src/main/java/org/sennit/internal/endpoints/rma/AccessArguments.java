package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Checks the arguments of an access, finds its memory on both sides, and makes the errors. Belongs to the thread that
 * drives the endpoint.
 */
record AccessArguments(WindowState window) {
    /**
     * Returns whether an access has no target, and does nothing. (MPI_PROC_NULL)
     *
     * @throws SennitException WIN when the window is closed; final
     */
    boolean isNothing(String operation, int target) {
        if (!WindowState.isNothing(target)) {
            return false;
        }
        window.checkOpen(operation);
        return true;
    }

    /** Returns the view of a memory at the origin; fresh memory in place of a boolean[]. */
    MemorySegment toRead(String operation, int target, Object memory, DataLayout layout) {
        if (layout == null) {
            throw mistake(ErrorClass.TYPE, "no layout: given=null", operation, target);
        }
        if (memory == null && layout.sizeBytes() != 0) {
            throw mistake(
                    ErrorClass.BUFFER,
                    "no memory: given=null layout=" + layout + " (no elements are a layout of count 0)",
                    operation,
                    target);
        }
        ElementType array = ElementType.ofArray(memory);
        if (array != null && array != layout.elementType() && !layout.fits(array)) {
            throw mistake(
                    ErrorClass.TYPE,
                    "array of one type, layout of another: array=" + array + " layout=" + layout,
                    operation,
                    target);
        }
        try {
            MemoryViews.checkOrder(memory, layout);
            MemorySegment segment = memory instanceof boolean[] values
                    ? MemoryViews.stage(values)
                    : window.comm().device().views().of(memory);
            if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
                throw unusable(operation, target, null);
            }
            return segment;
        } catch (SennitException e) {
            throw described(e, operation, target);
        }
    }

    /** Returns the view of a memory that is written. */
    MemorySegment toWrite(String operation, int target, Object memory, DataLayout layout) {
        MemorySegment segment = toRead(operation, target, memory, layout);
        if (segment.isReadOnly()) {
            throw mistake(ErrorClass.BUFFER, "memory is read-only", operation, target);
        }
        if (layout.overlapsItself()) {
            throw mistake(
                    ErrorClass.ARG,
                    "a layout that means a byte twice cannot be written: layout=" + layout,
                    operation,
                    target);
        }
        return segment;
    }

    long length(String operation, int target, MemorySegment segment, DataLayout layout) {
        try {
            return layout.lengthBytes(segment.byteSize());
        } catch (SennitException e) {
            throw described(e, operation, target);
        }
    }

    /**
     * Finds the memory of an access at its target.
     *
     * @param displacement in the target's units
     * @param layout from there on; null, or a bare type, for as many bytes as the origin has
     * @param length the bytes of the origin
     * @param into filled with what is found
     * @return that; null where there is nothing to access
     */
    TargetMemory target(
            String operation,
            WindowPart part,
            int target,
            long displacement,
            DataLayout layout,
            long length,
            TargetMemory into) {
        if (layout != null && layout.isAbsolute()) {
            throw mistake(
                    ErrorClass.TYPE,
                    "a layout of several memories has no place in a window: layout=" + layout,
                    operation,
                    target);
        }
        boolean isPlain = layout == null || layout.fillsMemory();
        long targetLength = isPlain ? length : layout.sizeBytes();
        if (targetLength != length || isPlain && layout != null && length % layout.unitBytes() != 0) {
            throw mistake(
                    ErrorClass.COUNT,
                    "origin and target mean different numbers of bytes: origin=" + length + " target="
                            + (isPlain ? "a multiple of " + layout.unitBytes() : String.valueOf(targetLength)),
                    operation,
                    target);
        }
        if (displacement < 0) {
            throw mistake(ErrorClass.DISP, "displacement below 0: displacement=" + displacement, operation, target);
        }
        long unit = part.displacementUnit();
        long start = displacement > Long.MAX_VALUE / 2 / unit ? Long.MAX_VALUE / 2 : displacement * unit;
        long first = isPlain ? start : start + layout.trueLowerBound();
        long end = isPlain ? start + length : first + layout.trueExtentBytes();
        if (length == 0) {
            return null;
        }
        WindowPart.Found found = part.find(first, end);
        if (found == null) {
            throw outside(operation, part, target, displacement, first, end);
        }
        long offset = start - found.start() + (isPlain ? 0 : layout.offsetBytes());
        DataLayout gaps = isPlain ? null : layout.orNullIfContiguous();
        return into.set(target, displacement, found.region(), gaps, offset, length);
    }

    private SennitException outside(
            String operation, WindowPart part, int target, long displacement, long first, long end) {
        String where = !part.isDynamic() ? " size=" + part.sizeBytes() + " bytes" : " (no memory is attached there)";
        return mistake(
                ErrorClass.RMA_RANGE,
                "outside the target's memory: displacement=" + displacement + " unit=" + part.displacementUnit()
                        + " first byte=" + first + " end=" + end + where,
                operation,
                target);
    }

    SennitException mistake(ErrorClass errorClass, String text, String operation, int target) {
        return new SennitException(errorClass, text + " " + window.describe(operation) + " target=" + target);
    }

    SennitException described(SennitException e, String operation, int target) {
        return new SennitException(
                e.errorClass(), e.getMessage() + " " + window.describe(operation) + " target=" + target, e);
    }

    SennitException unusable(String operation, int target, Throwable cause) {
        return new SennitException(
                ErrorClass.BUFFER,
                "memory cannot be used here " + MemoryLoss.REASON + ": " + window.describe(operation) + " target="
                        + target,
                cause);
    }
}
