package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * What both sides of a large message have in common that a network module moves: the packets about it, its step, and how it
 * ends. May be used for one message after the other.
 *
 * <p>Invariant: the request is completed, and the memory is the user's again, when no thread is inside the module for this
 * operation any more. A thread that calls into the module enters before and leaves afterwards; an end that comes meanwhile, from
 * whatever thread, is carried out by the last one to leave. So no thread waits for another, and a thread may end an operation
 * in whose step it is.
 */
abstract class LargeOperation implements LargeMessageOperation, ProgressHook, Transfer {
    /** The step is known to the endpoint's progress, or about to be. */
    private static final int HOOKED = 1;

    /** The outcome is decided. */
    private static final int CLAIMED = 2;

    /** It is to end as soon as no thread is inside. */
    private static final int ENDING = 4;

    /** One thread inside the module. */
    private static final int INSIDE = 8;

    private static final VarHandle STATE;
    private static final VarHandle STEP;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(LargeOperation.class, "state", int.class)
                    .withInvokeExactBehavior();
            STEP = lookup.findVarHandle(LargeOperation.class, "step", ProgressHook.class)
                    .withInvokeExactBehavior();
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final TransferTable transfers;
    private final Runnable hookOn = this::hookOn;
    private final MemorySegment header = PacketDescriptor.newHeader(); // used by one sending thread at a time
    private final RecentRooms rooms =
            new RecentRooms(); // as the header; a cookie of which the network has no copy is not in it

    // Written before begin, by the thread that starts the operation.
    private VirtualConnection vc;
    private LargeMessageTransfer transfer;
    private Progress progress;
    private long id;

    // The bits above, and how often INSIDE. All changes are volatile read-modify-writes: an enter that has succeeded
    // sees what begin published, and who settles sees what all that have left did. Begin stores volatile.
    @SuppressWarnings("FieldMayBeFinal")
    private int state = CLAIMED | ENDING;

    // Volatile store by drive, compare-and-set to null by the step's runner; see advance.
    @SuppressWarnings("FieldMayBeFinal")
    private ProgressHook step;

    private volatile Object attachment; // the module's, for this message
    private Object kept; // the module's, for all; ordered by enter and leave, and by the packets that calls answer

    // Written by the thread that has claimed the end, read by the one that settles it.
    private Throwable cause;
    private boolean isAbandoned;

    LargeOperation(TransferTable transfers) {
        this.transfers = transfers;
    }

    /** Makes the operation live for one message, entered; not yet visible to other threads. */
    final void begin(VirtualConnection connection, LargeMessageTransfer by, Progress endpointProgress) {
        vc = connection;
        transfer = by;
        progress = endpointProgress;
        attachment = null;
        cause = null;
        isAbandoned = false;
        id = transfers.newId();
        STEP.set(this, (ProgressHook) null);
        STATE.setVolatile(this, INSIDE);
        transfers.add(id, this);
    }

    /** Returns whether nothing of the last message can come back to it, so that it may be used for another. */
    final boolean isIdle() {
        return (int) STATE.getVolatile(this) == (CLAIMED | ENDING);
    }

    final long id() {
        return id;
    }

    final LargeMessageTransfer transfer() {
        return transfer;
    }

    @Override
    public final VirtualConnection connection() {
        return vc;
    }

    /** Before a call into the module. False when it has ended, or is about another message by now. */
    final boolean enter(long expectedId) {
        int seen;
        do {
            seen = (int) STATE.getVolatile(this);
            if ((seen & ENDING) != 0) {
                return false;
            }
        } while (!STATE.compareAndSet(this, seen, seen + INSIDE));
        if (id != expectedId) {
            leave();
            return false;
        }
        return true;
    }

    /** After a call into the module. */
    final void leave() {
        int before = (int) STATE.getAndAdd(this, -INSIDE);
        if ((before & ENDING) != 0 && before - INSIDE < INSIDE) {
            settle();
        }
    }

    /**
     * Ends the operation, once.
     *
     * @param why null when it went well
     * @param abandon whether the module is to be told
     * @return false when it has been ended before
     */
    final boolean end(Throwable why, boolean abandon) {
        boolean isFirst = claimEnd();
        if (isFirst) {
            endClaimed(why, abandon);
        }
        return isFirst;
    }

    private boolean claimEnd() {
        return ((int) STATE.getAndBitwiseOr(this, CLAIMED) & CLAIMED) == 0;
    }

    private void endClaimed(Throwable why, boolean abandon) {
        transfers.failed().noticed(process(), why);
        cause = why;
        isAbandoned = abandon;
        transfers.remove(id);
        if ((int) STATE.getAndBitwiseOr(this, ENDING) < INSIDE) {
            settle();
        }
    }

    private void settle() {
        Throwable why = cause;
        if (isAbandoned) {
            try {
                transfer.abandoned(this);
            } catch (RuntimeException | Error e) {
                why = why == null ? e : why;
            }
        }
        attachment = null;
        STEP.setVolatile(this, (ProgressHook) null);
        finish(why);
    }

    /** Completes the request; the last thing that is done with this operation for its message. */
    abstract void finish(Throwable why);

    // ---- the step ----

    @Override
    public final void drive(ProgressHook next) {
        STEP.setVolatile(this, next);
        if (((int) STATE.getAndBitwiseOr(this, HOOKED) & HOOKED) == 0) {
            progress.defer(hookOn); // from there, since the caller may be inside another step of this endpoint
        }
    }

    /** Returns whether its step is to be run. */
    final boolean isDriven() {
        return ((int) STATE.getVolatile(this) & HOOKED) != 0;
    }

    @Override
    public final boolean isDrivenBy(int endpointId) {
        return isDriven() && endpoint() == endpointId;
    }

    private void hookOn() {
        if (advance() != OVER) {
            progress.add(this);
        }
    }

    @Override
    public final int advance() {
        if (!enter(id)) {
            unhook();
            return OVER;
        }
        int work = OVER;
        try {
            ProgressHook now = (ProgressHook) STEP.getVolatile(this);
            work = now == null ? OVER : now.advance();
            if (work == OVER && !STEP.compareAndSet(this, now, (ProgressHook) null)) {
                work = 1; // there is another one by now
            }
        } catch (RuntimeException | Error e) {
            failHere(e, true);
        }
        if (work == OVER || ((int) STATE.getVolatile(this) & CLAIMED) != 0) {
            unhook();
            boolean isStepNew = (ProgressHook) STEP.getVolatile(this) != null
                    && ((int) STATE.getVolatile(this) & CLAIMED) == 0
                    && ((int) STATE.getAndBitwiseOr(this, HOOKED) & HOOKED) == 0;
            work = isStepNew ? 1 : OVER;
        }
        leave();
        return work;
    }

    /** The step is known to the endpoint's progress no longer. */
    private boolean unhook() {
        return ((int) STATE.getAndBitwiseAnd(this, ~HOOKED) & HOOKED) != 0;
    }

    @Override
    public final boolean hasWork() {
        if (!enter(id)) {
            return true; // to be taken out
        }
        try {
            ProgressHook now = (ProgressHook) STEP.getVolatile(this);
            return now == null || now.hasWork();
        } finally {
            leave();
        }
    }

    @Override
    public final void signal() {
        progress.signal();
    }

    // ---- what the module says ----

    @Override
    public final Object attachment() {
        return attachment;
    }

    @Override
    public final void attach(Object object) {
        attachment = object;
    }

    @Override
    public final Object kept() {
        return kept;
    }

    @Override
    public final void keep(Object object) {
        kept = object;
    }

    @Override
    public final void complete() {
        end(null, false);
    }

    @Override
    public final void fail(Throwable why) {
        failHere(why, false);
    }

    /** This side has failed: the other one is told, the module too where it does not know. */
    final void failHere(Throwable why, boolean abandon) {
        if (!claimEnd()) {
            return;
        }
        try {
            tellFailure(why);
        } catch (RuntimeException e) { // the network has been closed
            if (e != why) {
                why.addSuppressed(e);
            }
        } finally {
            endClaimed(why, abandon);
        }
    }

    /** Sends DONE with a status. */
    abstract void tellFailure(Throwable why);

    @Override
    public final void failed(long about, Throwable why) {
        if (enter(about)) {
            end(why, true);
            leave();
        }
    }

    // ---- packets ----

    /** Returns a header of this operation, to be filled and sent at once. */
    final MemorySegment header() {
        return header;
    }

    /** Sends the filled header, with a cookie that is copied first. */
    final void post(MemorySegment cookie) {
        if (cookie == null || cookie.byteSize() == 0) {
            watch(vc.startMessage(header, MemorySegment.NULL));
            return;
        }
        MemorySegment room = rooms.take((int) cookie.byteSize());
        MemorySegment.copy(cookie, 0, room, 0, cookie.byteSize());
        NetworkSend pending = vc.startMessage(header, room);
        if (pending == null) {
            rooms.give(room);
        }
        watch(pending);
    }

    /** A packet that cannot be sent ends the operation: no answer would come. */
    private void watch(NetworkSend pending) {
        if (pending == null) {
            return;
        }
        long about = id;
        pending.whenDone(() -> {
            if (pending.failure() != null && enter(about)) {
                end(pending.failure(), true);
                leave();
            }
        });
    }

    /** The length of a cookie. */
    static long lengthOf(MemorySegment cookie) {
        long length = cookie == null ? 0 : cookie.byteSize();
        if (length > CookieArrival.MAX_COOKIE_BYTES) {
            throw new IllegalArgumentException(
                    "cookie too long: length=" + length + " most=" + CookieArrival.MAX_COOKIE_BYTES);
        }
        return length;
    }

    /** Fills the header for a packet to the other side. */
    final void fill(byte type, byte side, short status, long sendId, long receiveId, long messageLength, long payload) {
        PacketDescriptor.writeTransfer(header, type, side, status, sendId, receiveId, messageLength, payload);
        PacketDescriptor.writeEndpoints(header, peerEndpoint(), endpoint());
    }

    /** Checks a range that the module wants to copy. */
    static void checkRange(long from, long bytes, long lengthBytes) {
        if (from < 0 || bytes < 0 || from > lengthBytes - bytes) {
            throw new IndexOutOfBoundsException(
                    "beyond the message: from=" + from + " bytes=" + bytes + " length=" + lengthBytes);
        }
    }
}
