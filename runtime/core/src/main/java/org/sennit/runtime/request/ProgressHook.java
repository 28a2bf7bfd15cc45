package org.sennit.runtime.request;

/**
 * Work that an endpoint's progress carries on besides its inbox, until it is over: a transfer in parts, for instance.
 * Asked by the thread that drives the endpoint, never by two at once. (MPICH's progress hooks)
 */
public interface ProgressHook {
    /**
     * Does a bounded part of the work; must not call for progress itself.
     *
     * @return the amount of work done, 0 for none
     */
    int advance();

    /**
     * Whether {@link #advance} has something to do; asked before the thread sleeps, after it has said so.
     *
     * @return true when it must not sleep
     */
    boolean hasWork();

    /**
     * Whether this hook need not be asked any more.
     *
     * @return true when it is to be taken out
     */
    boolean isOver();
}
