package org.sennit.internal.endpoints.ownership;

import org.sennit.internal.runtime.error.ErrorScope;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Progress;

/** A give that is complete when the memory has been taken. Completed by the thread of the taker, or by an upcall. */
public final class GiveRequest extends Request implements GiftAnswer {
    private final Object communicator;
    private final int rank;

    /**
     * Makes an active one.
     *
     * @param communicator for error texts
     * @param destination the taker's rank
     */
    public GiveRequest(Progress progress, Object communicator, int rank, int destination, int tag) {
        super(progress);
        this.communicator = communicator;
        this.rank = rank;
        renew(destination, tag);
    }

    /** Begins anew; inactive. */
    final void renew(int destination, int tag) {
        remember(destination, tag, 0);
        activate();
    }

    @Override
    public void taken(long lengthBytes) {
        complete(peer(), messageTag(), lengthBytes);
    }

    @Override
    public void refused(long lengthBytes, GiveRefusal refusal) {
        fail(
                peer(),
                messageTag(),
                new SennitException(
                        refusal.errorClass(),
                        "the peer has not taken the buffer, which has gone home: " + this + " length=" + lengthBytes
                                + " cause=" + refusal.why()));
    }

    void lost(Throwable cause) {
        fail(
                peer(),
                messageTag(),
                new SennitException(
                        ErrorClass.PROC_FAILED, "the peer is lost: " + this + " cause=" + cause.getMessage(), cause));
    }

    /**
     * Returns the reason for which the gift has not been taken; null when it has, or when the error has been thrown.
     * After completion.
     */
    SennitException refusal() {
        return failureOf(this);
    }

    @Override
    protected SennitException raised(SennitException error) {
        return ErrorScope.raise(communicator, error);
    }

    @Override
    public Awaited awaited() {
        return isComplete() ? null : Awaited.taker(toString(), communicator, peer());
    }

    @Override
    public String toString() {
        return "operation=give rank=" + rank + " peer=" + peer() + " tag=" + messageTag() + " communicator="
                + communicator;
    }
}
