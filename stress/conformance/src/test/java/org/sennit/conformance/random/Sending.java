package org.sennit.conformance.random;

import java.util.concurrent.CompletableFuture;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** One send of a random program as its rank carries it out, round after round. */
final class Sending implements Operation {
    private final RandomPlan plan;
    private final Message message;
    private final Communicator communicator;
    private final Piece piece;
    private Request request;
    private Request persistent;
    private CompletableFuture<Status> future;
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

    Piece piece() {
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
        switch (message.way()) {
            case BLOCKING -> {
                sendBlocking();
                done(null);
            }
            case PERSISTENT -> {
                persistent = persistent == null ? makePersistent() : persistent;
                persistent.start();
                request = persistent;
            }
            case FUTURE -> future = sendNonblocking().toFuture();
            default -> request = sendNonblocking();
        }
    }

    private void sendBlocking() {
        Object memory = piece.memory();
        int to = message.destination();
        switch (message.mode()) {
            case STANDARD -> communicator.send(memory, piece.layout(), to, message.tag());
            case SYNCHRONOUS -> communicator.sendSynchronous(memory, piece.layout(), to, message.tag());
            case BUFFERED -> communicator.sendBuffered(memory, piece.layout(), to, message.tag());
            case READY -> communicator.sendReady(memory, piece.layout(), to, message.tag());
        }
    }

    private Request sendNonblocking() {
        Object memory = piece.memory();
        int to = message.destination();
        return switch (message.mode()) {
            case STANDARD -> communicator.nonblocking().send(memory, piece.layout(), to, message.tag());
            case SYNCHRONOUS -> communicator.nonblocking().sendSynchronous(memory, piece.layout(), to, message.tag());
            case BUFFERED -> communicator.nonblocking().sendBuffered(memory, piece.layout(), to, message.tag());
            case READY -> communicator.nonblocking().sendReady(memory, piece.layout(), to, message.tag());
        };
    }

    private Request makePersistent() {
        Object memory = piece.memory();
        int to = message.destination();
        return switch (message.mode()) {
            case STANDARD -> communicator.persistent().send(memory, piece.layout(), to, message.tag());
            case SYNCHRONOUS -> communicator.persistent().sendSynchronous(memory, piece.layout(), to, message.tag());
            case BUFFERED -> communicator.persistent().sendBuffered(memory, piece.layout(), to, message.tag());
            case READY -> communicator.persistent().sendReady(memory, piece.layout(), to, message.tag());
        };
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public CompletableFuture<Status> future() {
        return future;
    }

    /** The memory is ours again: it must be as it was, and what we write now must not arrive. */
    @Override
    public void done(Status status) {
        piece.check(plan.number(message, round), "the memory of a send was written to: " + message);
        piece.fill(~plan.number(message, round));
        request = null;
        future = null;
    }

    @Override
    public void close() {
        if (persistent != null) {
            persistent.free();
        }
        piece.close();
    }

    @Override
    public String toString() {
        return message.toString();
    }
}
