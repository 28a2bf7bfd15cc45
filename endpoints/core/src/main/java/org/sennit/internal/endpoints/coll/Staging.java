package org.sennit.internal.endpoints.coll;

/**
 * Memory that a collective cannot use as it is, such as a strided layout, and what stands in for it. Both calls come from
 * a thread that drives the endpoint.
 */
public interface Staging {
    /** Brings the user's data in, before each start. */
    void before();

    /** Brings the result out, when the outcome is taken. */
    void after();

    /**
     * Returns whether only the thread that has made the call can bring the result out.
     *
     * @return true for confined memory where threads share the endpoint
     */
    boolean isForOneThread();
}
