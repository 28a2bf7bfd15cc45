package org.sennit;

/**
 * The program that each endpoint of a job runs. One object serves all endpoints of the process, each in a thread of its
 * own.
 */
@FunctionalInterface
public interface EndpointProgram {
    /**
     * Runs one endpoint from its beginning to its end.
     *
     * @param endpoint the endpoint
     * @throws Exception whatever leaves here aborts the job
     */
    void run(Endpoint endpoint) throws Exception;
}
