package org.sennit.lapi;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.function.LongConsumer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;

/**
 * Read-modify-write as an active message: the header handler of the target applies the operation, under the lock of the task's regions, and
 * its completion handler sends the previous value back. Within a process the header handler runs in the origin's thread, and gives it
 * the value itself.
 */
final class ReadModifyWrite {
    private static final int MODIFY = OneSided.LAST + 1;
    private static final int PREVIOUS = MODIFY + 1;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final Lapi lapi;
    private final ActiveMessages messages;
    private final Regions regions;
    private final Replies replies;

    ReadModifyWrite(Lapi lapi, ActiveMessages messages, Regions regions, Replies replies) {
        this.lapi = lapi;
        this.messages = messages;
        this.regions = regions;
        this.replies = replies;
        messages.register(MODIFY, this::modifyArrived);
        messages.register(PREVIOUS, this::previousArrived);
    }

    /** Sends the operation. The variable has 4 or 8 bytes. */
    void send(
            RmwOperation operation,
            int bytes,
            int target,
            RemoteAddress variable,
            long first,
            long second,
            LongConsumer previous,
            OriginEvent event) {
        Replies.Awaited awaited = replies.begin(target, null, previous, null, event);
        ByteBuffer header = ByteBuffer.allocate(3 * Long.BYTES + 2 * Integer.BYTES + Wire.ADDRESS_BYTES)
                .putLong(awaited.id())
                .putInt(operation.ordinal())
                .putInt(bytes)
                .putLong(first)
                .putLong(second);
        Wire.putAddress(header, variable).flip();
        replies.send(
                awaited,
                () -> lapi.send(
                        target, MODIFY, header, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, OriginEvent.NONE, null));
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
            previous = modify(operation, bytes, Wire.getAddress(header, lapi.task()), first, second);
        } catch (LapiException e) {
            lapi.report(origin, LapiOperation.RMW, e);
        }
        answer(message, id, previous);
        return ActiveVector.EMPTY;
    }

    /** Applies the operation, atomically against others of this task; returns the previous value. */
    private long modify(RmwOperation operation, int bytes, RemoteAddress variable, long first, long second) {
        ActiveVector place = regions.piece("rmw", variable, bytes, LapiStatus.TGT_VAR_NULL, LapiStatus.TGT_VAR_NULL);
        MemorySegment memory = place.memory(0);
        long offset = place.offsetBytes(0);
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
                ignored -> messages.send(
                        origin, PREVIOUS, reply, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null),
                null);
    }

    private ActiveVector previousArrived(ActiveMessage message) {
        ByteBuffer header = Wire.read(message.header());
        Replies.Awaited operation = replies.take(header.getLong());
        if (operation != null) {
            operation.previous().accept(header.getLong());
            replies.end(operation);
        }
        return ActiveVector.EMPTY;
    }
}
