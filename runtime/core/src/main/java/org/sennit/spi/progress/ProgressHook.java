package org.sennit.spi.progress;

/**
 * Work that an endpoint's progress carries on besides its inbox, until it is over: a transfer in parts, for instance.
 * Asked by the thread that drives the endpoint, never by two at once. (MPICH's progress hooks)
 */
public interface ProgressHook {
    /** Result of {@link #advance} when the hook is to be removed. */
    int OVER = -1;

    /**
     * Does a bounded part of the work; must not call for progress itself. A hook that completes a request here returns
     * {@link #OVER}, and the hook is not asked again: another thread of the endpoint may have restarted the request.
     *
     * @return the amount of work done, 0 for none; OVER when it is to be taken out
     */
    int advance();

    /**
     * Returns whether {@link #advance} has something to do; asked before the thread sleeps, after it has said so.
     *
     * @return true when it must not sleep
     */
    boolean hasWork();
}
