package org.sennit.conformance.random;

import java.util.concurrent.CompletableFuture;
import org.sennit.Communicator;
import org.sennit.MatchedMessage;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** One receive of a random program as its rank carries it out, round after round, and what it got. */
final class Receiving implements Operation {
    private final Receive receive;
    private final Communicator communicator;
    private final boolean mayFail;
    private final Piece piece;
    private final Status status = new Status();
    private final Status probed = new Status();
    private Request request;
    private Request persistent;
    private CompletableFuture<Status> future;
    private boolean isDone;
    private ErrorClass error;
    private int source;

    Receiving(Receive receive, Communicator communicator, boolean mayFail) {
        this.receive = receive;
        this.communicator = communicator;
        this.mayFail = mayFail;
        this.piece = receive.place().allocate(receive.elements(), receive.units());
    }

    Receive receive() {
        return receive;
    }

    Piece piece() {
        return piece;
    }

    /** Receives, or posts the receive. */
    void start() {
        begin();
        switch (way()) {
            case BLOCKING -> inOneCall(() -> receiveFrom(receive.source(), receive.tag()));
            case NONBLOCKING -> request = post();
            case PERSISTENT -> {
                persistent = persistent == null ? makePersistent() : persistent;
                persistent.start();
                request = persistent;
            }
            case FUTURE -> future = post().toFuture();
            case PROBED -> afterProbe();
            case MATCHED -> afterMatchedProbe(communicator.probeMatched(receive.source(), receive.tag()));
            case POLLED -> afterMatchedProbe(pollMatched());
            case CANCELLED -> inSpiteOfCancel();
            case EXCHANGE -> throw new IllegalStateException("its rank calls it");
        }
    }

    /** A future's error comes without a status, so what may fail is a request. */
    private Way way() {
        return receive.way() == Way.FUTURE && mayFail ? Way.NONBLOCKING : receive.way();
    }

    /** Forgets the round before. */
    void begin() {
        piece.clear();
        status.clear();
        isDone = false;
        error = null;
    }

    private Status receiveFrom(int from, int tag) {
        return communicator.receive(piece.memory(), piece.layout(), from, tag, status);
    }

    private Request post() {
        return communicator.nonblocking().receive(piece.memory(), piece.layout(), receive.source(), receive.tag());
    }

    private Request makePersistent() {
        return communicator.persistent().receive(piece.memory(), piece.layout(), receive.source(), receive.tag());
    }

    private MatchedMessage pollMatched() {
        Pause pause = new Pause();
        MatchedMessage message = communicator.nonblocking().probeMatched(receive.source(), receive.tag());
        while (message == null) {
            pause.take();
            message = communicator.nonblocking().probeMatched(receive.source(), receive.tag());
        }
        return message;
    }

    private void afterMatchedProbe(MatchedMessage message) {
        probed.set(message.source(), message.tag(), message.countBytes(), false);
        if (receive.id() % 2 == 0) {
            inOneCall(() -> message.receive(piece.memory(), piece.layout(), status));
        } else {
            request = message.receiveNonblocking(piece.memory(), piece.layout());
        }
    }

    private void inSpiteOfCancel() {
        request = post();
        request.cancel();
        if (!request.isComplete()) {
            return; // matched, and on its way
        }
        try {
            request.await(status);
        } catch (SennitException e) {
            failed(e, status);
            return;
        }
        if (!status.isCancelled()) {
            done(status);
            return;
        }
        piece.check(0, 0, "a cancelled receive: " + receive);
        request = post();
    }

    private void afterProbe() {
        Status found = communicator.probe(receive.source(), receive.tag());
        probed.set(found.source(), found.tag(), found.countBytes(), false);
        inOneCall(() -> receiveFrom(probed.source(), probed.tag()));
    }

    /** Makes a blocking call whose status is ours. */
    void inOneCall(Runnable call) {
        try {
            call.run();
            done(status);
        } catch (SennitException e) {
            failed(e, status);
        }
    }

    @Override
    public Request request() {
        return request;
    }

    @Override
    public CompletableFuture<Status> future() {
        return future;
    }

    @Override
    public boolean mayFail() {
        return mayFail;
    }

    @Override
    public void done(Status outcome) {
        if (outcome != status) {
            status.set(outcome.source(), outcome.tag(), outcome.countBytes(), false);
        }
        source = status.source();
        boolean isProbed = receive.way() == Way.PROBED || receive.way() == Way.MATCHED || receive.way() == Way.POLLED;
        if (isProbed
                && (source != probed.source()
                        || status.tag() != probed.tag()
                        || status.countBytes() != probed.countBytes())) {
            throw new AssertionError("probed " + probed + ", then got " + status + ": " + receive);
        }
        finish();
    }

    @Override
    public void failed(SennitException e, Status outcome) {
        if (!mayFail || e.errorClass() != ErrorClass.TRUNCATE && e.errorClass() != ErrorClass.TYPE) {
            throw e;
        }
        if (!e.getMessage().contains(" peer=" + outcome.source() + " ")) {
            throw new AssertionError("status and text name different senders: " + outcome, e);
        }
        if (outcome != status) {
            status.set(outcome.source(), outcome.tag(), outcome.countBytes(), outcome.isCancelled());
        }
        source = outcome.source();
        error = e.errorClass();
        finish();
    }

    private void finish() {
        if (isDone) {
            throw new AssertionError("completed twice: " + receive);
        }
        isDone = true;
        request = null;
        future = null;
    }

    // ---- for the oracle ----

    boolean isDone() {
        return isDone;
    }

    /** TRUNCATE or TYPE, or null. */
    ErrorClass error() {
        return error;
    }

    /** Whose message it got. */
    int source() {
        return source;
    }

    Status status() {
        return status;
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
        return receive.toString();
    }
}
