package org.sennit.internal.endpoints.rma;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.sennit.internal.endpoints.am.RemoteCall;
import org.sennit.internal.endpoints.rma.AccessArguments.TargetMemory;
import org.sennit.internal.endpoints.rma.WindowPart.Found;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Executes an access of another process on a part of this one, and answers. Any thread; must not block.
 *
 * @param rank the member's
 * @param part its part
 * @param guard of the updates that are not atomic by themselves
 * @param isFreedByUser whether the memory may go while the network reads it
 */
record CallExecution(int rank, WindowPart part, UpdateGuard guard, boolean isFreedByUser) {
    /** The bytes of a call that lie in a row; null when they are not in the part. */
    MemorySegment memory(WindowCall call) {
        Found found = part.find(call.first(), call.end());
        return found == null
                ? null
                : found.region().segment().asSlice(call.first() - found.start() + call.at(), call.bytes());
    }

    void execute(RemoteCall call, WindowCall header, MemorySegment data) {
        if (header.kind() == WindowCall.NOTHING) {
            call.answer(0);
            return;
        }
        if (header.kind() == WindowCall.BATCH) {
            executeAll(call, header, data);
            return;
        }
        Found found = part.find(header.first(), header.end());
        if (found == null) {
            call.answer(WindowCall.failed(ErrorClass.RMA_RANGE));
            return;
        }
        Region region = found.region();
        long first = header.first() - found.start();
        switch (header.kind()) {
            case WindowCall.PUT -> put(header, region.segment(), first, data);
            case WindowCall.GET -> {
                VarHandle.fullFence(); // what the endpoints here have stored before they let others in
                call.answer(0, get(header, region, first, data));
                return;
            }
            case WindowCall.UPDATE -> {
                MemorySegment results = update(header, region, first, data);
                VarHandle.fullFence();
                call.answer(0, results);
                return;
            }
            case WindowCall.SWAP -> {
                swap(call, header, region, first, data);
                return;
            }
            default -> throw new IllegalStateException("no such access: kind=" + header.kind());
        }
        VarHandle.fullFence(); // for the endpoints here, which learn of the end of the epoch by another connection
        call.answer(0);
    }

    /** Executes the accesses of a batch, each whether or not one before it could be; answers with the first that could not. */
    private void executeAll(RemoteCall call, WindowCall batch, MemorySegment data) {
        long answer = 0;
        long at = 0;
        for (int entry = 0; entry < batch.records(); entry++) {
            WindowCall header = WindowCall.read(data, at);
            ErrorClass error = executeOne(header, data.asSlice(at + WindowCall.BYTES, header.bytes()));
            if (error != null && answer == 0) {
                answer = WindowCall.failed(error, entry);
            }
            at += AccessBatch.entryBytes(header.bytes());
        }
        VarHandle.fullFence(); // as of a single access
        call.answer(answer);
    }

    /** Executes a put or an accumulate of a batch; returns what has failed, or null. */
    private ErrorClass executeOne(WindowCall header, MemorySegment operands) {
        Found found = part.find(header.first(), header.end());
        if (found == null) {
            return ErrorClass.RMA_RANGE;
        }
        long first = header.first() - found.start();
        try {
            if (header.kind() == WindowCall.PUT) {
                put(header, found.region().segment(), first, operands);
            } else {
                update(header, found.region(), first, operands);
            }
            return null;
        } catch (IllegalStateException | SennitException e) { // an arena has been closed
            return ErrorClass.BUFFER;
        }
    }

    private static void put(WindowCall header, MemorySegment memory, long first, MemorySegment data) {
        if (header.records() == 0) {
            MemorySegment.copy(data, 0, memory, first + header.at(), header.bytes());
            return;
        }
        long operands = header.recordBytes();
        TargetRuns.visit(
                data,
                header.records(),
                (at, bytes, packedAt) -> MemorySegment.copy(data, operands + packedAt, memory, first + at, bytes));
    }

    private MemorySegment get(WindowCall header, Region region, long first, MemorySegment data) {
        MemorySegment memory = region.segment();
        if (header.records() == 0 && !(isFreedByUser && region.array() == null)) {
            return memory.asSlice(first + header.at(), header.bytes());
        }
        MemorySegment packed = room(header.bytes());
        if (header.records() == 0) {
            MemorySegment.copy(memory, first + header.at(), packed, 0, header.bytes());
        } else {
            TargetRuns.visit(
                    data,
                    header.records(),
                    (at, bytes, packedAt) -> MemorySegment.copy(memory, first + at, packed, packedAt, bytes));
        }
        return packed;
    }

    private static MemorySegment room(long bytes) {
        return MemorySegment.ofArray(new long[Math.toIntExact(bytes + 7 >> 3)]).asSlice(0, bytes);
    }

    /** Returns what was there, if it is wanted. */
    private MemorySegment update(WindowCall header, Region region, long first, MemorySegment data) {
        boolean isWanted = header.value() != 0;
        MemorySegment results = isWanted ? room(header.bytes()) : null;
        long operandsAt = header.recordBytes();
        MemorySegment operands = data.byteSize() == operandsAt ? null : data.asSlice(operandsAt);
        Update update = new Update(header.operation(), header.element(), header.pair());
        if (header.records() == 0) {
            long at = first + header.at();
            update.apply(guard, rank, new TargetMemory(region, at, null, at, header.bytes()), operands, results);
        } else if (update.element() != null) {
            ElementUpdates elements =
                    new ElementUpdates(guard, rank, region, update.element(), update.operation(), operands, results);
            TargetRuns.visit(
                    data, header.records(), (at, bytes, packedAt) -> elements.run(first + at, null, bytes, packedAt));
        } else {
            pairs(header, region, first, data, update, operands, results);
        }
        return isWanted ? results : MemorySegment.NULL;
    }

    /** Pairs with gaps: brought together under the guard, updated, and put back. */
    private void pairs(
            WindowCall header,
            Region region,
            long first,
            MemorySegment data,
            Update update,
            MemorySegment operands,
            MemorySegment results) {
        MemorySegment memory = region.segment();
        MemorySegment seen = room(header.bytes());
        guard.guardUpdate(rank);
        try {
            TargetRuns.visit(
                    data,
                    header.records(),
                    (at, bytes, packedAt) -> MemorySegment.copy(memory, first + at, seen, packedAt, bytes));
            if (results != null) {
                results.copyFrom(seen);
            }
            update.combinePairs(seen, operands, 0, header.bytes());
            TargetRuns.visit(
                    data,
                    header.records(),
                    (at, bytes, packedAt) -> MemorySegment.copy(seen, packedAt, memory, first + at, bytes));
        } finally {
            guard.leaveUpdate(rank);
        }
    }

    private void swap(RemoteCall call, WindowCall header, Region region, long first, MemorySegment data) {
        long replacement = ElementUpdates.bits(header.element(), data, 0);
        long at = first + header.at();
        long old = ElementUpdates.swap(guard, rank, region, at, header.element(), header.value(), replacement);
        MemorySegment result = room(header.element().bytes());
        ElementUpdates.setBits(header.element(), result, 0, old);
        VarHandle.fullFence();
        call.answer(0, result);
    }
}
