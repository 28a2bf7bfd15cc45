package org.sennit.lapi;

import static org.sennit.lapi.HandlerNumbers.MODIFY;
import static org.sennit.lapi.HandlerNumbers.PREVIOUS;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/**
 * Read-modify-write: within a process by the origin's thread; else an active message, whose header handler at the
 * target applies the operation, and answers with the previous value. Both work in one way on one
 * variable: by an atomic instruction where it is aligned, else under the lock of the task's regions.
 */
final class ReadModifyWrite {
    private static final RmwOperation[] OPERATIONS = RmwOperation.values();

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final Replies replies;
    private final Answers answers;
    private final HeaderRooms rooms;

    ReadModifyWrite(LapiTask lapi, ActiveMessages messages, Replies replies, Answers answers, HeaderRooms rooms) {
        this.lapi = lapi;
        this.messages = messages;
        this.replies = replies;
        this.answers = answers;
        this.rooms = rooms;
        messages.register(MODIFY, this::modifyArrived);
        messages.register(PREVIOUS, this::previousArrived);
    }

    /**
     * Applies an operation where the target is in this process; returns false where it has to be sent.
     *
     * @param bytes of the variable: 4 or 8
     * @param second the new value of COMPARE_AND_SWAP, whose first number is the expected one
     * @param previous an int[] or a long[] whose element 0 is replaced by the previous value; null for none
     */
    boolean isApplied(
            RmwOperation operation,
            int target,
            RemoteAddress variable,
            int bytes,
            long first,
            long second,
            Object previous) {
        LapiTask peer = lapi.direct().reachable(target);
        if (peer == null) {
            return false;
        }
        long value;
        try {
            value = modify(peer, operation, bytes, variable.region(), variable.offsetBytes(), first, second);
        } catch (RuntimeException | InternalError e) { // found again by the active message, whose target reports it
            return false;
        }
        store(previous, value);
        return true;
    }

    /** Stores a value in element 0 of an int[] or a long[], null for none. */
    static void store(Object previous, long value) {
        if (previous instanceof long[] longs) {
            longs[0] = value;
        } else if (previous instanceof int[] ints) {
            ints[0] = (int) value;
        }
    }

    /**
     * Describes an operation for {@link #send}. Written at once: an object that described it would be gone only where
     * the compiler finds that nothing keeps it, which depends on what it has inlined.
     */
    HeaderRoom described(RmwOperation operation, int bytes, RemoteAddress variable, long first, long second) {
        HeaderRoom room = rooms.take();
        room.describe(operation, bytes, variable, first, second);
        return room;
    }

    /** Sends the operation that a room describes as an active message; previous as for {@link #isApplied}. */
    void send(Call call, HeaderRoom room, Object previous, OriginEvent event) {
        Replies.Awaited awaited = replies.begin(call.target(), null, previous, event);
        replies.request(lapi, call, awaited, MODIFY, room.modify(awaited.id()), ActiveVector.EMPTY);
        rooms.give(room);
    }

    private ActiveVector modifyArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        long id = Wire.getLong(header, 0);
        RmwOperation operation = OPERATIONS[Wire.getInt(header, Long.BYTES)];
        int bytes = Wire.getInt(header, Long.BYTES + Integer.BYTES);
        long first = Wire.getLong(header, 2 * Long.BYTES);
        long second = Wire.getLong(header, 3 * Long.BYTES);
        int region = Wire.getInt(header, 4 * Long.BYTES);
        long offset = Wire.getLong(header, 4 * Long.BYTES + Integer.BYTES);
        int origin = message.source();
        long previous = 0;
        try {
            previous = modify(lapi, operation, bytes, region, offset, first, second);
        } catch (LapiException e) {
            lapi.report(origin, LapiOperation.RMW, e);
        } catch (RuntimeException | InternalError e) {
            // Its arena is closed, its file was cut short, or it is read-only or another thread's; the origin waits.
            lapi.report(origin, LapiOperation.RMW, new LapiException(LapiStatus.TGT_VAR_NULL, "rmw", e.toString()));
        }
        answer(message, id, previous);
        return ActiveVector.EMPTY;
    }

    /**
     * Applies the operation, atomically against others on the task's memory; returns the previous value. Any thread of
     * the process.
     *
     * @param at the task, in this process
     * @throws LapiException TGT_VAR_NULL when the variable does not lie in memory of that task
     */
    private static long modify(
            LapiTask at, RmwOperation operation, int bytes, int region, long offset, long first, long second) {
        Regions regions = at.regions();
        Region found = regions.find(region);
        MemorySegment memory = found == null ? null : found.memory();
        if (memory == null || offset < 0 || offset > memory.byteSize() - bytes) {
            RemoteAddress variable = new RemoteAddress(at.task(), region, offset);
            throw new LapiException(LapiStatus.TGT_VAR_NULL, "rmw", "address=" + variable + " length=" + bytes);
        }
        if (found.isAligned(offset, bytes)) {
            long previous = bytes == Integer.BYTES
                    ? AtomicVariables.modifyInt(operation, memory, offset, (int) first, (int) second)
                    : AtomicVariables.modifyLong(operation, memory, offset, first, second);
            MappedFaults.throwPending(memory);
            return previous;
        }
        synchronized (regions) {
            long previous = bytes == Integer.BYTES ? memory.get(INT, offset) : memory.get(LONG, offset);
            long next = operation.apply(previous, first, second);
            if (bytes == Integer.BYTES) {
                memory.set(INT, offset, (int) next);
            } else {
                memory.set(LONG, offset, next);
            }
            MappedFaults.throwPending(memory);
            return previous;
        }
    }

    private void answer(ActiveMessage message, long id, long previous) {
        Replies.Awaited direct = Replies.direct(lapi.task(), id);
        if (direct != null) {
            lapi.ends.noteEnded(MessageEnds.SENT);
            direct.hasValue(previous);
            direct.endWithoutReply();
            return;
        }
        HeaderRoom room = rooms.take();
        try {
            messages.reply(
                    message,
                    PREVIOUS,
                    room.previous(id, previous),
                    ActiveVector.EMPTY,
                    ActiveMessages.NO_COUNTER,
                    null,
                    null);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
            answerResumed(message, id, previous);
        } finally {
            rooms.give(room);
        }
    }

    /** Answers an origin that this task has purged, when it is resumed. */
    private void answerResumed(ActiveMessage message, long id, long previous) {
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
        MemorySegment header = message.header();
        Replies.Awaited operation = replies.find(Wire.getLong(header, 0));
        if (operation != null) {
            operation.hasValue(Wire.getLong(header, Long.BYTES));
            operation.end();
        }
        return ActiveVector.EMPTY;
    }
}
