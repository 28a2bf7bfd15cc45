package org.sennit.spi.bootstrap;

/**
 * Removes what killed processes of a job leave in the file system. Found by {@link java.util.ServiceLoader}; called by
 * the launcher after all of them have ended.
 *
 * <p>Threads: stateless.
 */
public interface JobRemains {
    /**
     * Deletes the files of a job. Does not fail: what cannot be deleted stays.
     *
     * @param jobId the job's name, without the number of a session
     */
    void clear(String jobId);
}
