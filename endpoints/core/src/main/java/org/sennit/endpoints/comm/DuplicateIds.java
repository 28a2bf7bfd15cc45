package org.sennit.endpoints.comm;

import java.util.concurrent.atomic.AtomicLong;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * The context ids of communicators that are duplicated without blocking. Their members are not together at any time, so
 * they cannot agree; rank 0 chooses, and no two processes can choose the same: the negative ids are divided among the
 * processes of the job. Any thread may call.
 */
public final class DuplicateIds {
    private final int process;
    private final long end;
    private final AtomicLong next;

    /**
     * Makes the ids that a process gives out.
     *
     * @param process its number in the job
     * @param processes how many there are
     */
    public DuplicateIds(int process, int processes) {
        long share = (1L << 31) / processes / ContextIds.EACH * ContextIds.EACH;
        this.process = process;
        this.next = new AtomicLong(Integer.MIN_VALUE + process * share);
        this.end = Integer.MIN_VALUE + (process + 1) * share;
    }

    /**
     * Ids that no communicator has.
     *
     * @param communicators for how many, one after the other
     * @return the first one's id, below 0
     * @throws SennitException OTHER when this process has given out all of its share, 2³¹ / 8 divided by the number of
     *     processes; final
     */
    public int take(int communicators) {
        long length = (long) communicators * ContextIds.EACH;
        long id = next.getAndAdd(length);
        if (id + length > end) {
            throw new SennitException(
                    ErrorClass.OTHER, "no context ids are left: operation=duplicateNonblocking process=" + process);
        }
        return (int) id;
    }
}
