package org.sennit.conformance.random;

import org.sennit.Communicator;
import org.sennit.conformance.collectives.CollectiveCalls;
import org.sennit.conformance.collectives.CollectiveCase;
import org.sennit.conformance.collectives.Operands;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** A collective as one member calls it, with the model of what must come of it. */
final class GroupOperation implements Operation {
    private final GroupCall call;
    private final CollectiveCase drawn;
    private final Communicator communicator;
    private final Operands operands;
    private Request request;
    private int round;

    GroupOperation(GroupCall call, Communicator communicator) {
        this.call = call;
        this.communicator = communicator;
        this.drawn = call.on(communicator);
        this.operands = new Operands(drawn, communicator.rank());
        if (isPersistent()) { // made in the order of their numbers
            this.request = CollectiveCalls.persistent(drawn, communicator, operands);
        }
    }

    /** Whether it is started again and again; in any order. */
    boolean isPersistent() {
        return drawn.driver() == CollectiveCase.Driver.PERSISTENT;
    }

    GroupCall call() {
        return call;
    }

    /** Starts it; a blocking one is over then. Only the first ones block. */
    void start(int roundNumber) {
        round = roundNumber;
        operands.fill(round);
        switch (drawn.driver()) {
            case BLOCKING -> {
                if (call.isFirst()) {
                    CollectiveCalls.blocking(drawn, communicator, operands);
                    operands.check(round);
                } else {
                    request = CollectiveCalls.nonblocking(drawn, communicator, operands);
                }
            }
            case NONBLOCKING -> request = CollectiveCalls.nonblocking(drawn, communicator, operands);
            case PERSISTENT -> request.start();
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public void done(Status status) {
        operands.check(round);
    }

    @Override
    public void close() {
        if (request != null) {
            request.free();
        }
    }
}
