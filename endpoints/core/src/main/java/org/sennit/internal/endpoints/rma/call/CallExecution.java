package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.sennit.internal.endpoints.am.RemoteCall;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.memory.WindowPart.Found;
import org.sennit.internal.endpoints.rma.update.ElementUpdates;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Executes an access of another process to a part of this process, and answers the call. Any thread; does not block.
 *
 * @param rank the member's
 * @param guard of the updates that are not atomic by themselves
 */
public record CallExecution(int rank, WindowPart part, UpdateGuard guard) {
    private static final long MEMORY_LOST = WindowCall.failed(ErrorClass.BUFFER);

    /** Returns the contiguous memory of a call; null when it is not in the part. */
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
                call.answer(0, get(header, region, first, data), MEMORY_LOST);
                return;
            }
            case WindowCall.UPDATE -> {
                MemorySegment results = update(header, region, first, data);
                VarHandle.fullFence();
                call.answer(0, results, MEMORY_LOST);
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
        MemorySegment results = batch.value() == 0 ? MemorySegment.NULL : room(batch.value());
        long resultsAt = 0;
        if (batch.value() != 0) {
            VarHandle.fullFence(); // as of a single get
        }
        for (int entry = 0; entry < batch.records(); entry++) {
            WindowCall header = WindowCall.read(data, at);
            MemorySegment operands = data.asSlice(at + WindowCall.BYTES, header.operandBytes());
            ErrorClass error = executeOne(header, operands, results, resultsAt + Long.BYTES);
            if (header.isRead()) {
                results.set(WindowCall.LONG, resultsAt, error == null ? 0 : WindowCall.failed(error));
                resultsAt += WindowCall.resultBytes(header.bytes());
            } else if (error != null && answer == 0) {
                answer = WindowCall.failed(error, entry);
            }
            at += WindowCall.entryBytes(header.operandBytes());
        }
        VarHandle.fullFence(); // as of a single access
        call.answer(answer, results, MEMORY_LOST);
    }

    /** Executes an access of a batch; returns what has failed, or null. */
    private ErrorClass executeOne(WindowCall header, MemorySegment operands, MemorySegment results, long resultsAt) {
        Found found = part.find(header.first(), header.end());
        if (found == null) {
            return ErrorClass.RMA_RANGE;
        }
        long first = header.first() - found.start();
        try {
            Region region = found.region();
            switch (header.kind()) {
                case WindowCall.PUT -> put(header, region.segment(), first, operands);
                case WindowCall.GET -> MemorySegment.copy(region.segment(), first, results, resultsAt, header.bytes());
                case WindowCall.SWAP ->
                    ElementUpdates.setBits(header.element(), results, resultsAt, swap(header, region, first, operands));
                default -> {
                    MemorySegment seen = update(header, region, first, operands);
                    if (header.isRead()) {
                        MemorySegment.copy(seen, 0, results, resultsAt, header.bytes());
                    }
                }
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
        if (header.records() == 0) {
            return memory.asSlice(first + header.at(), header.bytes());
        }
        MemorySegment packed = room(header.bytes());
        TargetRuns.visit(
                data,
                header.records(),
                (at, bytes, packedAt) -> MemorySegment.copy(memory, first + at, packed, packedAt, bytes));
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
            update.apply(guard, new TargetMemory(rank, 0, region, null, at, header.bytes()), operands, results);
        } else if (update.element() != null) {
            update.elements(
                    guard,
                    rank,
                    region,
                    operands,
                    results,
                    elements -> TargetRuns.visit(
                            data,
                            header.records(),
                            (at, bytes, packedAt) -> elements.run(first + at, null, bytes, packedAt)));
        } else {
            pairs(header, region, first, data, update, operands, results);
        }
        return isWanted ? results : MemorySegment.NULL;
    }

    /** Pairs with gaps: gathered under the guard, updated, and scattered. */
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

    /** Returns the bits of what was there. */
    private long swap(WindowCall header, Region region, long first, MemorySegment data) {
        long replacement = ElementUpdates.bits(header.element(), data, 0);
        return ElementUpdates.swap(guard, rank, region, first, header.element(), header.value(), replacement);
    }
}
