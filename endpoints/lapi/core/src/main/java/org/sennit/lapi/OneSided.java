package org.sennit.lapi;

import static org.sennit.lapi.HandlerNumbers.GET;
import static org.sennit.lapi.HandlerNumbers.GETV;
import static org.sennit.lapi.HandlerNumbers.GETV_REPLY;
import static org.sennit.lapi.HandlerNumbers.GETV_VECTOR;
import static org.sennit.lapi.HandlerNumbers.PUT;
import static org.sennit.lapi.HandlerNumbers.PUTV;
import static org.sennit.lapi.HandlerNumbers.RDMA_GET;
import static org.sennit.lapi.HandlerNumbers.RDMA_PUT;
import static org.sennit.lapi.HandlerNumbers.RDMA_REPLY;
import static org.sennit.lapi.HandlerNumbers.REPLY;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/**
 * Put and get as active messages to handlers of this class, where {@link DirectAccess} cannot do them. A put is one
 * message. A get is a message that its header handler answers with the data; within a process that runs in the origin's
 * thread, and copies the data itself. Where the target vector is too long for a header {@link LongVectors} sends it,
 * and {@link LongPuts} has the puts. Any thread.
 */
final class OneSided {
    private static final int NO_COUNTER = ActiveMessages.NO_COUNTER;
    private static final org.sennit.active.CompletionHandler END = operation -> ((Replies.Awaited) operation).end();

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final Regions regions;
    private final Replies replies;
    private final Answers answers;
    private final HeaderRooms rooms;

    private final DescribedVectors described;
    private final LongVectors vectors;
    private final LongPuts longPuts;

    OneSided(
            LapiTask lapi,
            ActiveMessages messages,
            Regions regions,
            Replies replies,
            Answers answers,
            Purges purges,
            HeaderRooms rooms) {
        this.lapi = lapi;
        this.messages = messages;
        this.regions = regions;
        this.replies = replies;
        this.answers = answers;
        this.rooms = rooms;
        this.described = regions.described();
        this.vectors = new LongVectors(lapi, messages, purges, rooms);
        this.longPuts = new LongPuts(lapi, messages, vectors, answers, rooms);
        messages.register(PUT, message -> putArrived(LapiOperation.PUT, message));
        messages.register(RDMA_PUT, message -> putArrived(LapiOperation.RDMA, message));
        messages.register(PUTV, this::putvArrived);
        messages.register(GET, message -> getArrived(LapiOperation.GET, message));
        messages.register(RDMA_GET, message -> getArrived(LapiOperation.RDMA, message));
        messages.register(GETV, this::getvArrived);
        messages.register(GETV_VECTOR, this::vectorArrived);
        messages.register(REPLY, this::replyArrived);
        messages.register(RDMA_REPLY, this::replyArrived);
        messages.register(GETV_REPLY, this::replyArrived);
    }

    // ---- put ----

    void put(
            LapiOperation kind, // PUT or RDMA
            Call call,
            RemoteAddress address,
            ActiveVector origin,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        HeaderRoom room = rooms.take();
        int number = kind == LapiOperation.RDMA ? RDMA_PUT : PUT;
        lapi.send(call, number, room.put(address), origin, targetCounter, event, completion);
        rooms.give(room);
    }

    private ActiveVector putArrived(LapiOperation kind, ActiveMessage message) {
        MemorySegment header = message.header();
        int region = Wire.getInt(header, 0);
        long offset = Wire.getLong(header, Integer.BYTES);
        return regions.piece(
                kind.call(), region, offset, message.lengthBytes(), LapiStatus.TGT_ADDR_NULL, LapiStatus.DATA_LEN);
    }

    void putv(
            Call call,
            RemoteVector vector,
            ActiveVector origin,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        HeaderRoom room = rooms.take();
        MemorySegment header = room.vector(0, vector);
        if (header != null) {
            lapi.send(call, PUTV, header, origin, targetCounter, event, completion);
            rooms.give(room);
        } else {
            rooms.give(room); // sending takes it
            longPuts.put(call, vector, origin, targetCounter, event, completion);
        }
    }

    private ActiveVector putvArrived(ActiveMessage message) {
        return described.find("putv", message.header(), 0);
    }

    // ---- get ----

    void get(
            LapiOperation kind, // GET or RDMA
            Call call,
            RemoteAddress address,
            long bytes,
            ActiveVector to,
            int targetCounter,
            OriginEvent event) {
        Replies.Awaited operation = replies.begin(call.target(), to, null, event);
        HeaderRoom room = rooms.take();
        replies.request(
                lapi,
                call,
                operation,
                kind == LapiOperation.RDMA ? RDMA_GET : GET,
                room.get(operation.id(), targetCounter, bytes, address),
                ActiveVector.EMPTY);
        rooms.give(room);
    }

    private ActiveVector getArrived(LapiOperation kind, ActiveMessage message) {
        MemorySegment header = message.header();
        long id = Wire.getLong(header, 0);
        int counter = Wire.getInt(header, Long.BYTES);
        long bytes = Wire.getLong(header, Long.BYTES + Integer.BYTES);
        int region = Wire.getInt(header, 2 * Long.BYTES + Integer.BYTES);
        long offset = Wire.getLong(header, 2 * Long.BYTES + 2 * Integer.BYTES);
        answer(message, id, counter, kind, piece(kind, message.source(), region, offset, bytes));
        return ActiveVector.EMPTY;
    }

    /** Returns the place of data, or no bytes where it cannot be had, which is reported to the error handler. */
    private ActiveVector piece(LapiOperation kind, int origin, int region, long offset, long bytes) {
        try {
            return regions.piece(kind.call(), region, offset, bytes, LapiStatus.TGT_ADDR_NULL, LapiStatus.DATA_LEN);
        } catch (LapiException e) {
            lapi.report(origin, kind, e);
            return ActiveVector.EMPTY;
        }
    }

    void getv(Call call, RemoteVector from, ActiveVector to, int targetCounter, OriginEvent event) {
        Replies.Awaited operation = replies.begin(call.target(), to, null, event);
        HeaderRoom room = rooms.take();
        long id = operation.id();
        MemorySegment header = room.getv(id, targetCounter, from);
        if (header != null) {
            replies.request(lapi, call, operation, GETV, header, ActiveVector.EMPTY);
            rooms.give(room);
        } else {
            rooms.give(room); // sending takes it
            replies.send(operation, () -> vectors.send(call, id, GETV_VECTOR, targetCounter, from));
        }
    }

    private ActiveVector getvArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        answerGetv(message, header, vector(message.source(), header, Wire.BEFORE_VECTOR));
        return null;
    }

    private ActiveVector vectorArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        int origin = message.source();
        if (regions.arriving().add(origin, header) != null) {
            MemorySegment description = regions.arriving().take(origin, Wire.id(header));
            answerGetv(message, header, vector(origin, description, 0));
        }
        return null;
    }

    private void answerGetv(ActiveMessage message, MemorySegment header, ActiveVector data) {
        answer(message, Wire.id(header), Wire.number(header), LapiOperation.GETV, data);
    }

    /** As {@link #piece}, of a vector. */
    private ActiveVector vector(int origin, MemorySegment description, long at) {
        try {
            return described.find("getv", description, at);
        } catch (LapiException e) {
            lapi.report(origin, LapiOperation.GETV, e);
            return ActiveVector.EMPTY;
        }
    }

    /**
     * Copies the data of a get where the origin is in this thread, else answers with it. Where this task has purged the
     * origin a completion handler does so, when it is resumed.
     */
    private void answer(ActiveMessage message, long id, int counter, LapiOperation operation, ActiveVector data) {
        Replies.Awaited direct = Replies.direct(lapi.task(), id);
        if (direct != null && isCopied(message.source(), direct, operation, data)) {
            lapi.move(counter);
            lapi.ends.noteEnded(MessageEnds.SENT);
            direct.endWithoutReply();
            return;
        }
        try {
            reply(message, id, counter, operation, data);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
            int origin = message.source();
            message.onCompletion(_ -> answerLater(origin, id, counter, operation, data), null);
        }
    }

    /** Copies the data, or reports why it cannot; false where the memory belongs to another thread. */
    private boolean isCopied(int origin, Replies.Awaited direct, LapiOperation operation, ActiveVector data) {
        try {
            Copying.copy(data, direct.data());
        } catch (WrongThreadException e) {
            return false;
        } catch (RuntimeException | InternalError e) {
            // An arena is closed, a mapped file was cut short, or the destination is read-only; the origin waits.
            lapi.report(origin, operation, unreadable(operation, e));
        }
        return true;
    }

    private void reply(ActiveMessage message, long id, int counter, LapiOperation operation, ActiveVector data) {
        HeaderRoom room = rooms.take();
        try {
            reply(message, replyTo(operation), room.id(id), data, counter);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.BUFFER) {
                throw e;
            }
            lapi.report(message.source(), operation, unreadable(operation, e));
            reply(message, replyTo(operation), room.id(id), ActiveVector.EMPTY, counter);
        } finally {
            rooms.give(room);
        }
    }

    private void reply(ActiveMessage message, int number, MemorySegment header, ActiveVector data, int counter) {
        messages.reply(message, number, header, data, NO_COUNTER, lapi.activeCounter(counter), null);
    }

    /** Answers when the header handler has returned. Any thread that may send. */
    private void answerLater(int origin, long id, int counter, LapiOperation operation, ActiveVector data) {
        answers.send(origin, () -> {
            try {
                send(origin, replyTo(operation), id, data, counter);
            } catch (SennitException e) {
                if (e.errorClass() != ErrorClass.BUFFER) {
                    throw e;
                }
                lapi.report(origin, operation, unreadable(operation, e));
                send(origin, replyTo(operation), id, ActiveVector.EMPTY, counter);
            }
        });
    }

    private void send(int origin, int number, long id, ActiveVector data, int counter) {
        messages.send(origin, number, id(id), data, NO_COUNTER, lapi.activeCounter(counter), null);
    }

    private static LapiException unreadable(LapiOperation operation, Throwable cause) {
        return operation == LapiOperation.GETV
                ? new LapiException(LapiStatus.TGT_VEC_ADDR, "getv", cause.toString())
                : new LapiException(LapiStatus.TGT_ADDR_NULL, operation.call(), cause.toString());
    }

    private static int replyTo(LapiOperation operation) {
        return switch (operation) {
            case RDMA -> RDMA_REPLY;
            case GETV -> GETV_REPLY;
            default -> REPLY;
        };
    }

    private ActiveVector replyArrived(ActiveMessage message) {
        Replies.Awaited operation = replies.find(Wire.getLong(message.header(), 0));
        if (operation == null) {
            return null; // given up
        }
        message.onCompletionInline(END, operation); // it neither blocks nor sends
        message.onLoss(END, operation); // this task has been notified
        return message.lengthBytes() == 0 ? null : operation.data();
    }

    // ---- sending ----

    private static ByteBuffer id(long id) {
        return ByteBuffer.allocate(Long.BYTES).putLong(0, id);
    }
}
