package org.sennit.internal.endpoints.rma.remote;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.am.call.RemoteAnswer;
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
final class AccessBatch extends OpenAccess implements RemoteAnswer {
    /** Longer accesses travel alone, in bytes. Rule of thumb, not measured. */
    static final int MOST_OPERAND_BYTES = 256;

    /** Bytes for headers and operands: a call of this size takes little longer than one of a single access. */
    static final int ROOM_BYTES = 16 << 10;

    private static final int MOST_ENTRIES = ROOM_BYTES / (WindowCall.BYTES + Long.BYTES);

    private final RemoteTarget target;
    private final MemorySegment room = MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]);
    private final long[] displacements = new long[MOST_ENTRIES]; // for errors
    private MemorySegment data = MemorySegment.NULL; // the slice of the last call
    private final WindowCall header = new WindowCall();
    private final WindowCall entry = new WindowCall(); // the last one
    private final UnsentCall instead;
    private Throwable problem; // why it could not be sent; null: it was
    private int entries;
    private int requests; // of these
    private long usedBytes;

    private final AccessRequest[] reads = new AccessRequest[MOST_ENTRIES]; // null: a put or an accumulate
    private MemorySegment results; // room for those of all; null: none has been needed
    private long resultBytes;

    AccessBatch(RemoteTarget target) {
        this.target = target;
        this.instead = new UnsentCall(header, this);
    }

    /** Begins with the number of its first access, in a generation of OpenOperations. */
    AccessBatch begin(long number, long generation) {
        begun(number, generation);
        entries = 0;
        requests = 0;
        usedBytes = 0;
        resultBytes = 0;
        problem = null;
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

    private WindowCall entry(byte kind) {
        return entry.begin(kind, target.comm().userContextId(), target.comm().rank(), firstNumber() + entries);
    }

    /** Adds an access that reads; there is room. */
    void addRead(AccessRequest read) {
        AccessPlan plan = read.plan();
        WindowCall call = plan.describe(entry(plan.kind())).part(0, plan.length());
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
        entry(update == null ? WindowCall.PUT : WindowCall.UPDATE)
                .update(update)
                .span(first, first + length)
                .part(0, length)
                .write(room, usedBytes);
        displacements[entries++] = displacement;
        usedBytes += WindowCall.entryBytes(length);
    }

    /** Sends it. Does not block, and holds no lock. */
    void send() {
        try {
            if (data.byteSize() != usedBytes) {
                data = room.asSlice(0, usedBytes);
            }
        } catch (OutOfMemoryError e) {
            unsent(e);
            return;
        }
        target.call(header(WindowCall.BATCH).part(0, usedBytes).value(resultBytes), data, this);
    }

    private WindowCall header(byte kind) {
        return header.begin(kind, target.comm().userContextId(), target.comm().rank(), firstNumber())
                .records(entries);
    }

    /** The target waits for its numbers: nothing takes them. */
    @Override
    public void unsent(Throwable cause) {
        if (problem == null) {
            problem = cause;
            header(WindowCall.NOTHING);
            target.send(instead);
        } else if (cause instanceof VirtualMachineError) {
            target.sendLater(instead);
        } else {
            answered(0); // it would fail again
        }
    }

    @Override
    public MemorySegment room(long bytes) {
        if (bytes != resultBytes) {
            return null;
        }
        if (results == null) {
            results = MemorySegment.ofArray(new long[ROOM_BYTES / Long.BYTES]);
        }
        return results;
    }

    @Override
    public void answered(long result) {
        if (problem != null) {
            fail((operation, more) -> target.unsent(problem, operation, more));
            return;
        }
        // The target has refused all, or lost the results: some of them may be here.
        boolean isLost = result < 0 && WindowCall.entryOf(result) < 0;
        int reported = isLost ? 0 : result < 0 ? WindowCall.entryOf(result) : entries;
        while (reported < entries && reads[reported] != null) { // its request tells; all are refused
            reported++;
        }
        SennitException unreported = reported < entries ? refused(WindowCall.errorOf(result), reported) : null;
        long at = 0;
        for (int entry = 0; entry < entries; entry++) {
            AccessRequest read = reads[entry];
            if (read != null) {
                long outcome = isLost ? result : results.get(WindowCall.LONG, at);
                long next = at + WindowCall.resultBytes(read.plan().length());
                endRead(entry, outcome < 0 ? refused(read, outcome) : taken(read, at + Long.BYTES));
                at = next;
            }
        }
        target.end(this, unreported, true);
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
            plan.results().take(results, at, 0, plan.length());
            return null;
        } catch (IllegalStateException | InternalError e) { // an arena has been closed meanwhile, a file cut short
            return plan.unusable(target, e);
        }
    }

    @Override
    public void failed(SennitException error) {
        fail((operation, more) -> target.described(error, operation, more));
    }

    /** Makes the error of an operation, with what describes it. */
    private interface Errors {
        SennitException of(String operation, String more);
    }

    private void fail(Errors errors) {
        boolean isWrite = false;
        for (int entry = 0; entry < entries; entry++) {
            AccessRequest read = reads[entry];
            isWrite |= read == null;
            if (read != null) {
                AccessPlan plan = read.plan();
                endRead(entry, errors.of(plan.operation(), plan.range()));
            }
        }
        // Not used again: data of an answer may be arriving, or the network may have the call.
        target.end(this, isWrite ? errors.of("put or accumulate", " accesses=" + entries) : null, false);
    }

    private SennitException refused(ErrorClass errorClass, int entry) {
        long at = 0;
        WindowCall call = new WindowCall().read(room, at);
        for (int i = 0; i < entry; i++) {
            at += WindowCall.entryBytes(call.operandBytes());
            call.read(room, at);
        }
        String operation = call.kind() == WindowCall.PUT ? "put" : "accumulate";
        return target.refused(
                errorClass,
                operation,
                " displacement=" + displacements[entry] + " first byte=" + call.first() + " end=" + call.end());
    }
}
