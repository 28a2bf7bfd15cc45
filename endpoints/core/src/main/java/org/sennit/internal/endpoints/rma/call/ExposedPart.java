package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BiConsumer;
import org.sennit.internal.endpoints.am.call.CallRoom;
import org.sennit.internal.endpoints.am.call.RemoteCall;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.endpoints.rma.lock.MemberLock;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The part of one member, in its process, as members in other processes call it. Accesses are executed in the order of
 * their origin, in the upcall that brings them, by the same instructions as accesses of this process. Any thread.
 */
public final class ExposedPart implements CallRoom.Guard {
    /** In place of the data of a call: it is lost. */
    static final MemorySegment LOST = MemorySegment.ofArray(new byte[0]);

    private final MemberLock lock;
    private final CallExecution execution;
    private final UnmarkedPackets unmarked; // calls on the lock, and the outcomes of wishes

    // Shared while a call writes the part, exclusive from its closing on, for good.
    private final StampedLock open = new StampedLock();

    private final ConcurrentHashMap<Integer, Order> orders = new ConcurrentHashMap<>(); // by origin; any thread

    /**
     * The accesses of one origin. Guarded by its own lock, which is contended only where the network reorders calls of
     * one origin.
     */
    private static final class Order {
        private final TreeMap<Long, Kept> early = new TreeMap<>(); // by their numbers
        private long next;
        private final LockRequests locks = new LockRequests(); // has a lock of its own

        /** Takes out a call whose turn has come, or has passed; null when there is none. */
        Kept due() {
            return early.isEmpty() || early.firstKey() > next
                    ? null
                    : early.pollFirstEntry().getValue();
        }
    }

    /** A call that has overtaken others, as given to {@link #execute}. */
    private record Kept(RemoteCall call, WindowCall header, MemorySegment data) {}

    /**
     * Exposes a part.
     *
     * @param unmarked counts calls on the lock, and the outcomes of wishes
     */
    public ExposedPart(MemberLock lock, CallExecution execution, UnmarkedPackets unmarked) {
        this.lock = lock;
        this.execution = execution;
        this.unmarked = unmarked;
    }

    private Order order(int origin) {
        Order known = orders.get(origin);
        return known != null ? known : orders.computeIfAbsent(origin, _ -> new Order());
    }

    /** Begins a write to the part; false when it has been closed. */
    @Override
    public boolean beginWrite() {
        return open.tryReadLock() != 0;
    }

    @Override
    public void endWrite() {
        open.tryUnlockRead();
    }

    /**
     * Refuses all writes from now on; waits for one that has begun, which is a copy or a read of the network. Once.
     *
     * @param refused answers the calls that wait for their turn, which does not come any more
     */
    void close(BiConsumer<RemoteCall, WindowCall> refused) {
        open.writeLock();
        for (Order order : orders.values()) {
            List<Kept> left;
            synchronized (order) {
                left = List.copyOf(order.early.values());
                order.early.clear();
            }
            left.forEach(kept -> refused.accept(kept.call, kept.header));
        }
    }

    /** Sets the room of a call's data to memory of the part, if the call is the next one and contiguous; else false. */
    boolean hasRoom(WindowCall header, CallRoom room) {
        if (header.kind() != WindowCall.PUT || header.records() > 0) {
            return false;
        }
        Order order = order(header.origin());
        synchronized (order) {
            return header.number() == order.next && execution.hasRoom(header, room, this);
        }
    }

    /**
     * Executes a call, as soon as those of its origin before it have been executed. A number that has come before is
     * answered with OTHER.
     *
     * @param header used during the call only
     * @param data its data, which lasts until it is answered; null when it is in place; {@link #LOST}: the access
     *     fails, and the next number is its successor's
     */
    void execute(RemoteCall call, WindowCall header, MemorySegment data) {
        if (header.kind() >= WindowCall.LOCK) {
            onLock(call, header);
            return;
        }
        Order order = order(header.origin());
        synchronized (order) {
            if (header.number() > order.next && !order.early.containsKey(header.number())) {
                order.early.put(header.number(), new Kept(call, header.copy(), data));
                return;
            }
            try {
                takeTurn(order, call, header, data);
            } finally {
                for (Kept kept = order.due(); kept != null; kept = order.due()) {
                    takeTurn(order, kept.call, kept.header, kept.data);
                }
            }
        }
    }

    /** Runs the next call. The turn passes first: those after it go on, whatever becomes of it. */
    private void takeTurn(Order order, RemoteCall call, WindowCall header, MemorySegment data) {
        if (header.number() != order.next) { // no origin numbers its calls so, but it must not wait for ever
            call.answer(WindowCall.failed(ErrorClass.OTHER));
            return;
        }
        order.next += header.numbers();
        run(call, header, data);
    }

    private void run(RemoteCall call, WindowCall header, MemorySegment data) {
        try {
            if (data == LOST) {
                call.answer(WindowCall.failed(ErrorClass.BUFFER));
            } else if (data == null) {
                // For the endpoints here, which learn of the end of the epoch by another connection.
                VarHandle.fullFence();
                call.answer(0);
            } else {
                execution.execute(call, header, data);
            }
        } catch (IllegalStateException
                | IndexOutOfBoundsException
                | SennitException
                | InternalError e) { // memory is gone
            call.answer(WindowCall.failed(ErrorClass.BUFFER));
        } catch (RuntimeException e) { // the accesses after it go on
            call.answer(WindowCall.failed(ErrorClass.OTHER));
        }
    }

    private void onLock(RemoteCall call, WindowCall header) {
        int kind = (int) header.value() & ~PartLocks.NESTED;
        int process = call.sourceProcess(); // an answered call may serve another one
        long number = header.number();
        LockRequests requests = order(header.origin()).locks;
        switch (header.kind()) {
            case WindowCall.LOCK -> {
                if (!requests.comes(number)) { // and has been counted when it was canceled
                    call.answer(MemberLock.FAILED);
                    return;
                }
                boolean isNested = (header.value() & PartLocks.NESTED) != 0;
                CalledWish wish = new CalledWish(this, call, kind, isNested, requests, number);
                int outcome = lock.ask(wish);
                if (outcome != MemberLock.QUEUED) {
                    wish.decided(outcome);
                }
                unmarked.taken(process);
            }
            case WindowCall.UNLOCK -> {
                if (requests.leaves(number)) {
                    lock.release(kind);
                    unmarked.taken(process);
                }
                call.answer(0);
            }
            case WindowCall.CANCEL -> {
                cancel(requests.cancel(number), kind, process);
                call.answer(0);
            }
            default -> {
                if (requests.leaves(number)) {
                    lock.holderEnded(header.origin());
                    unmarked.taken(process);
                }
                call.answer(0);
            }
        }
    }

    private void cancel(LockRequests.Found found, int kind, int process) {
        switch (found) {
            case CANCELED -> {
                return;
            }
            case HELD -> lock.release(kind);
            case NOT_COME -> { // its origin has counted it, and an outcome
                unmarked.sent(process);
                unmarked.taken(process);
            }
            case COME -> {}
        }
        unmarked.taken(process);
    }

    /** A lock request of another process: the answer of the call is the outcome. */
    private record CalledWish(
            ExposedPart part, RemoteCall call, int kind, boolean isNested, LockRequests requests, long number)
            implements MemberLock.Wish {
        @Override
        public void decided(int outcome) {
            if (outcome == MemberLock.GRANTED && !requests.isHeldBy(number)) {
                part.lock.release(kind); // canceled while it waited
            }
            part.unmarked.sent(call.sourceProcess());
            call.answer(outcome);
        }
    }
}
