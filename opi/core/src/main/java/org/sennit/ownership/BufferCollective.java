package org.sennit.ownership;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.endpoints.p2p.OwnershipMessages;
import org.sennit.internal.opi.pool.Block;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.ProgressHook;

/**
 * The request of a collective of ownership: complete when all its gives and takes are. When a member fails, takes
 * without a message are withdrawn, and buffers that have come are freed. Belongs to the thread that drives the
 * endpoint.
 */
public final class BufferCollective extends Request {
    private final PoolBuffers pool;
    private final OwnershipMessages ownership;
    private final String operation;
    private final PooledTake[] takes; // by index; null: kept, or nothing to take. Null for a member that gets nothing
    private final List<Request> gives = new ArrayList<>();
    private final OwnedBuffer[] buffers; // null for a member that gets nothing
    private Block kept; // the caller's own, under way from the member to itself
    private long keptBytes;
    private int keptIndex;

    // Requests that are not complete, decremented by the thread that completes one; one more until all have been
    // started.
    private final AtomicInteger pending = new AtomicInteger(1);

    BufferCollective(PoolBuffers pool, OwnershipMessages ownership, String operation, int size) {
        super(pool.ownership().progress());
        this.pool = pool;
        this.ownership = ownership;
        this.operation = operation;
        this.takes = size < 0 ? null : new PooledTake[size];
        this.buffers = size < 0 ? null : new OwnedBuffer[size];
        activate();
    }

    void take(int index, PooledTake request) {
        takes[index] = request;
        count(request);
    }

    void give(Request request) {
        gives.add(request);
        count(request);
    }

    void keep(int index, Block block, long bytes) {
        keptIndex = index;
        kept = block;
        keptBytes = bytes;
    }

    private void count(Request request) {
        pending.incrementAndGet();
        request.whenComplete(this::oneIsComplete);
    }

    private void oneIsComplete() {
        if (pending.decrementAndGet() == 0) {
            complete(Status.ANY, Status.ANY, 0);
        }
    }

    /** Called when all requests have been started. */
    void begin() {
        oneIsComplete();
        if (!isComplete()) {
            progress().add(new Withdrawal());
        }
    }

    /** Withdraws the takes whose giver has failed. */
    private final class Withdrawal implements ProgressHook {
        @Override
        public int advance() {
            if (isComplete()) {
                return OVER;
            }
            if (!ownership.hasFailedMember()) {
                return 0;
            }
            withdraw();
            return OVER;
        }

        @Override
        public boolean hasWork() {
            return !isComplete() && ownership.hasFailedMember();
        }
    }

    private void withdraw() {
        if (takes == null) {
            return;
        }
        for (PooledTake take : takes) {
            if (take != null) {
                take.cancel();
            }
        }
    }

    @Override
    protected void finish() {
        List<SennitException> errors = new ArrayList<>();
        Status status = new Status();
        for (Request give : gives) {
            isFine(give, status, errors);
        }
        boolean isWhole = true;
        for (int i = 0; takes != null && i < takes.length; i++) {
            if (takes[i] != null && isFine(takes[i], status, errors)) {
                if (status.isCancelled()) {
                    isWhole = false;
                } else {
                    buffers[i] = takes[i].buffer();
                }
            }
        }
        if (kept != null) {
            buffers[keptIndex] = pool.kept(kept, keptBytes, operation);
            kept = null;
        }
        if (!errors.isEmpty() || !isWhole) {
            freeAll();
            throw errors.isEmpty() ? ownership.memberFailed(operation) : errors.getFirst();
        }
    }

    @Override
    protected void dropped() {
        finish(); // frees all where it throws
        freeAll();
    }

    /** Takes the outcome of a complete request; adds later errors to the first as suppressed ones. */
    private static boolean isFine(Request request, Status status, List<SennitException> errors) {
        try {
            request.await(status);
            return true;
        } catch (SennitException e) {
            errors.add(e);
            if (errors.size() > 1) {
                errors.getFirst().addSuppressed(e);
            }
            return false;
        }
    }

    private void freeAll() {
        for (int i = 0; buffers != null && i < buffers.length; i++) {
            if (buffers[i] != null) {
                pool.free(buffers[i]);
                buffers[i] = null;
            }
        }
    }

    /**
     * Returns the received buffers by rank, after the outcome has been taken.
     *
     * @return the caller's; null where the operation gives this member nothing
     */
    public OwnedBuffer[] buffers() {
        return buffers;
    }

    /**
     * Returns the received buffer of a scatter, after the outcome has been taken.
     *
     * @return the caller's
     */
    public OwnedBuffer buffer() {
        return buffers[0];
    }

    /** Returns the subject of the first incomplete request's wait; all are needed. */
    @Override
    public Awaited awaited() {
        Request next = firstUnderWay();
        return next == null ? null : next.awaited();
    }

    @Override
    public void giveUp(SennitException error) {
        Request next = firstUnderWay();
        if (next != null) {
            next.giveUp(error);
            withdraw();
        }
    }

    private Request firstUnderWay() {
        for (int i = 0; takes != null && i < takes.length; i++) {
            if (takes[i] != null && !takes[i].isComplete()) {
                return takes[i];
            }
        }
        for (Request give : gives) {
            if (!give.isComplete()) {
                return give;
            }
        }
        return null;
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ownership.raised(error);
    }

    @Override
    public String toString() {
        return "collective operation=" + operation;
    }
}
