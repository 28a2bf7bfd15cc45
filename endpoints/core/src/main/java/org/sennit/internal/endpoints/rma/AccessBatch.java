package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Short puts and accumulates to one member in another process, with consecutive numbers, which travel in one call: for each a
 * header and the operands, at multiples of 8 bytes. Guarded by its target until it is sent; used again when it is answered.
 */
final class AccessBatch implements RemoteAnswer {
    /** Longer accesses travel alone. */
    static final int MOST_OPERAND_BYTES = 256;

    /** Room for headers and operands: a call of that size costs little more than one of a single access. */
    static final int ROOM_BYTES = 16 << 10;

    private static final int MOST_ENTRIES = ROOM_BYTES / (WindowCall.BYTES + Long.BYTES);

    private final RemoteTarget target;
    private final MemorySegment room = MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]);
    private final long[] displacements = new long[MOST_ENTRIES]; // for errors
    private long firstNumber;
    private int entries;
    private long usedBytes;

    AccessBatch(RemoteTarget target) {
        this.target = target;
    }

    /** The bytes of an entry. */
    static long entryBytes(long operandBytes) {
        return WindowCall.BYTES + (operandBytes + Long.BYTES - 1 & -Long.BYTES);
    }

    AccessBatch begin(long number) {
        firstNumber = number;
        entries = 0;
        usedBytes = 0;
        return this;
    }

    boolean isEmpty() {
        return entries == 0;
    }

    boolean hasRoom(long operandBytes) {
        return entries < MOST_ENTRIES && entryBytes(operandBytes) <= ROOM_BYTES - usedBytes;
    }

    /**
     * Adds an access; there is room.
     *
     * @param first the first byte of the target's part that it means
     * @param update what to do; null for a put
     */
    void add(long displacement, long first, Update update, MemorySegment operands, DataLayout layout, long length) {
        LayoutCopy.pack(
                operands,
                layout.offsetBytes(),
                layout.orNullIfContiguous(),
                0,
                room,
                usedBytes + WindowCall.BYTES,
                length);
        new WindowCall(
                        target.comm().userContextId(),
                        target.comm().rank(),
                        firstNumber + entries,
                        update == null ? WindowCall.PUT : WindowCall.UPDATE,
                        update == null ? null : update.element(),
                        update == null ? null : update.pair(),
                        update == null ? Reduction.NO_OP : update.operation(),
                        0,
                        first,
                        first + length,
                        0,
                        length,
                        0)
                .write(room, usedBytes);
        displacements[entries++] = displacement;
        usedBytes += entryBytes(length);
    }

    WindowCall header() {
        return new WindowCall(
                target.comm().userContextId(),
                target.comm().rank(),
                firstNumber,
                WindowCall.BATCH,
                null,
                null,
                null,
                entries,
                0,
                0,
                0,
                usedBytes,
                0);
    }

    MemorySegment data() {
        return room.asSlice(0, usedBytes);
    }

    @Override
    public void answered(long result) {
        target.end(this, result < 0 ? refused(WindowCall.errorOf(result), WindowCall.entryOf(result)) : null);
    }

    @Override
    public void failed(SennitException error) {
        target.end(this, target.described(error, "put or accumulate", " accesses=" + entries));
    }

    private SennitException refused(ErrorClass errorClass, int entry) {
        long at = 0;
        WindowCall call = WindowCall.read(room, at);
        for (int i = 0; i < entry; i++) {
            at += entryBytes(call.bytes());
            call = WindowCall.read(room, at);
        }
        String operation = call.kind() == WindowCall.PUT ? "put" : "accumulate";
        return target.refused(
                errorClass,
                operation,
                " displacement=" + displacements[entry] + " first byte=" + call.first() + " end=" + call.end());
    }
}
