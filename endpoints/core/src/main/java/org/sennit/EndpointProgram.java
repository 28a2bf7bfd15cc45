package org.sennit;

/** What each endpoint of a job runs. The same object serves all endpoints, each in a thread of its own. */
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
