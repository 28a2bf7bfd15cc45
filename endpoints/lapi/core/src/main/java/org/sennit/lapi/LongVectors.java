package org.sennit.lapi;

import static org.sennit.lapi.HandlerNumbers.GETV_GIVEN_UP;
import static org.sennit.lapi.HandlerNumbers.GETV_VECTOR;
import static org.sennit.lapi.HandlerNumbers.PUTV_GIVEN_UP;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Target vectors of puts and gets that are too long for a header: each goes in several messages, whose headers have a
 * part each, so that the header handler of the last one to come has all of it. An origin that has given up the
 * operation asks the target to forget what it has. Any thread.
 */
final class LongVectors {
    private static final int NO_COUNTER = ActiveMessages.NO_COUNTER;

    private final LapiTask lapi;
    private final ActiveMessages messages;
    private final ArrivingVectors arriving;
    private final HeaderRooms rooms;
    private final GivenUpVectors givenUp;

    LongVectors(LapiTask lapi, ActiveMessages messages, Purges purges, HeaderRooms rooms) {
        this.lapi = lapi;
        this.messages = messages;
        this.arriving = lapi.regions().arriving();
        this.rooms = rooms;
        this.givenUp = new GivenUpVectors(purges, this::tell);
        messages.register(PUTV_GIVEN_UP, this::givenUpArrived);
        messages.register(GETV_GIVEN_UP, this::givenUpArrived);
    }

    /**
     * Sends the vector of an operation.
     *
     * @param handler gets the parts, which {@link ArrivingVectors} puts together
     * @param counter for the handler
     */
    void send(Call call, long id, int handler, int counter, RemoteVector vector) {
        int sent = 0;
        HeaderRoom room = rooms.take();
        try {
            while (sent < vector.count()) {
                int pieces = Math.min(HeaderRoom.MOST_PIECES, vector.count() - sent);
                lapi.send(
                        call,
                        handler,
                        room.part(id, counter, vector, sent, pieces),
                        ActiveVector.EMPTY,
                        NO_COUNTER,
                        OriginEvent.NONE,
                        null);
                sent += pieces;
            }
        } catch (RuntimeException | Error e) { // the target has been purged meanwhile, or has failed
            if (sent > 0) {
                givenUp.add(call.target(), handler == GETV_VECTOR ? GETV_GIVEN_UP : PUTV_GIVEN_UP, id, sent);
            }
            throw e;
        } finally {
            rooms.give(room);
        }
    }

    private void tell(int target, int handler, long id, int pieces) {
        HeaderRoom room = rooms.take();
        try {
            lapi.send(
                    lapi.call(HandlerNumbers.operationOf(handler).call(), target),
                    handler,
                    room.idAndNumber(id, pieces),
                    ActiveVector.EMPTY,
                    NO_COUNTER,
                    OriginEvent.NONE,
                    null);
        } finally {
            rooms.give(room);
        }
    }

    /**
     * Answers that the vector of a put, all of which the target has, is of no use; where that is purged, when it is
     * resumed.
     */
    void forget(ActiveMessage message, long id, int pieces) {
        int target = message.source();
        HeaderRoom room = rooms.take();
        try {
            messages.reply(
                    message, PUTV_GIVEN_UP, room.idAndNumber(id, pieces), ActiveVector.EMPTY, NO_COUNTER, null, null);
        } catch (SennitException e) { // else the target has failed, and its memory with it, or the job is over
            if (e.errorClass() == ErrorClass.REQUEST) {
                message.onCompletion(_ -> givenUp.add(target, PUTV_GIVEN_UP, id, pieces), null);
            }
        } finally {
            rooms.give(room);
        }
    }

    private ActiveVector givenUpArrived(ActiveMessage message) {
        MemorySegment header = message.header();
        arriving.giveUp(message.source(), Wire.id(header), Wire.number(header));
        return null;
    }
}
