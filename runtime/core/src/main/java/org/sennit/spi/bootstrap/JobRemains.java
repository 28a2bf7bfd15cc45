package org.sennit.spi.bootstrap;

/**
 * Takes away what the processes of a job leave behind in the file system when they are killed. Found by
 * {@link java.util.ServiceLoader}; asked by the launcher, which knows that none of them is left.
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
