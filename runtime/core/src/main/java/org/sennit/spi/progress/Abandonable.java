package org.sennit.spi.progress;

import org.sennit.message.SennitException;

/** Something that others may wait for outside the endpoint's progress, and that must therefore be told of the end of the job. */
@FunctionalInterface
public interface Abandonable {
    /**
     * Says that the job has ended or failed; called by any thread, perhaps more than once.
     *
     * @param reason SESSION or PROC_ABORTED
     */
    void abandon(SennitException reason);
}
