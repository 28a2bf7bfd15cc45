package org.sennit.internal.runtime.bootstrap.pmix;

import org.sennit.message.SennitException;

/**
 * The calls of PMIx that start-up needs. Each call throws a {@link SennitException} with BOOTSTRAP that names it and
 * its status; those that wait for other processes have no deadline. Threads: any, but one call at a time, except abort.
 */
interface Pmix {
    /** Joins. Returns the rank of this process. */
    int init();

    /** Returns the number of processes. */
    int size();

    /** Puts a text, for all to see after the next fence. */
    void put(String key, String text);

    /** Shows what has been put to all, and waits for all. */
    void fence();

    /** Returns a value that a process has put. */
    String get(int rank, String key);

    /** Ends all processes of the job. */
    void abort(int status, String why);

    /** Leaves, as a process must that does not want to be taken for failed. */
    void finish();
}
