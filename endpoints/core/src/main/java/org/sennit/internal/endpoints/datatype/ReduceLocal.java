package org.sennit.internal.endpoints.datatype;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** A reduction of two memories of one endpoint: checks them, and packs what has gaps. (MPI 4.1, section 6.9.7) */
final class ReduceLocal {
    private static final long STEP_BYTES = 8 << 20; // a user's operation gets a copy of each step

    private final Reduction operation;
    private final DataLayout layout;
    private final ReductionType type;

    ReduceLocal(Reduction operation, DataLayout layout) {
        this.operation = operation;
        this.layout = layout;
        this.type = operation.typeOf(layout);
    }

    void run(Object in, Object inOut) {
        if (layout.overlapsItself()) {
            throw error(ErrorClass.ARG, "a layout that means a byte twice cannot receive");
        }
        MemorySegment from = view(in);
        MemorySegment to = view(inOut);
        if (to.isReadOnly()) {
            throw error(ErrorClass.BUFFER, "memory is read-only");
        }
        long length = layout.lengthBytes(from.byteSize());
        if (layout.lengthBytes(to.byteSize()) < length) {
            throw error(
                    ErrorClass.COUNT,
                    "result memory too small: needs=" + length + " bytes has=" + to.byteSize() + " bytes");
        }
        if (length % type.unitBytes() != 0) {
            throw error(ErrorClass.OP, "not a whole number of pairs: bytes=" + length);
        }
        if (layout.isContiguous()) {
            apply(from, layout.offsetBytes(), to, layout.offsetBytes(), length);
        } else {
            MemorySegment left = pack(from, length);
            MemorySegment right = pack(to, length);
            apply(left, 0, right, 0, length);
            LayoutCopy.unpack(right, 0, to, layout.offsetBytes(), layout.orNullIfContiguous(), 0, length);
        }
        if (inOut instanceof boolean[] values) {
            MemoryViews.unstage(to, values, layout, length);
        }
    }

    private void apply(MemorySegment left, long leftOffset, MemorySegment right, long rightOffset, long length) {
        long units = length / type.unitBytes();
        long most = Math.max(1, STEP_BYTES / type.unitBytes());
        for (long done = 0; done < units; done += most) {
            long at = done * type.unitBytes();
            int n = (int) Math.min(most, units - done);
            operation.apply(
                    type, Operands.of(left, leftOffset + at, right, rightOffset + at, right, rightOffset + at, n));
            MappedFaults.throwPending(left, right);
        }
    }

    private MemorySegment pack(MemorySegment memory, long length) {
        MemorySegment packed = Arena.ofAuto().allocate(Math.max(1, length), Long.BYTES);
        LayoutCopy.pack(memory, layout.offsetBytes(), layout.orNullIfContiguous(), 0, packed, 0, length);
        return packed;
    }

    private MemorySegment view(Object memory) {
        ElementType array = ElementType.ofArray(memory);
        if (array != null && !layout.fits(array)) {
            throw error(ErrorClass.TYPE, "array of one type, layout of another: array=" + array);
        }
        MemorySegment segment;
        try {
            segment = memory instanceof boolean[] values ? MemoryViews.stage(values) : new MemoryViews().of(memory);
        } catch (SennitException e) {
            throw error(e.errorClass(), e.getMessage());
        }
        if (!segment.scope().isAlive() || !segment.isAccessibleBy(Thread.currentThread())) {
            throw error(ErrorClass.BUFFER, "memory cannot be used here " + MemoryLoss.REASON);
        }
        return segment;
    }

    private SennitException error(ErrorClass errorClass, String what) {
        return new SennitException(
                errorClass, what + ": operation=reduceLocal with=" + operation + " layout=" + layout);
    }
}
