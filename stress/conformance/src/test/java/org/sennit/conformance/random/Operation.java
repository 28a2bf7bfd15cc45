package org.sennit.conformance.random;

import java.util.concurrent.CompletableFuture;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Something of a random program that a rank has started and must complete. */
interface Operation extends AutoCloseable {
    /** What is to be completed; null when nothing is on its way. */
    Request request();

    /** The same as a future, when its outcome is to be taken from that; else null. */
    default CompletableFuture<Status> future() {
        return null;
    }

    /** Whether an error may be its right outcome. */
    default boolean mayFail() {
        return false;
    }

    /** Takes its outcome. */
    void done(Status status);

    /** Takes its outcome, which was an error; throws it when it cannot be right. */
    default void failed(SennitException e, Status status) {
        throw e;
    }

    @Override
    void close();
}
