package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;

/**
 * Read-modify-write: within a process by the origin's thread; else an active message, whose header handler at the
 * target applies the operation, and whose completion handler sends the previous value back. Both work in one way on one
 * variable: by an atomic instruction where it is aligned, else under the lock of the task's regions.
 */
final class ReadModifyWrite {
    private static final int MODIFY = OneSided.LAST + 1;
    private static final int PREVIOUS = MODIFY + 1;

    /** The largest number of these handlers. */
    static final int LAST = PREVIOUS;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Lapi lapi;
    private final ActiveMessages messages;
    private final Regions regions;
    private final Replies replies;
    private final Answers answers;

    ReadModifyWrite(Lapi lapi, ActiveMessages messages, Regions regions, Replies replies, Answers answers) {
        this.lapi = lapi;
        this.messages = messages;
        this.regions = regions;
        this.replies = replies;
        this.answers = answers;
        messages.register(MODIFY, this::modifyArrived);
        messages.register(PREVIOUS, this::previousArrived);
    }

    /**
     * An atomic operation on a variable.
     *
     * @param bytes of the variable: 4 or 8
     * @param second the new value of COMPARE_AND_SWAP, whose first number is the expected one
     */
    record Modification(RmwOperation operation, int bytes, RemoteAddress variable, long first, long second) {}

    /** Applies the operation where the target is in this process, else sends it. */
    void start(Call call, Modification what, LongConsumer previous, OriginEvent event) {
        Lapi peer = lapi.direct().reachable(call.target());
        if (peer == null || !isApplied(peer, what, previous)) {
            send(call, what, previous, event);
        } else {
            event.happens();
        }
    }

    private static boolean isApplied(Lapi peer, Modification what, LongConsumer previous) {
        long value;
        try {
            value = peer.readModifyWrite().modify(what);
        } catch (RuntimeException e) { // found again by the active message, whose target reports it
            return false;
        }
        previous.accept(value);
        return true;
    }

    /** Sends the operation as an active message. */
    void send(Call call, Modification what, LongConsumer previous, OriginEvent event) {
        Replies.Awaited awaited = replies.begin(call.target(), null, previous, null, event);
        ByteBuffer header = ByteBuffer.allocate(3 * Long.BYTES + 2 * Integer.BYTES + Wire.ADDRESS_BYTES)
                .putLong(awaited.id())
                .putInt(what.operation().ordinal())
                .putInt(what.bytes())
                .putLong(what.first())
                .putLong(what.second());
        Wire.putAddress(header, what.variable()).flip();
        replies.send(
                awaited,
                () -> lapi.send(
                        call, MODIFY, header, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, OriginEvent.NONE, null));
    }

    private ActiveVector modifyArrived(ActiveMessage message) {
        ByteBuffer header = Wire.read(message.header());
        long id = header.getLong();
        RmwOperation operation = RmwOperation.values()[header.getInt()];
        int bytes = header.getInt();
        long first = header.getLong();
        long second = header.getLong();
        int origin = message.source();
        long previous = 0;
        try {
            RemoteAddress variable = Wire.getAddress(header, lapi.task());
            previous = modify(new Modification(operation, bytes, variable, first, second));
        } catch (LapiException e) {
            lapi.report(origin, LapiOperation.RMW, e);
        } catch (RuntimeException e) { // its arena is closed, or it is read-only or another thread's; the origin waits
            lapi.report(origin, LapiOperation.RMW, new LapiException(LapiStatus.TGT_VAR_NULL, "rmw", e.toString()));
        }
        answer(message, id, previous);
        return ActiveVector.EMPTY;
    }

    /**
     * Applies the operation, atomically against others on this task's memory; returns the previous value. Any thread of
     * the process.
     *
     * @throws LapiException TGT_VAR_NULL when the variable does not lie in memory of this task
     */
    private long modify(Modification what) {
        RmwOperation operation = what.operation();
        int bytes = what.bytes();
        long first = what.first();
        long second = what.second();
        MemorySegment memory = regions.segment(what.variable());
        long offset = what.variable().offsetBytes();
        if (memory == null || offset < 0 || offset > memory.byteSize() - bytes) {
            throw new LapiException(LapiStatus.TGT_VAR_NULL, "rmw", "address=" + what.variable() + " length=" + bytes);
        }
        if (AtomicVariables.isAligned(memory, offset, bytes)) {
            return bytes == Integer.BYTES
                    ? AtomicVariables.modifyInt(operation, memory, offset, (int) first, (int) second)
                    : AtomicVariables.modifyLong(operation, memory, offset, first, second);
        }
        synchronized (regions) {
            long previous = bytes == Integer.BYTES ? memory.get(INT, offset) : memory.get(LONG, offset);
            long next = operation.apply(previous, first, second);
            if (bytes == Integer.BYTES) {
                memory.set(INT, offset, (int) next);
            } else {
                memory.set(LONG, offset, next);
            }
            return previous;
        }
    }

    private void answer(ActiveMessage message, long id, long previous) {
        Replies.Awaited direct = Replies.direct(lapi.task(), id);
        if (direct != null) {
            direct.previous().accept(previous);
            direct.end();
            return;
        }
        int origin = message.source();
        ByteBuffer reply = ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(id)
                .putLong(previous)
                .flip();
        message.onCompletion(
                _ -> answers.send(
                        origin,
                        () -> messages.send(
                                origin, PREVIOUS, reply, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null)),
                null);
    }

    private ActiveVector previousArrived(ActiveMessage message) {
        ByteBuffer header = Wire.read(message.header());
        Replies.Awaited operation = replies.find(header.getLong());
        if (operation != null) {
            operation.previous().accept(header.getLong());
            operation.end();
        }
        return ActiveVector.EMPTY;
    }
}
