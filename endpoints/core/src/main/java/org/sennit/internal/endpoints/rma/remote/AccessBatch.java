package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.RemoteAnswer;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.rma.call.WindowCall;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Short accesses to one member in another process, with consecutive numbers, in one call. Its data: for each access a
 * header and the operands, each at a multiple of 8 bytes. The data of the answer: for each access that reads, its
 * outcome (8 bytes, as that of a call), then the previous values, at a multiple of 8 bytes. Guarded by the lock of its
 * target until it is sent; used again when it has been answered.
 */
final class AccessBatch implements RemoteAnswer {
    /** Longer accesses travel alone. */
    static final int MOST_OPERAND_BYTES = 256;

    /** Bytes for headers and operands: a call of this size takes little longer than one of a single access. */
    static final int ROOM_BYTES = 16 << 10;

    private static final int MOST_ENTRIES = ROOM_BYTES / (WindowCall.BYTES + Long.BYTES);

    private final RemoteTarget target;
    private final MemorySegment room = MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]);
    private final long[] displacements = new long[MOST_ENTRIES]; // for errors
    private long firstNumber;
    private int entries;
    private int requests; // of these
    private long usedBytes;

    private final AccessRequest[] reads = new AccessRequest[MOST_ENTRIES]; // null: a put or an accumulate
    private MemorySegment results; // room for those of all; null: none has been needed
    private long resultBytes;
    private boolean isAnswered; // with results

    AccessBatch(RemoteTarget target) {
        this.target = target;
    }

    AccessBatch begin(long number) {
        firstNumber = number;
        entries = 0;
        requests = 0;
        usedBytes = 0;
        resultBytes = 0;
        isAnswered = false;
        return this;
    }

    /** Returns how many of the accesses read. */
    int requests() {
        return requests;
    }

    boolean isEmpty() {
        return entries == 0;
    }

    boolean hasRoom(long operandBytes) {
        return entries < MOST_ENTRIES && WindowCall.entryBytes(operandBytes) <= ROOM_BYTES - usedBytes;
    }

    /** Returns whether there is room for an access that reads this number of bytes. */
    boolean hasRoomToRead(long length) {
        return hasRoom(length) && WindowCall.resultBytes(length) <= ROOM_BYTES - resultBytes;
    }

    /** Adds an access that reads; there is room. */
    void addRead(AccessRequest read) {
        AccessPlan plan = read.plan();
        Update update = plan.update();
        WindowCall call = new WindowCall(
                target.comm().userContextId(),
                target.comm().rank(),
                firstNumber + entries,
                plan.kind(),
                update == null ? plan.element() : update.element(),
                update == null ? null : update.pair(),
                update == null ? null : update.operation(),
                0,
                plan.first(),
                plan.end(),
                0,
                plan.length(),
                plan.value());
        long operandBytes = call.operandBytes();
        if (operandBytes > 0) {
            LayoutCopy.pack(
                    plan.operands(),
                    plan.operandsAt(),
                    plan.operandLayout(),
                    0,
                    room,
                    usedBytes + WindowCall.BYTES,
                    operandBytes);
        }
        call.write(room, usedBytes);
        reads[entries] = read;
        requests++;
        displacements[entries++] = plan.to().displacement();
        usedBytes += WindowCall.entryBytes(operandBytes);
        resultBytes += WindowCall.resultBytes(plan.length());
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
        usedBytes += WindowCall.entryBytes(length);
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
                resultBytes);
    }

    MemorySegment data() {
        return room.asSlice(0, usedBytes);
    }

    @Override
    public MemorySegment room(long bytes) {
        if (bytes != resultBytes) {
            return null;
        }
        if (results == null) {
            results = MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]);
        }
        isAnswered = true;
        return results.asSlice(0, bytes);
    }

    @Override
    public void answered(long result) {
        boolean isLost = resultBytes > 0 && !isAnswered; // the target has refused all
        int told = result < 0 ? WindowCall.entryOf(result) : entries;
        while (told < entries && reads[told] != null) { // its request tells; all are refused
            told++;
        }
        SennitException untold = told < entries ? refused(WindowCall.errorOf(result), told) : null;
        long at = 0;
        for (int entry = 0; entry < entries; entry++) {
            AccessRequest read = reads[entry];
            if (read != null) {
                long outcome = isLost ? result : results.get(WindowCall.LONG, at);
                endRead(entry, outcome < 0 ? refused(read, outcome) : taken(read, at + Long.BYTES));
                at += WindowCall.resultBytes(read.plan().length());
            }
        }
        target.end(this, untold);
    }

    private void endRead(int entry, SennitException failure) {
        AccessRequest read = reads[entry];
        reads[entry] = null;
        read.ended(failure);
    }

    private SennitException refused(AccessRequest read, long outcome) {
        AccessPlan plan = read.plan();
        return target.refused(WindowCall.errorOf(outcome), plan.operation(), plan.range());
    }

    /** Copies the results to the caller's memory; returns the error, or null. */
    private SennitException taken(AccessRequest read, long at) {
        AccessPlan plan = read.plan();
        try {
            MemorySegment direct = plan.results().direct(0, plan.length());
            if (direct == null) {
                plan.results().unpack(results.asSlice(at), 0, plan.length());
            } else {
                MemorySegment.copy(results, at, direct, 0, plan.length());
            }
            return null;
        } catch (IllegalStateException e) { // an arena has been closed meanwhile
            return plan.unusable(target, e);
        }
    }

    @Override
    public void failed(SennitException error) {
        boolean isWrite = false;
        for (int entry = 0; entry < entries; entry++) {
            AccessRequest read = reads[entry];
            isWrite |= read == null;
            if (read != null) {
                AccessPlan plan = read.plan();
                endRead(entry, target.described(error, plan.operation(), plan.range()));
            }
        }
        target.end(this, isWrite ? target.described(error, "put or accumulate", " accesses=" + entries) : null);
    }

    private SennitException refused(ErrorClass errorClass, int entry) {
        long at = 0;
        WindowCall call = WindowCall.read(room, at);
        for (int i = 0; i < entry; i++) {
            at += WindowCall.entryBytes(call.operandBytes());
            call = WindowCall.read(room, at);
        }
        String operation = call.kind() == WindowCall.PUT ? "put" : "accumulate";
        return target.refused(
                errorClass,
                operation,
                " displacement=" + displacements[entry] + " first byte=" + call.first() + " end=" + call.end());
    }
}
