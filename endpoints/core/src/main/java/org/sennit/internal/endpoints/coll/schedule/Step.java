package org.sennit.internal.endpoints.coll.schedule;

/** The kinds of steps, and the special values of their numbers. {@link CollectiveSchedule} says what each means. */
public final class Step {
    /** Copies bytes from one place to another. */
    public static final int COPY = 0;
    /** Copies a block that an entry of its owner's table describes; its length must be the one that is expected. */
    public static final int COPY_TABLED = 1;
    /** Runs a {@link ReductionProgram} over elements. */
    public static final int REDUCE = 2;
    /** Starts a message to a rank. */
    public static final int SEND = 3;
    /** Starts to receive a message from a rank. */
    public static final int RECEIVE = 4;
    /** Starts a message to a rank of the other side of an intercommunicator. */
    public static final int SEND_REMOTE = 5;
    /** Starts to receive a message from a rank of the other side. */
    public static final int RECEIVE_REMOTE = 6;
    /** Waits for all messages that have been started. */
    public static final int DRAIN = 7;
    /** Notifies one member of the process, or all, that a phase has been reached. */
    public static final int SIGNAL = 8;
    /** Waits until a member of the process has signalled a phase. */
    public static final int AWAIT = 9;
    /** Waits until all members of the process have signalled a phase. */
    public static final int AWAIT_ALL = 10;
    /** Compares what the members say that they call; fails when they differ. */
    public static final int AGREE = 11;
    /**
     * Waits until all members of the process have come this far; the last one combines their lines before, if they are
     * to be.
     */
    public static final int MEET = 12;
    /** Writes a length to a place, for members that compare. */
    public static final int SHOW_LENGTH = 13;
    /** Compares the length in a place of another member with the one that is expected; fails when they differ. */
    public static final int CHECK_LENGTH = 14;

    /** The target of a signal to all members of the process. */
    public static final int ALL = -1;

    private static final String[] NAMES = {
        "copy",
        "copy-tabled",
        "reduce",
        "send",
        "receive",
        "send-remote",
        "receive-remote",
        "drain",
        "signal",
        "await",
        "await-all",
        "agree",
        "meet",
        "show-length",
        "check-length"
    };

    private Step() {}

    /**
     * Returns the name of a kind.
     *
     * @param kind one of the above
     */
    public static String name(int kind) {
        return NAMES[kind];
    }
}
