package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.sennit.internal.runtime.concurrent.FieldHandle;
import org.sennit.internal.runtime.memory.RecentRooms;
import org.sennit.spi.network.LargeMessageOperation;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;
import org.sennit.spi.packet.PacketDescriptor;
import org.sennit.spi.progress.Progress;
import org.sennit.spi.progress.ProgressHook;

/**
 * The common part of both sides of a large message: its packets, its step, and its end. A {@link LargeMessageTransfer}
 * moves the bytes: the network module's, or {@link NullMode}. Reusable for one message after another.
 *
 * <p>Invariant: the request completes, and the user may reuse the memory, only when no thread is inside the module for
 * this operation. A thread enters before a call into the module and leaves afterwards; an end that any thread decides
 * meanwhile is carried out by the last thread to leave. So no thread waits for another one, and a thread may end an
 * operation from within its step.
 */
abstract class LargeOperation implements LargeMessageOperation, ProgressHook, Transfer {
    /** The step is registered with the endpoint's progress, or about to be. */
    private static final int HOOKED = 1;

    /** The outcome is decided. */
    private static final int CLAIMED = 2;

    /** Ends as soon as no thread is inside. */
    private static final int ENDING = 4;

    /** One thread inside the module. */
    private static final int INSIDE = 8;

    private static final VarHandle STATE =
            FieldHandle.of(MethodHandles.lookup(), LargeOperation.class, "state", int.class);
    private static final VarHandle STEP =
            FieldHandle.of(MethodHandles.lookup(), LargeOperation.class, "step", ProgressHook.class);

    private final TransferTable transfers;
    private final Runnable hookOn = this::hookOn;
    private final MemorySegment header = PacketDescriptor.newHeader(); // used by one sending thread at a time
    private final RecentRooms rooms =
            new RecentRooms(); // as the header; without cookies that the network has not copied yet

    // Written before begin, by the thread that starts the operation.
    private VirtualConnection vc;
    private LargeMessageTransfer transfer;
    private Progress progress;
    private long id;

    // The bits above, plus INSIDE for each thread inside. All changes are volatile read-modify-writes: a successful
    // enter sees what begin published (a volatile store), and the settling thread sees what all leaving threads did.
    @SuppressWarnings("FieldMayBeFinal")
    private int state = CLAIMED | ENDING;

    // Volatile store by drive, compare-and-set to null by the step's runner; see advance.
    @SuppressWarnings("FieldMayBeFinal")
    private ProgressHook step;

    private volatile Object attachment; // the module's, for this message
    private Object
            kept; // the module's, for all messages; ordered by enter and leave, and by request and answer packets

    // Written by the thread that has claimed the end, read by the thread that settles it.
    private Throwable cause;
    private boolean isAbandoned;

    LargeOperation(TransferTable transfers) {
        this.transfers = transfers;
    }

    /** Begins one message, with the caller inside; not yet visible to other threads. */
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

    /** Returns whether no thread or packet can refer to the last message any more, so that the object may be reused. */
    boolean isIdle() {
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

    /**
     * Enters before a call into the module. Returns false when the message has ended, or the object serves another one.
     */
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

    /** Leaves after a call into the module. */
    final void leave() {
        int before = (int) STATE.getAndAdd(this, -INSIDE);
        if ((before & ENDING) != 0 && before - INSIDE < INSIDE) {
            settle();
        }
    }

    /**
     * Ends the operation, once.
     *
     * @param why null for success
     * @param abandon whether to tell the module
     * @return false when it has ended before
     */
    final boolean end(Throwable why, boolean abandon) {
        boolean isFirst = claimEnd();
        if (isFirst) {
            endClaimed(why, abandon);
        }
        return isFirst;
    }

    /** Returns whether the outcome is decided: the message has ended, or will when no thread is inside. */
    final boolean isDecided() {
        return ((int) STATE.getVolatile(this) & CLAIMED) != 0;
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

    /** Completes the request; the last action for this message. */
    abstract void finish(Throwable why);

    // ---- the step ----

    @Override
    public final void drive(ProgressHook next) {
        STEP.setVolatile(this, next);
        if (((int) STATE.getAndBitwiseOr(this, HOOKED) & HOOKED) == 0) {
            progress.defer(hookOn); // deferred, since the caller may be inside another step of this endpoint
        }
    }

    /** Returns whether its step has to run. */
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
                work = 1; // replaced meanwhile
            }
        } catch (RuntimeException | Error e) {
            failHere(e, true);
        }
        if (work == OVER || isDecided()) {
            unhook();
            boolean isStepNew = (ProgressHook) STEP.getVolatile(this) != null
                    && !isDecided()
                    && ((int) STATE.getAndBitwiseOr(this, HOOKED) & HOOKED) == 0;
            work = isStepNew ? 1 : OVER;
        }
        leave();
        return work;
    }

    /** Notes that the step is no longer registered with the endpoint's progress. */
    private boolean unhook() {
        return ((int) STATE.getAndBitwiseAnd(this, ~HOOKED) & HOOKED) != 0;
    }

    @Override
    public final boolean hasWork() {
        if (!enter(id)) {
            return true; // to be removed
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

    // ---- calls of the module ----

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

    /** Fails this side, and notifies the other side and, if necessary, the module. */
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

    /** Ends the operation if a packet cannot be sent, since no answer would come. */
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

    /** Returns the length of a cookie. */
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
        PacketDescriptor.writeTransfer(header, type, side, status, sendId, receiveId, messageLength);
        PacketDescriptor.writePayloadLength(header, payload);
        PacketDescriptor.writeEndpoints(header, peerEndpoint(), endpoint());
    }

    /** Checks a range that the module is about to copy. */
    static void checkRange(long from, long bytes, long lengthBytes) {
        if (from < 0 || bytes < 0 || from > lengthBytes - bytes) {
            throw new IndexOutOfBoundsException(
                    "beyond the message: from=" + from + " bytes=" + bytes + " length=" + lengthBytes);
        }
    }
}
