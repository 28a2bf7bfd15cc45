package org.sennit.internal.endpoints.comm;

import java.util.concurrent.atomic.AtomicLong;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The context ids that one process gives to new communicators. The negative ids are divided among the processes of the
 * job, so each is given once in the job, also by concurrent constructors: one member of a new communicator chooses, and
 * the others take its choice. Ids are not reused.
 *
 * <p>An agreement on the largest of the members' unused ids would not do: two threads of an endpoint that make
 * communicators at once, each from a parent of its own, would get the same id for both.
 *
 * <p>Any thread may call.
 */
public final class ContextIds {
    /** Number of ids of a communicator. */
    public static final int EACH = 8;

    /** The proposal of a member that does not choose; smaller than any id. */
    public static final int NONE = Integer.MIN_VALUE;

    private final int process;
    private final long end;
    private final AtomicLong next;

    /**
     * Makes the ids that a process gives out.
     *
     * @param process its number in the job
     * @param processes their number
     */
    public ContextIds(int process, int processes) {
        long share = ((1L << 31) - EACH) / processes / EACH * EACH;
        long first = Integer.MIN_VALUE + EACH; // as NONE is no id
        this.process = process;
        this.next = new AtomicLong(first + process * share);
        this.end = first + (process + 1) * share;
    }

    /**
     * Returns the context id of the collectives' messages of a communicator.
     *
     * @param id that of the communicator, for users' messages
     */
    public static int ofCollectives(int id) {
        return id + 1;
    }

    /**
     * Returns the context id of the ownership collectives' messages of a communicator.
     *
     * @param id that of the communicator, for users' messages
     */
    public static int ofOwnership(int id) {
        return id + 6;
    }

    /**
     * Returns the context id of the persistent collectives' messages of a communicator.
     *
     * @param id that of the communicator, for users' messages
     */
    public static int ofPersistent(int id) {
        return id + 7;
    }

    /**
     * Returns the context ids of all calls in which all members of a communicator take part.
     *
     * @param id that of the communicator, for users' messages
     */
    public static int[] ofCalls(int id) {
        return new int[] {ofCollectives(id), ofOwnership(id), ofPersistent(id)};
    }

    /**
     * Returns a member's proposal; the largest proposal of all members is the choice.
     *
     * @param isChooser whether this member chooses, which one of them does
     * @param communicators for how many, one after the other
     * @return the first one's id; {@link #NONE} when another member chooses, or when no ids are left
     */
    public int propose(boolean isChooser, int communicators) {
        if (!isChooser) {
            return NONE;
        }
        long length = (long) communicators * EACH;
        long id = next.getAndUpdate(first -> first + length > end ? first : first + length);
        return id + length > end ? NONE : (int) id;
    }

    /**
     * Checks the choice, with the same outcome on all members.
     *
     * @param choice the largest of the members' proposals
     * @throws SennitException OTHER when the process of the member that chooses has given out all of its share, 2³¹ / 8
     *     divided by the number of processes; final
     */
    public int checked(int choice) {
        if (choice == NONE) {
            throw new SennitException(
                    ErrorClass.OTHER,
                    "no context ids are left in the process of the member that chooses: process here=" + process);
        }
        return choice;
    }
}
