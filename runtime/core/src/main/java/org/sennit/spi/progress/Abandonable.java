package org.sennit.spi.progress;

import org.sennit.message.SennitException;

/** What others may wait for outside the endpoint's progress, so that it is notified of the end of the job. */
@FunctionalInterface
public interface Abandonable {
    /**
     * Ends the wait, since the job has ended or failed; any thread, perhaps more than once.
     *
     * @param reason SESSION or PROC_ABORTED
     */
    void abandon(SennitException reason);
}
