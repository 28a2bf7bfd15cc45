package org.sennit.conformance.random;

import org.sennit.endpoints.api.Communicator;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.request.Request;
import org.sennit.runtime.request.Status;

/** One send of a random program as its rank carries it out, round after round. */
final class Sending implements Operation {
    private final RandomPlan plan;
    private final Message message;
    private final Communicator communicator;
    private final MemoryKind.Piece piece;
    private Request request;
    private int round;

    Sending(RandomPlan plan, Message message, Communicator communicator) {
        this.plan = plan;
        this.message = message;
        this.communicator = communicator;
        this.piece = message.place().allocate(message.elements(), message.units());
    }

    Message message() {
        return message;
    }

    MemoryKind.Piece piece() {
        return piece;
    }

    /** Writes the message of this round. */
    void fill(int ofRound) {
        round = ofRound;
        piece.fill(plan.number(message, round));
    }

    /** Sends; a blocking send is done on return. */
    void start(int ofRound) {
        fill(ofRound);
        if (message.way() == Way.BLOCKING) {
            communicator.send(piece.memory(), piece.layout(), message.destination(), message.tag());
            done(null);
        } else {
            request =
                    communicator.sendNonblocking(piece.memory(), piece.layout(), message.destination(), message.tag());
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public boolean mayFail() {
        return false;
    }

    /** The memory is ours again: it must be as it was, and what we write now must not arrive. */
    @Override
    public void done(Status status) {
        piece.check(plan.number(message, round), "the memory of a send was written to: " + message);
        piece.fill(~plan.number(message, round));
        request = null;
    }

    @Override
    public void failed(SennitException e, Status status) {
        throw e;
    }

    @Override
    public void close() {
        piece.close();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
