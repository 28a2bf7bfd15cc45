package org.sennit.internal.endpoints.coll;

/**
 * Replaces user memory that a collective cannot use directly, such as a strided layout, by temporary memory. Called by
 * a thread that drives the endpoint.
 */
public interface Staging {
    /** Copies the user's data in, before each start. */
    void before();

    /** Copies the result out, at completion. */
    void after();

    /**
     * Returns whether only the thread that has made the call can copy the result out.
     *
     * @return true for confined memory where threads share the endpoint
     */
    boolean isForOneThread();
}
