package org.sennit.active;

import org.sennit.message.Memory;

/**
 * The active messages of one endpoint in one communicator. A message names a target rank and the number of a header
 * handler that is registered there; the handler says where the data goes, so that it is copied once; a completion
 * handler may run when it is there. Three counters tell of the progress of each message:
 *
 * <ul>
 *   <li>the origin counter moves when the user's header, the data and the vector may be changed again;
 *   <li>the target counter, at the target, moves when the completion handler has returned, or the data is there if
 *   there is none;
 *   <li>the completion counter, at the origin, moves after the same event.
 * </ul>
 *
 * <p>Messages have no order, not even between one origin and one target. They make progress while the target computes:
 * handlers run on the origin's thread in the same process, else on one that serves the network.
 *
 * <p><b>Threads:</b> any thread may send and register, whatever the thread level. {@link #poll} and waits belong to the
 * thread that drives the endpoint, and to completion handlers.
 *
 * <p><b>Errors</b> of a call are thrown, and nothing has happened then: RANK, ARG, COUNT and BUFFER for what the caller
 * gave, NO_MEM for data in memory that is confined to a thread, and too long to be copied for others, COMM after the
 * communicator is closed, SESSION after the end of the job, PROC_FAILED and PROC_ABORTED when others have failed,
 * REQUEST to a purged target, UNSUPPORTED in a header handler, which may {@link #reply} alone. None is worth a retry.
 * What only the target sees goes to its {@link #onError error handler}.
 */
public interface ActiveMessages {
    /** The longest user's header, in bytes. */
    int MAX_HEADER_BYTES = 2048;

    /** The largest number of a handler. */
    int MAX_HANDLER = 4095;

    /** No target counter. */
    int NO_COUNTER = -1;

    /**
     * Registers a handler under the lowest free number. Ranks that register the same handlers in the same order know
     * each other's numbers; it takes a barrier until all have done so.
     *
     * @param handler the handler
     * @return its number, 0 and up
     * @throws org.sennit.message.SennitException ARG without a handler, or when no number is free; COMM, SESSION; final
     */
    int register(HeaderHandler handler);

    /**
     * Registers a handler under a number, in place of another one.
     *
     * @param number 0 to {@link #MAX_HANDLER}
     * @param handler the handler; null to remove the one that is there
     * @throws org.sennit.message.SennitException ARG for a number outside 0 to {@link #MAX_HANDLER}; COMM, SESSION;
     *     final
     */
    void register(int number, HeaderHandler handler);

    /**
     * Sets the handler of errors that no call can throw.
     *
     * @param handler the handler; null for one that prints a line to the standard error stream
     */
    void onError(ActiveErrorHandler handler);

    /**
     * Makes a counter, with a value of 0.
     *
     * @return the counter; it lasts as long as the communicator
     * @throws org.sennit.message.SennitException COMM after the communicator is closed; SESSION; final
     */
    ActiveCounter newCounter();

    /**
     * Sends an active message. Does not block.
     *
     * @param target a rank, the caller's own included
     * @param handler the number of a header handler at the target
     * @param header what the handler is given, of at most {@link #MAX_HEADER_BYTES}; null for none
     * @param origin where the data comes from; {@link ActiveVector#EMPTY} for none
     * @param targetCounter the number of a counter at the target, or {@link #NO_COUNTER}
     * @param originCounter moves when header and data may be changed; null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     * @throws org.sennit.message.SennitException RANK, ARG for a number that no handler can have, no origin vector
     *     or a counter of another library; COUNT for a header that is too long, BUFFER for what is no memory, or cannot
     *     be used by this thread; NO_MEM for data confined to a thread and too long to be copied; REQUEST when the
     *     target is purged; PROC_FAILED, PROC_ABORTED, COMM, SESSION; UNSUPPORTED in a header handler. All final:
     *     nothing has been sent, and no counter moves
     */
    void send(
            int target,
            int handler,
            @Memory Object header,
            ActiveVector origin,
            int targetCounter,
            ActiveCounter originCounter,
            ActiveCounter completionCounter);

    /**
     * As {@link #send}, with an action in place of the origin counter.
     *
     * @param target a rank
     * @param handler the number of a header handler at the target
     * @param header what the handler is given; null for none
     * @param origin where the data comes from
     * @param targetCounter the number of a counter at the target, or {@link #NO_COUNTER}
     * @param whenSent runs once when header and data may be changed, on any thread, perhaps during the call; must not
     *     block. What it throws goes to the thread's uncaught exception handler. Not called when the message fails;
     *     null for none
     * @param completionCounter moves when the message is complete at the target; null for none
     * @throws org.sennit.message.SennitException as {@link #send}; the action does not run then
     */
    void sendThen(
            int target,
            int handler,
            @Memory Object header,
            ActiveVector origin,
            int targetCounter,
            Runnable whenSent,
            ActiveCounter completionCounter);

    /**
     * Answers a message in its header handler: sends an active message to its origin. The only communication that a
     * header handler may do, and once for each message. Does not block. The answer is on its way when the call returns;
     * to an origin in the same process it goes when the header handler has returned, and the data of the message is in
     * place or waits for its thread. Where an answer is answered in turn, a call of {@link #send} within a process
     * returns after the last one.
     *
     * <p>No thread is started for it, as for a completion handler that sends: an answer costs what a message costs.
     *
     * @param message the message that the calling header handler has been given
     * @param handler the number of a header handler at the origin
     * @param header what that handler is given, of at most {@link #MAX_HEADER_BYTES}; null for none. May be changed
     *     when the call returns
     * @param data where the data comes from, in memory that the calling thread may access, which is the origin's, or
     *     one that serves the network; {@link ActiveVector#EMPTY} for none
     * @param targetCounter the number of a counter at the origin of the message, or {@link #NO_COUNTER}
     * @param dataCounter a counter of this endpoint, moves when the data may be changed; null for none
     * @param completionCounter a counter of this endpoint, moves when the answer is complete at its target; null for
     *     none
     * @throws org.sennit.message.SennitException ARG without a message; UNSUPPORTED outside the header handler of the
     *     message, and in one of another communicator; REQUEST when it has been answered, or its origin is purged; else
     *     as {@link #send}. Nothing has been sent then
     */
    void reply(
            ActiveMessage message,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            ActiveCounter dataCounter,
            ActiveCounter completionCounter);

    /**
     * As {@link #reply}, with an action in place of the counter of the data.
     *
     * @param message the message that the calling header handler has been given
     * @param handler the number of a header handler at the origin
     * @param header what that handler is given; null for none
     * @param data where the data comes from, as for {@link #reply}
     * @param targetCounter the number of a counter at the origin of the message, or {@link #NO_COUNTER}
     * @param whenSent runs once when the data may be changed, as for {@link #sendThen}: perhaps during the call, in the
     *     header handler
     * @param completionCounter a counter of this endpoint, moves when the answer is complete at its target; null for
     *     none
     * @throws org.sennit.message.SennitException as {@link #reply}
     */
    void replyThen(
            ActiveMessage message,
            int handler,
            @Memory Object header,
            ActiveVector data,
            int targetCounter,
            Runnable whenSent,
            ActiveCounter completionCounter);

    /**
     * Throws what {@link #send} would throw of a target and of the state of communicator and job; else does nothing.
     * For layers that work on memory of a target in the same process in place of a message.
     *
     * @param target a rank
     * @throws org.sennit.message.SennitException RANK, REQUEST, PROC_FAILED, PROC_ABORTED, COMM, SESSION, UNSUPPORTED,
     *     as {@link #send}; final
     */
    void checkTarget(int target);

    /**
     * Returns whether misuse is reported that costs time to detect (the option {@code checked}): a header
     * handler that blocks, memory that is used again before a message has finished with it. For layers that
     * report their own in the same case.
     *
     * @return always the same
     */
    boolean isChecked();

    /**
     * Blocks until the data of all messages that this endpoint has sent in this communicator is at its targets;
     * completion handlers may still run. Messages that fail count as arrived. (LAPI_Fence)
     * @throws org.sennit.message.SennitException UNSUPPORTED in a header handler; PROC_ABORTED, COMM, SESSION; final
     */
    void fence();

    /**
     * Makes progress once, without blocking. (LAPI_Probe)
     *
     * @return the work done, 0 for none
     * @throws org.sennit.message.SennitException UNSUPPORTED in a header handler; PROC_ABORTED, COMM, SESSION; final
     */
    int poll();

    /**
     * Makes progress for a time by the job's clock. In a completion handler it only pauses, and checks for failures, as
     * {@link #poll} there. The failure of a member does not end it. For layers that look for something again and again.
     *
     * @param lengthNs how long, in nanoseconds
     * @throws org.sennit.message.SennitException UNSUPPORTED in a header handler; PROC_ABORTED, COMM, SESSION; final
     */
    void pause(long lengthNs);

    /**
     * Gives up all messages to a target that are not complete, and all that are sent to it until {@link #resume}. Waits
     * for counters that these would have moved end with REQUEST, also for messages that have failed before and of which
     * no wait has been notified. Waits no longer end because the target has failed. (LAPI_Purge_totask)
     *
     * @param target a rank
     * @throws org.sennit.message.SennitException RANK when there is no such member; COMM, SESSION; final
     */
    void purge(int target);

    /**
     * Allows messages to a purged target again. (LAPI_Resume_totask)
     *
     * @param target a rank
     * @throws org.sennit.message.SennitException RANK when there is no such member; COMM, SESSION; final
     */
    void resume(int target);
}
