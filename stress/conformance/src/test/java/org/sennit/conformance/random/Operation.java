package org.sennit.conformance.random;

import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.request.Request;
import org.sennit.runtime.request.Status;

/** Something of a random program that a rank has started and must complete. */
interface Operation extends AutoCloseable {
    /** What is to be completed; null when nothing is on its way. */
    Request request();

    /** Whether an error may be its right outcome. */
    boolean mayFail();

    /** Takes its outcome. */
    void done(Status status);

    /** Takes its outcome, which was an error; throws it when it cannot be right. */
    void failed(SennitException e, Status status);

    @Override
    void close();
}
