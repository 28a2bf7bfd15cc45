package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import org.sennit.internal.endpoints.am.call.CallRoom;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.rma.memory.Region;
import org.sennit.internal.endpoints.rma.memory.TargetMemory;
import org.sennit.internal.endpoints.rma.memory.WindowPart;
import org.sennit.internal.endpoints.rma.memory.WindowPart.Found;
import org.sennit.internal.endpoints.rma.update.ElementUpdates;
import org.sennit.internal.endpoints.rma.update.Update;
import org.sennit.internal.endpoints.rma.update.UpdateExecution;
import org.sennit.internal.endpoints.rma.update.UpdateGuard;
import org.sennit.internal.runtime.concurrent.SparePool;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.internal.runtime.memory.RecentSlices;
import org.sennit.message.ElementType;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Executes an access of another process to a part of this process, and answers the call. Any thread; does not block.
 */
public final class CallExecution {
    private static final long MEMORY_LOST = WindowCall.failed(ErrorClass.BUFFER);

    /** Calls that are executed at once for which objects are kept: of several origins, each by its connection. */
    private static final int MOST_SPARE = 8;

    private final int rank;
    private final WindowPart part;
    private final UpdateGuard guard;
    private final SparePool<CallWork> spare = new SparePool<>(MOST_SPARE, true);

    /** What the execution of a call needs until it has been answered. By one call at a time. */
    private static final class CallWork {
        private final TargetMemory to = new TargetMemory();
        private final UpdateExecution updates = new UpdateExecution();
        private final WindowCall entry = new WindowCall(); // of a batch
        private final RunCopy runs = new RunCopy();
        private final RunUpdate runUpdates = new RunUpdate();
        private final RecentSlices slices = new RecentSlices(0); // of the part, for answers

        // Of this access: the data of its call, and the memory of what was there.
        private MemorySegment data;
        private long dataAt;
        private MemorySegment results;
        private long resultsAt;

        CallWork of(MemorySegment arrived, long at, MemorySegment seen, long seenAt) {
            data = arrived;
            dataAt = at;
            results = seen;
            resultsAt = seenAt;
            return this;
        }

        void clear() {
            to.clear();
            runs.clear();
            runUpdates.each = null;
            data = null;
            results = null;
        }
    }

    /** Copies runs of the part to packed memory, or back. */
    private static final class RunCopy implements TargetRuns.Visitor {
        private MemorySegment part;
        private long first;
        private MemorySegment packed;
        private long packedFirst;
        private boolean isStore;

        void copy(MemorySegment records, int count) {
            TargetRuns.visit(records, count, this);
            MappedFaults.throwPending(part);
        }

        void clear() {
            part = null;
            packed = null;
        }

        RunCopy between(MemorySegment memory, long at, MemorySegment row, long rowAt, boolean isToPart) {
            part = memory;
            first = at;
            packed = row;
            packedFirst = rowAt;
            isStore = isToPart;
            return this;
        }

        @Override
        public void run(long at, long bytes, long packedAt) {
            if (isStore) {
                MemorySegment.copy(packed, packedFirst + packedAt, part, first + at, bytes);
            } else {
                MemorySegment.copy(part, first + at, packed, packedFirst + packedAt, bytes);
            }
        }
    }

    /** Updates runs of the part. */
    private static final class RunUpdate implements TargetRuns.Visitor {
        private ElementUpdates each;
        private long first;

        @Override
        public void run(long at, long bytes, long packedAt) {
            each.run(first + at, null, 0, bytes, packedAt);
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
        done.clear();
        spare.give(done);
    }

    /** Sets the room of a call's data to its memory, which is contiguous; false when it is not in the part. */
    boolean hasRoom(WindowCall call, CallRoom room, CallRoom.Guard ofPart) {
        Found found = part.find(call.first(), call.end());
        if (found != null) {
            room.set(found.region().segment(), call.first() - found.start() + call.at(), ofPart);
        }
        return found != null;
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
            case WindowCall.PUT -> {
                CallWork work = take();
                put(work.of(data, 0, null, 0), header, region.segment(), first);
                give(work);
            }
            case WindowCall.GET -> {
                VarHandle.fullFence(); // what the endpoints here have stored before they let others in
                getAndAnswer(call, header, region.segment(), first, data);
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
            MemorySegment results = header.isRead() ? call.results(header.partBytes()) : MemorySegment.NULL;
            update(work.of(data, 0, results, 0), header, region, first);
            VarHandle.fullFence();
            call.answer(0, results, MEMORY_LOST);
        } finally {
            give(work);
        }
    }

    /**
     * Executes the accesses of a batch, each whether or not one before it could be; answers with the first that could
     * not.
     */
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
        MemorySegment results = batch.value() == 0 ? MemorySegment.NULL : call.results(batch.value());
        long resultsAt = 0;
        if (batch.value() != 0) {
            VarHandle.fullFence(); // as of a single get
        }
        for (int entry = 0; entry < batch.records(); entry++) {
            WindowCall header = work.entry.read(data, at);
            work.of(data, at + WindowCall.BYTES, results, resultsAt + Long.BYTES);
            ErrorClass error = executeOne(work, header);
            if (header.isRead()) {
                results.set(WindowCall.LONG, resultsAt, error == null ? 0 : WindowCall.failed(error));
                resultsAt += WindowCall.resultBytes(header.partBytes());
            } else if (error != null && answer == 0) {
                answer = WindowCall.failed(error, entry);
            }
            at += WindowCall.entryBytes(header.operandBytes());
        }
        VarHandle.fullFence(); // as of a single access
        call.answer(answer, results, MEMORY_LOST);
    }

    /** Executes an access of a batch; returns what has failed, or null. */
    private ErrorClass executeOne(CallWork work, WindowCall header) {
        Found found = part.find(header.first(), header.end());
        if (found == null) {
            return ErrorClass.RMA_RANGE;
        }
        long first = header.first() - found.start();
        try {
            Region region = found.region();
            switch (header.kind()) {
                case WindowCall.PUT -> put(work, header, region.segment(), first);
                case WindowCall.GET -> get(work, header, region.segment(), first);
                case WindowCall.SWAP -> swap(work, header, region, first);
                default -> update(work, header, region, first);
            }
            return null;
        } catch (IllegalStateException | SennitException | InternalError e) { // memory that is closed, or cut short
            return ErrorClass.BUFFER;
        }
    }

    private static void get(CallWork work, WindowCall header, MemorySegment memory, long first) {
        MemorySegment.copy(memory, first, work.results, work.resultsAt, header.partBytes());
        MappedFaults.throwPending(memory);
    }

    private static void put(CallWork work, WindowCall header, MemorySegment memory, long first) {
        if (header.records() == 0) {
            MemorySegment.copy(work.data, work.dataAt, memory, first + header.at(), header.partBytes());
            MappedFaults.throwPending(memory);
        } else {
            work.runs
                    .between(memory, first, work.data, header.recordBytes(), true)
                    .copy(work.data, header.records());
        }
    }

    private void getAndAnswer(
            RemoteCall call, WindowCall header, MemorySegment memory, long first, MemorySegment data) {
        CallWork work = take();
        long bytes = header.partBytes();
        MemorySegment read;
        if (header.records() == 0) {
            read = work.slices.of(memory, first + header.at(), bytes);
        } else {
            read = call.results(bytes);
            work.runs.between(memory, first, read, 0, false).copy(data, header.records());
        }
        call.answer(0, read, MEMORY_LOST);
        give(work);
    }

    /** Updates elements; what was there goes to the results, if it is wanted. */
    private void update(CallWork work, WindowCall header, Region region, long first) {
        MemorySegment results = header.isRead() ? work.results : null;
        long operandsAt = work.dataAt + header.recordBytes();
        MemorySegment operands = header.operandBytes() == 0 ? null : work.data;
        Update update = Update.of(header.operation(), header.element(), header.pair());
        long from = header.records() == 0 ? first + header.at() : first;
        TargetMemory to = work.to.set(rank, 0, region, null, from, header.partBytes());
        UpdateExecution updates = work.updates.of(update, guard, to);
        if (header.records() == 0) {
            updates.run(operands, operandsAt, results, work.resultsAt);
        } else if (update.element() != null) {
            work.runUpdates.first = first;
            work.runUpdates.each = updates.begin().with(operands, operandsAt, results, work.resultsAt);
            try {
                TargetRuns.visit(work.data, header.records(), work.runUpdates);
            } finally {
                updates.end();
            }
        } else {
            pairs(work, header, results);
        }
    }

    /** Pairs with gaps: gathered under the guard, updated, and scattered. */
    private void pairs(CallWork work, WindowCall header, MemorySegment results) {
        MemorySegment memory = work.to.region().segment();
        long first = work.to.offset();
        MemorySegment seen = work.updates.pairs();
        guard.guardUpdate(rank);
        try {
            work.runs.between(memory, first, seen, 0, false).copy(work.data, header.records());
            if (results != null) {
                MemorySegment.copy(seen, 0, results, work.resultsAt, header.partBytes());
            }
            work.updates.combine(work.data, work.dataAt + header.recordBytes(), header.partBytes());
            work.runs.between(memory, first, seen, 0, true).copy(work.data, header.records());
        } finally {
            guard.leaveUpdate(rank);
        }
    }

    /** Replaces an element if it has the expected value; its previous bits are the result. */
    private void swap(CallWork work, WindowCall header, Region region, long first) {
        ElementType type = header.element();
        long replacement = ElementUpdates.bits(type, work.data, work.dataAt);
        long previous = ElementUpdates.swap(guard, rank, region, first, type, header.value(), replacement);
        ElementUpdates.setBits(type, work.results, work.resultsAt, previous);
    }
}
