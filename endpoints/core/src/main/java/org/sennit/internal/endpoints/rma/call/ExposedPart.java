package org.sennit.internal.endpoints.rma.call;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.StampedLock;
import java.util.function.BiConsumer;
import org.sennit.internal.endpoints.am.CallRoom;
import org.sennit.internal.endpoints.am.RemoteCall;
import org.sennit.internal.endpoints.device.UnmarkedPackets;
import org.sennit.internal.endpoints.rma.lock.MemberLock;
import org.sennit.internal.endpoints.rma.lock.PartLocks;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The part of one member, in its process, as members in other processes call it. Accesses are executed in the order of
 * their origin, in the upcall that brings them, by the same instructions as accesses of this process. Any thread.
 */
public final class ExposedPart {
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
        private final Map<Long, Kept> early = new HashMap<>();
        private long next;
        private RemoteCall inPlace; // whose data goes to the part itself
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

    /** The memory of the part for the data of a call. */
    private record Room(MemorySegment memory, ExposedPart part) implements CallRoom {
        @Override
        public boolean beginWrite() {
            return part.beginWrite();
        }

        @Override
        public void endWrite() {
            part.endWrite();
        }
    }

    /** Begins a write to the part; false when it has been closed. */
    boolean beginWrite() {
        return open.tryReadLock() != 0;
    }

    void endWrite() {
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

    /** Returns the memory of the part for the data of a call, if the call is the next one and contiguous; else null. */
    CallRoom room(RemoteCall call, WindowCall header) {
        if (header.kind() != WindowCall.PUT || header.records() > 0) {
            return null;
        }
        Order order = order(header.origin());
        synchronized (order) {
            MemorySegment memory = header.number() == order.next ? execution.memory(header) : null;
            order.inPlace = memory == null ? null : call;
            return memory == null ? null : new Room(memory, this);
        }
    }

    /**
     * Executes a call, as soon as those of its origin before it have been executed.
     *
     * @param data its data; null when it is lost: the access fails, and the next number is its successor's
     */
    void execute(RemoteCall call, WindowCall header, MemorySegment data) {
        if (header.kind() >= WindowCall.LOCK) {
            onLock(call, header);
            return;
        }
        Order order = order(header.origin());
        synchronized (order) {
            if (header.number() != order.next) {
                // Without room of its own the data of a call is in memory that nothing else uses.
                order.early.put(header.number(), new Kept(call, header, data));
                return;
            }
            boolean isInPlace = order.inPlace == call;
            order.inPlace = null;
            run(call, header, data, isInPlace);
            order.next += header.numbers();
            for (Kept kept = order.early.remove(order.next); kept != null; kept = order.early.remove(order.next)) {
                run(kept.call, kept.header, kept.data, false);
                order.next += kept.header.numbers();
            }
        }
    }

    private void run(RemoteCall call, WindowCall header, MemorySegment data, boolean isInPlace) {
        try {
            if (data == null) {
                call.answer(WindowCall.failed(ErrorClass.BUFFER));
            } else if (isInPlace) {
                // For the endpoints here, which learn of the end of the epoch by another connection.
                VarHandle.fullFence();
                call.answer(0);
            } else {
                execution.execute(call, header, data);
            }
        } catch (IllegalStateException | IndexOutOfBoundsException | SennitException e) { // an arena has been closed
            call.answer(WindowCall.failed(ErrorClass.BUFFER));
        } catch (RuntimeException e) { // the accesses after it go on
            call.answer(WindowCall.failed(ErrorClass.OTHER));
        }
    }

    private void onLock(RemoteCall call, WindowCall header) {
        int kind = (int) header.value() & ~PartLocks.NESTED;
        switch (header.kind()) {
            case WindowCall.LOCK -> {
                boolean isNested = (header.value() & PartLocks.NESTED) != 0;
                CalledWish wish = new CalledWish(call, kind, isNested, unmarked);
                int outcome = lock.ask(wish);
                if (outcome != MemberLock.QUEUED) {
                    wish.decided(outcome);
                }
                unmarked.taken(call.sourceProcess());
            }
            case WindowCall.UNLOCK -> {
                lock.release(kind);
                unmarked.taken(call.sourceProcess());
                call.answer(0);
            }
            default -> {
                lock.holderEnded(header.origin());
                unmarked.taken(call.sourceProcess());
                call.answer(0);
            }
        }
    }

    /** A lock request of another process: the answer of the call is the outcome. */
    private record CalledWish(RemoteCall call, int kind, boolean isNested, UnmarkedPackets unmarked)
            implements MemberLock.Wish {
        @Override
        public void decided(int outcome) {
            unmarked.sent(call.sourceProcess());
            call.answer(outcome);
        }
    }
}
