package org.sennit.lapi;

import static org.sennit.lapi.HandlerNumbers.PUTV_DATA;
import static org.sennit.lapi.HandlerNumbers.PUTV_READY;
import static org.sennit.lapi.HandlerNumbers.PUTV_VECTOR;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/**
 * Puts whose target vector is too long for a header. The vector goes first; the target asks for the data when it has
 * it, and the header handler of that request at the origin answers with the data, whose message moves the counters. An
 * origin that has given up the put asks the target to forget the vector. Any thread.
 */
final class LongPuts {
    private static final int NO_COUNTER = ActiveMessages.NO_COUNTER;

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final Regions regions;
    private final ArrivingVectors arriving;
    private final Replies replies;
    private final Answers answers;
    private final HeaderRooms rooms;
    private final LongVectors vectors;

    LongPuts(LapiTask lapi, ActiveMessages messages, LongVectors vectors, Answers answers, HeaderRooms rooms) {
        this.lapi = lapi;
        this.messages = messages;
        this.regions = lapi.regions();
        this.arriving = regions.arriving();
        this.replies = lapi.replies;
        this.answers = answers;
        this.rooms = rooms;
        this.vectors = vectors;
        messages.register(PUTV_VECTOR, this::vectorArrived);
        messages.register(PUTV_READY, this::readyArrived);
        messages.register(PUTV_DATA, this::dataArrived);
    }

    void put(
            Call call,
            RemoteVector vector,
            ActiveVector origin,
            int targetCounter,
            OriginEvent event,
            LapiCounter completion) {
        ActiveVector data = Copying.forAllThreads(origin); // one that serves the network sends it
        Replies.Awaited operation = replies.beginPut(call.target(), data, targetCounter, event, completion);
        long id = operation.id();
        replies.send(operation, () -> vectors.send(call, id, PUTV_VECTOR, NO_COUNTER, vector));
    }

    private ActiveVector vectorArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        MemorySegment description = arriving.add(message.source(), header);
        if (description != null) {
            ready(message, Wire.id(header), Wire.count(description));
        }
        return null;
    }

    /** Asks for the data of a put whose vector is known; where this task has purged the origin, when it is resumed. */
    private void ready(ActiveMessage message, long id, int pieces) {
        int origin = message.source();
        HeaderRoom room = rooms.take();
        try {
            messages.reply(
                    message, PUTV_READY, room.idAndNumber(id, pieces), ActiveVector.EMPTY, NO_COUNTER, null, null);
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
            message.onCompletion(_ -> answers.send(origin, () -> sendReady(origin, id, pieces)), null);
        } finally {
            rooms.give(room);
        }
    }

    private void sendReady(int origin, long id, int pieces) {
        HeaderRoom room = rooms.take();
        try {
            messages.send(origin, PUTV_READY, room.idAndNumber(id, pieces), ActiveVector.EMPTY, NO_COUNTER, null, null);
        } finally {
            rooms.give(room);
        }
    }

    private ActiveVector readyArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        long id = Wire.id(header);
        int pieces = Wire.number(header);
        Replies.Awaited operation = replies.find(id);
        if (operation != null && operation.take()) {
            sendData(message, operation, pieces);
        } else {
            vectors.forget(message, id, pieces); // given up
        }
        return null;
    }

    /** Answers with the data of a put that the caller has taken, whose counters follow that message from now on. */
    private void sendData(ActiveMessage message, Replies.Awaited operation, int pieces) {
        long id = operation.id();
        HeaderRoom room = rooms.take();
        try {
            reply(message, room.id(id), operation);
        } catch (SennitException e) { // the target has been purged meanwhile, or has failed; or the data cannot be read
            operation.giveUp();
            lapi.ends.noteEnded(MessageEnds.SENT);
            vectors.forget(message, id, pieces);
            if (e.errorClass() != ErrorClass.REQUEST) { // else the wait for a counter says so
                throw e;
            }
        } finally {
            rooms.give(room);
            operation.over(); // after the message has been counted, for which a fence waits then
        }
    }

    private void reply(ActiveMessage message, MemorySegment header, Replies.Awaited put) {
        OriginEvent event = put.event();
        int counter = put.targetCounter();
        ActiveCounter completed = active(put.completion());
        if (event.callback() != null) {
            messages.replyThen(message, PUTV_DATA, header, put.data(), counter, event.callback(), completed);
        } else {
            messages.reply(message, PUTV_DATA, header, put.data(), counter, active(event.counter()), completed);
        }
    }

    private static ActiveCounter active(LapiCounter counter) {
        return counter == null ? null : counter.active();
    }

    private ActiveVector dataArrived(ActiveMessage message) {
        MemorySegment description = arriving.take(message.source(), Wire.id(message.header()));
        return regions.described().find("putv", description, 0);
    }
}
