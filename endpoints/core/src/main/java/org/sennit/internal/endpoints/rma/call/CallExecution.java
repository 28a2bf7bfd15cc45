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
import org.sennit.internal.endpoints.rma.update.UpdateExecution;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** Executes an access of another process to a part of this process, and answers the call. Any thread; does not block. */
public final class CallExecution {
    private static final long MEMORY_LOST = WindowCall.failed(ErrorClass.BUFFER);

    /** Calls that are executed at once for which objects are kept: of several origins, each by its connection. */
    private static final int MOST_SPARE = 8;

    private final int rank;
    private final WindowPart part;
    private final UpdateGuard guard;
    private final SparePool<CallWork> spare = new SparePool<>(MOST_SPARE, true);

    /** What the execution of a call needs until it has been answered. */
    private record CallWork(TargetMemory to, UpdateExecution updates) {
        CallWork() {
            this(new TargetMemory(), new UpdateExecution());
        }
    }

    /**
     * Makes the execution of accesses to a part.
     *
     * @param rank the member's
     * @param guard of the updates that are not atomic by themselves
     */
    public CallExecution(int rank, WindowPart part, UpdateGuard guard) {
        this.rank = rank;
        this.part = part;
        this.guard = guard;
    }

    private CallWork take() {
        CallWork taken = spare.take();
        return taken == null ? new CallWork() : taken;
    }

    private void give(CallWork done) {
        done.to.clear();
        spare.give(done);
    }

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
                updateAndAnswer(call, header, region, first, data);
                return;
            }
            default -> throw new IllegalStateException("no such access: kind=" + header.kind());
        }
        VarHandle.fullFence(); // for the endpoints here, which learn of the end of the epoch by another connection
        call.answer(0);
    }

    private void updateAndAnswer(RemoteCall call, WindowCall header, Region region, long first, MemorySegment data) {
        CallWork work = take();
        try {
            MemorySegment results = header.isRead() ? results(work, header.bytes()) : MemorySegment.NULL;
            update(work, header, region, first, data, results, 0);
            VarHandle.fullFence();
            call.answer(0, results, MEMORY_LOST);
        } finally {
            give(work);
        }
    }

    /** Returns memory for an answer: used again where the answer is copied, else the network's until it has read it. */
    private static MemorySegment results(CallWork work, long bytes) {
        return bytes <= RemoteCall.COPIED_BYTES ? work.updates.results().asSlice(0, bytes) : room(bytes);
    }

    /** Executes the accesses of a batch, each whether or not one before it could be; answers with the first that could not. */
    private void executeAll(RemoteCall call, WindowCall batch, MemorySegment data) {
        CallWork work = take();
        try {
            executeAll(work, call, batch, data);
        } finally {
            give(work);
        }
    }

    private void executeAll(CallWork work, RemoteCall call, WindowCall batch, MemorySegment data) {
        long answer = 0;
        long at = 0;
        MemorySegment results = batch.value() == 0 ? MemorySegment.NULL : results(work, batch.value());
        long resultsAt = 0;
        if (batch.value() != 0) {
            VarHandle.fullFence(); // as of a single get
        }
        for (int entry = 0; entry < batch.records(); entry++) {
            WindowCall header = WindowCall.read(data, at);
            MemorySegment operands = data.asSlice(at + WindowCall.BYTES, header.operandBytes());
            ErrorClass error = executeOne(work, header, operands, results, resultsAt + Long.BYTES);
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
    private ErrorClass executeOne(
            CallWork work, WindowCall header, MemorySegment operands, MemorySegment results, long resultsAt) {
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
                default -> update(work, header, region, first, operands, results, resultsAt);
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

    /** Updates elements; what was there goes to the results, if it is wanted. */
    private void update(
            CallWork work,
            WindowCall header,
            Region region,
            long first,
            MemorySegment data,
            MemorySegment given,
            long resultsAt) {
        MemorySegment results = header.isRead() ? given : null;
        long operandsAt = header.recordBytes();
        MemorySegment operands = data.byteSize() == operandsAt ? null : data;
        Update update = Update.of(header.operation(), header.element(), header.pair());
        long from = header.records() == 0 ? first + header.at() : first;
        TargetMemory to = work.to.set(rank, 0, region, null, from, header.bytes());
        UpdateExecution updates = work.updates.of(update, guard, to);
        if (header.records() == 0) {
            updates.run(operands, operandsAt, results, resultsAt);
        } else if (update.element() != null) {
            ElementUpdates each = updates.begin().with(operands, operandsAt, results, resultsAt);
            try {
                TargetRuns.visit(
                        data,
                        header.records(),
                        (at, bytes, packedAt) -> each.run(first + at, null, 0, bytes, packedAt));
            } finally {
                updates.end();
            }
        } else {
            pairs(work, header, data, results, resultsAt);
        }
    }

    /** Pairs with gaps: gathered under the guard, updated, and scattered. */
    private void pairs(CallWork work, WindowCall header, MemorySegment data, MemorySegment results, long resultsAt) {
        MemorySegment memory = work.to.region().segment();
        long first = work.to.offset();
        MemorySegment seen = work.updates.pairs();
        guard.guardUpdate(rank);
        try {
            TargetRuns.visit(
                    data,
                    header.records(),
                    (at, bytes, packedAt) -> MemorySegment.copy(memory, first + at, seen, packedAt, bytes));
            if (results != null) {
                MemorySegment.copy(seen, 0, results, resultsAt, header.bytes());
            }
            work.updates.combine(data, header.recordBytes(), header.bytes());
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
