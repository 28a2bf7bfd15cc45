package org.sennit.lapi;

import static org.sennit.lapi.HandlerNumbers.PUTV_DATA;
import static org.sennit.lapi.HandlerNumbers.PUTV_GIVEN_UP;
import static org.sennit.lapi.HandlerNumbers.PUTV_READY;
import static org.sennit.lapi.HandlerNumbers.PUTV_VECTOR;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Puts whose target vector is too long for a header. The vector goes first; the target asks for the data when it has it,
 * and the header handler of that request at the origin answers with the data, whose message moves the counters. An
 * origin that has given up the put tells the target to forget the vector. Any thread.
 */
final class LongPuts {
    private static final int NO_COUNTER = ActiveMessages.NO_COUNTER;

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final Regions regions;
    private final Replies replies;
    private final Answers answers;
    private final HeaderRooms rooms;
    private final GivenUpPuts givenUp;

    LongPuts(LapiTask lapi, ActiveMessages messages, Answers answers, Purges purges, HeaderRooms rooms) {
        this.lapi = lapi;
        this.messages = messages;
        this.regions = lapi.regions();
        this.replies = lapi.replies;
        this.answers = answers;
        this.rooms = rooms;
        this.givenUp = new GivenUpPuts(
                purges,
                (target, id) -> lapi.send(
                        lapi.call("putv", target),
                        PUTV_GIVEN_UP,
                        OneSided.id(id),
                        ActiveVector.EMPTY,
                        NO_COUNTER,
                        OriginEvent.NONE,
                        null));
        messages.register(PUTV_VECTOR, this::vectorArrived);
        messages.register(PUTV_READY, this::readyArrived);
        messages.register(PUTV_DATA, this::dataArrived);
        messages.register(PUTV_GIVEN_UP, this::givenUpArrived);
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
        replies.request(
                lapi, call, operation, PUTV_VECTOR, OneSided.id(operation.id()), OneSided.describe(vector));
    }

    private ActiveVector vectorArrived(ActiveMessage message) {
        int origin = message.source();
        long id = Wire.getLong(message.header(), 0);
        MemorySegment here = message.data(); // null: it has not come with the header
        if (here != null) {
            regions.keepVector(origin, id, Wire.getVector(here, 0, lapi.task()));
            ready(message, id);
            return null;
        }
        MemorySegment description = MemorySegment.ofArray(new byte[Math.toIntExact(message.lengthBytes())]);
        message.onCompletion(
                _ -> {
                    regions.keepVector(origin, id, Wire.getVector(description, 0, lapi.task()));
                    readyLater(origin, id);
                },
                null);
        return ActiveVector.of(description);
    }

    /** Asks for the data of a put whose vector is known; where this task has purged the origin, when it is resumed. */
    private void ready(ActiveMessage message, long id) {
        if (!isAnswered(message, PUTV_READY, id)) {
            int origin = message.source();
            message.onCompletion(_ -> readyLater(origin, id), null);
        }
    }

    private void readyLater(int origin, long id) {
        answers.send(
                origin,
                () -> messages.send(
                        origin, PUTV_READY, OneSided.id(id), ActiveVector.EMPTY, NO_COUNTER, null, null));
    }

    /** Answers with the name of a put; false where this task has purged the other. */
    private boolean isAnswered(ActiveMessage message, int handler, long id) {
        HeaderRoom room = rooms.take();
        try {
            messages.reply(message, handler, room.id(id), ActiveVector.EMPTY, NO_COUNTER, null, null);
            return true;
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
            return false;
        } finally {
            rooms.give(room);
        }
    }

    private ActiveVector readyArrived(ActiveMessage message) {
        long id = Wire.getLong(message.header(), 0);
        Replies.Awaited operation = replies.find(id);
        if (operation != null && operation.take()) {
            sendData(message, operation);
        } else {
            forget(message, id);
        }
        return null;
    }

    /** Answers with the data of a put that the caller has taken, whose counters follow that message from now on. */
    private void sendData(ActiveMessage message, Replies.Awaited operation) {
        long id = operation.id();
        HeaderRoom room = rooms.take();
        try {
            reply(message, room.id(id), operation);
        } catch (SennitException e) { // the target has been purged meanwhile, or has failed; or the data cannot be read
            operation.giveUp();
            forget(message, id);
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

    /** Tells the target that the data of a put will not come; where it is purged, when it is resumed. */
    private void forget(ActiveMessage message, long id) {
        int target = message.source();
        try {
            if (!isAnswered(message, PUTV_GIVEN_UP, id)) {
                message.onCompletion(_ -> givenUp.add(target, id), null);
            }
        } catch (SennitException failed) { // the target, and its memory with it, or the job is over
            return;
        }
    }

    private ActiveVector givenUpArrived(ActiveMessage message) {
        regions.takeVector(message.source(), Wire.getLong(message.header(), 0));
        return null;
    }

    private ActiveVector dataArrived(ActiveMessage message) {
        long id = Wire.getLong(message.header(), 0);
        return regions.vector("putv", regions.takeVector(message.source(), id));
    }
}
