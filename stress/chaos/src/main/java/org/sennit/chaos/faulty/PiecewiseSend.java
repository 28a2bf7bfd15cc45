package org.sennit.chaos.faulty;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/**
 * A user's send on its way through the module beneath: piece by piece, each copied to memory of its own, so that a cut
 * can end it at any piece with the user's memory free. Callbacks come as the module beneath makes them; {@link #lose}
 * may come from any thread. Exactly one of them ends the user's operation.
 */
final class PiecewiseSend extends NetworkSend {
    private static final int PIECE_BYTES = 1 << 18;
    private static final byte[] NO_BYTES = {};

    private static final int SENDING = 0;
    private static final int IN_CALLBACK = 1;
    private static final int LOST_IN_CALLBACK = 2;
    private static final int ENDED = 3;

    private final NetworkSend user;
    private final FaultyConnection connection;
    private final AtomicInteger state = new AtomicInteger(SENDING);
    private volatile Throwable loss; // written before the state says so

    // used by the thread in start or in a callback, one at a time
    private final List<MemorySegment> parts = new ArrayList<>();
    private MemorySegment ownHeader;
    private int part;
    private long partOffset;
    private long left;
    private boolean isFirst;
    private byte[] piece = NO_BYTES;
    private int epoch;
    private Throwable memoryFailure; // an ABORT is on its way

    PiecewiseSend(NetworkSend user, FaultyConnection connection) {
        this.user = user;
        this.connection = connection;
    }

    boolean hasEnded() {
        return state.get() == ENDED;
    }

    /** Hands the first piece to the module beneath. */
    void start(VirtualConnection inner, int epoch) {
        this.epoch = epoch;
        try {
            load();
            MemorySegment header = nextHeader();
            inner.send(this, header, nextPiece());
        } catch (RuntimeException e) {
            connection.execute(() -> onFailure(inner, e));
        }
    }

    /** Takes the user's present batch: header and payload become one run of bytes. */
    private void load() {
        ownHeader = user.header().asSlice(0, user.headerLength());
        parts.clear();
        parts.add(ownHeader);
        if (user.slices() == null) {
            parts.add(user.payload());
        } else {
            parts.addAll(user.slices());
        }
        part = 0;
        partOffset = 0;
        left = 0;
        parts.forEach(each -> left += each.byteSize());
        isFirst = true;
    }

    private MemorySegment nextHeader() {
        long length = Math.min(left, PIECE_BYTES);
        MemorySegment header = FaultyFrame.header(FaultyFrame.DATA, isFirst, epoch, length, left, ownHeader);
        isFirst = false;
        return header;
    }

    private MemorySegment nextPiece() {
        int length = (int) Math.min(left, PIECE_BYTES);
        if (piece.length < length) {
            piece = new byte[length];
        }
        MemorySegment target = MemorySegment.ofArray(piece);
        for (int at = 0; at < length; ) {
            MemorySegment source = parts.get(part);
            long step = Math.min(length - at, source.byteSize() - partOffset);
            copy(source, target, at, step);
            at += (int) step;
            partOffset += step;
            if (partOffset == source.byteSize()) {
                part++;
                partOffset = 0;
            }
        }
        left -= length;
        return target.asSlice(0, length);
    }

    private void copy(MemorySegment source, MemorySegment target, int at, long step) {
        try {
            MemorySegment.copy(source, partOffset, target, at, step);
            MappedFaults.throwPending(source);
        } catch (InternalError e) { // a mapped file was cut short
            throw MemoryLoss.reported(e);
        }
    }

    @Override
    protected boolean onDataAvailable(VirtualConnection inner) {
        if (!state.compareAndSet(SENDING, IN_CALLBACK)) {
            return true;
        }
        Throwable failure = memoryFailure;
        if (failure == null && left == 0) {
            if (user.batchSent(connection)) {
                state.set(ENDED);
                return true;
            }
            load();
            failure = stageNext(true);
        } else if (failure == null) {
            failure = stageNext(false);
        }
        if (failure == null && !state.compareAndSet(IN_CALLBACK, SENDING)) {
            failure = loss;
        }
        if (failure != null) {
            state.set(ENDED);
            user.fail(connection, failure);
        }
        return failure != null;
    }

    /** Stages the next piece, or the ABORT of a message that has gone in part; returns what fails the operation. */
    private Throwable stageNext(boolean isBatchFresh) {
        try {
            MemorySegment header = nextHeader();
            again(header, nextPiece());
            return null;
        } catch (RuntimeException e) {
            if (isBatchFresh) {
                return e;
            }
            memoryFailure = e;
            again(FaultyFrame.header(FaultyFrame.ABORT, false, epoch, 0, 0, null), MemorySegment.NULL);
            return null;
        }
    }

    @Override
    protected void onFailure(VirtualConnection inner, Throwable cause) {
        if (state.getAndSet(ENDED) != ENDED) {
            user.fail(connection, cause);
        }
    }

    /** Ends the user's operation, now or at the end of the callback that is running. */
    void lose(Throwable cause) {
        loss = cause;
        while (true) {
            int seen = state.get();
            if (seen == SENDING && state.compareAndSet(SENDING, ENDED)) {
                user.fail(connection, cause);
                return;
            }
            if (seen == ENDED
                    || seen == LOST_IN_CALLBACK
                    || (seen == IN_CALLBACK && state.compareAndSet(IN_CALLBACK, LOST_IN_CALLBACK))) {
                return;
            }
        }
    }
}
