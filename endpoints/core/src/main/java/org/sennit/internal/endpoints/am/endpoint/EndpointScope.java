package org.sennit.internal.endpoints.am.endpoint;

import java.util.Arrays;
import java.util.function.Supplier;
import org.sennit.active.ActiveErrorHandler;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.active.HeaderHandler;
import org.sennit.internal.endpoints.am.memory.MemoryUses;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.internal.runtime.concurrent.UncaughtExceptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.active.MessageEnds;

/**
 * An endpoint in one communicator, for active messages: its handlers, its counters, how it reports errors, and the
 * targets that it has purged. Any thread.
 */
public class EndpointScope {
    private static final int FIRST_HANDLERS = 8;

    private final EndpointWork work;
    private final int contextId;

    // Replaced as a whole under the lock of this object; volatile loads by those that deliver messages.
    private volatile HeaderHandler[] handlers = {};
    private volatile EndpointCounter[] counters = {};
    private volatile ActiveErrorHandler errors; // null: a line on the standard error stream
    private volatile Supplier<SennitException> failures = () -> null; // of members, as the endpoint knows them
    private volatile Supplier<String> place; // null until the endpoint has asked for its active messages

    private final PurgedTargets purgedTargets = new PurgedTargets();
    private final EndedMessages ended = new EndedMessages();

    protected EndpointScope(EndpointWork work, int contextId) {
        this.work = work;
        this.contextId = contextId;
    }

    /** Returns what runs at the endpoint. */
    public final EndpointWork work() {
        return work;
    }

    public final int contextId() {
        return contextId;
    }

    /**
     * Says how the endpoint learns of failed members; by the work.
     *
     * @param newFailures an error when a wait for any member would fail, else null
     */
    public final void useFailures(Supplier<SennitException> newFailures) {
        failures = newFailures;
    }

    /**
     * Says how errors and pictures name this; by the work.
     *
     * @param newPlace its rank and its communicator, as they are when it is asked; any thread
     */
    public final void usePlace(Supplier<String> newPlace) {
        place = newPlace;
    }

    final SennitException failedMember() {
        return failures.get();
    }

    /**
     * Registers a handler under the lowest free number.
     *
     * @param mostNumber the largest number
     * @return its number
     */
    public final synchronized int register(HeaderHandler handler, int mostNumber) {
        HeaderHandler[] known = handlers;
        int number = 0;
        while (number < known.length && known[number] != null) {
            number++;
        }
        if (number > mostNumber) {
            throw new SennitException(ErrorClass.ARG, "no number is free for a handler: most=" + mostNumber);
        }
        register(number, handler);
        return number;
    }

    /**
     * Registers a handler.
     *
     * @param number its number
     * @param handler the handler, or null to remove it
     */
    public final synchronized void register(int number, HeaderHandler handler) {
        HeaderHandler[] known = handlers;
        HeaderHandler[] more = Arrays.copyOf(known, Math.max(known.length, Math.max(number + 1, FIRST_HANDLERS)));
        more[number] = handler;
        handlers = more;
    }

    /**
     * Sets the handler of errors.
     *
     * @param handler the handler, or null
     */
    public final void onError(ActiveErrorHandler handler) {
        errors = handler;
    }

    /**
     * Makes a counter.
     *
     * @return a fresh one
     */
    public final synchronized EndpointCounter newCounter() {
        EndpointCounter[] known = counters;
        EndpointCounter[] more = Arrays.copyOf(known, known.length + 1);
        EndpointCounter counter = new EndpointCounter(this, known.length);
        more[known.length] = counter;
        counters = more;
        return counter;
    }

    /** Moves a target counter, where there is one, of a message that is complete. */
    public final void count(int number, int source, int handler) {
        if (number >= 0) {
            move(number, source, handler);
        }
        ended(MessageEnds.RECEIVED);
    }

    private void move(int number, int source, int handler) {
        EndpointCounter[] known = counters;
        if (number < known.length) {
            known[number].add(1);
        } else {
            report(
                    source,
                    handler,
                    new SennitException(
                            ErrorClass.ARG,
                            "no such target counter: counter=" + number + " counters=" + known.length + " "
                                    + describe(source, handler)));
        }
    }

    /** Notes that header and data of a message from here may be changed: the origin's events first. */
    public final void dataTaken(SentEvents events) {
        events.dataTaken();
        ended(MessageEnds.SENT);
    }

    /**
     * Notes the end of messages, after the counters have moved that follow them.
     *
     * @param kinds SENT and RECEIVED
     */
    public final void ended(int kinds) {
        ended.note(kinds);
    }

    /**
     * Returns which kinds of messages have ended since the last call.
     *
     * @return SENT and RECEIVED
     */
    public final int takeEnded() {
        return ended.take();
    }

    /** Records that a message that would have moved a target counter has lost its origin. */
    public final void fail(int number, SennitException error) {
        EndpointCounter[] known = counters;
        if (number >= 0 && number < known.length) {
            known[number].fail(FailedMessage.of(error));
        }
    }

    /**
     * Runs the header handler; by a thread inside the gate.
     *
     * @return where the data goes; null when it is dropped
     */
    public final ActiveVector call(ArrivedMessage message) {
        HeaderHandler[] known = handlers;
        int number = message.handler();
        HeaderHandler handler = number >= 0 && number < known.length ? known[number] : null;
        if (handler == null) {
            message.failed(
                    new SennitException(ErrorClass.ARG, "no such header handler is registered: " + describe(message)));
            return null;
        }
        message.isHandledBy(this);
        try {
            ActiveVector target = work.isChecked() ? watched(handler, message) : handler.arrived(message);
            SennitException misfit = target == null ? null : message.lengths().misfit(target);
            if (misfit == null) {
                if (target != null && work.isChecked()) {
                    checkUse(target, message);
                }
                return target;
            }
            message.failed(
                    new SennitException(misfit.errorClass(), misfit.getMessage() + " " + describe(message), misfit));
        } catch (Throwable e) { // of the user: the message's connection and thread are not to suffer
            message.failed(thrown("header", describe(message), e));
        }
        return null;
    }

    /**
     * Notes that an operation has the target's memory already; others learn the same of this message until {@link
     * #endUse}.
     */
    private void checkUse(ActiveVector target, ArrivedMessage message) {
        MemoryUses uses = work.memoryUses();
        MemoryUses.Use use = MemoryUses.of(target, describe(message));
        String other = uses.beginBeside(use);
        message.uses(use);
        if (other != null) {
            message.noted(new SennitException(
                    ErrorClass.PENDING,
                    "the target vector has memory of an operation that is not complete: " + describe(message)
                            + " other: " + other));
        }
    }

    /** Ends the use of a target vector, before the target counter moves; null does nothing. */
    public final void endUse(MemoryUses.Use use) {
        if (use != null) {
            work.memoryUses().end(use);
        }
    }

    private ActiveVector watched(HeaderHandler handler, ArrivedMessage message) {
        work.running(new RunningHandler(this, message.source(), message.handler()));
        try (HandlerCopies lent = new HandlerCopies()) {
            message.lends(lent);
            return handler.arrived(message);
        } finally {
            message.lends(null);
            work.running(null);
        }
    }

    /** Runs a completion handler; what it throws is reported. */
    public final void complete(ArrivedData data) {
        try {
            data.completion().completed(data.parameter());
        } catch (Throwable e) { // of the user
            report(data.source(), data.handler(), thrown("completion", describe(data.source(), data.handler()), e));
        }
    }

    /** Runs a completion handler by the rules of header handlers: inside the gate. */
    public final void completeInline(CompletionHandler completion, Object parameter, int source, int handler) {
        Throwable problem = null;
        McsLock.Node node = work.gate().enter();
        try {
            if (work.isChecked()) {
                work.running(new RunningHandler(this, source, handler));
            }
            completion.completed(parameter);
        } catch (Throwable e) { // of the user
            problem = e;
        } finally {
            if (work.isChecked()) {
                work.running(null);
            }
            work.gate().leave(node);
        }
        if (problem != null) {
            report(source, handler, thrown("completion", describe(source, handler), problem));
        }
    }

    private static SennitException thrown(String which, String where, Throwable cause) {
        return new SennitException(
                ErrorClass.OTHER, "the " + which + " handler has thrown: " + where + " cause=" + cause, cause);
    }

    /** Describes a message at its target, for errors: by whom, by which handler, and where. */
    public final String describe(int source, int handler) {
        return "operation=activeMessages().send source=" + source + " handler=" + handler + " " + this;
    }

    /** As {@link #describe(int, int)}, with the length of the message. */
    public final String describe(int source, int handler, long lengthBytes) {
        return describe(source, handler) + " length=" + lengthBytes;
    }

    private String describe(ArrivedMessage message) {
        return describe(message.source(), message.handler(), message.lengthBytes()) + " header="
                + message.header().byteSize();
    }

    /** Calls the error handler; outside the gate. */
    public final void report(int source, int handler, SennitException error) {
        ActiveErrorHandler registered = errors;
        try {
            if (registered == null) {
                System.err.println("sennit: active message not delivered: source=" + source + " handler=" + handler
                        + " " + error.getMessage());
            } else {
                registered.failed(source, handler, error);
            }
        } catch (Throwable e) { // of the user's handler: the counters of the message move all the same
            UncaughtExceptions.handle(e);
        }
    }

    /** Returns whether a message is the one whose header handler the calling thread runs here. */
    public final boolean isHandling(ActiveMessage message) {
        return message instanceof ArrivedMessage arrived
                && work.gate().isInside()
                && arrived == work.arrived()
                && arrived.isHandledAt(this);
    }

    /** Returns whether a message that is handled here has been answered. */
    public final boolean isAnswered(ActiveMessage message) {
        return ((ArrivedMessage) message).isAnswered();
    }

    /**
     * Notes that a message that is handled here has been answered.
     *
     * @param held the answer, which is to be delivered when the header handler has returned; null where it has been
     *     sent
     */
    public final void answered(ActiveMessage message, HeldReply held) {
        ((ArrivedMessage) message).answered(held);
    }

    /** Returns the number of purges of a target, for {@link FailedMessage}. */
    public final int purgesOf(Peer target) {
        return purgedTargets.numberOf(target);
    }

    /** Returns the exception of a wait for a message that has failed. */
    final SennitException errorOf(FailedMessage message) {
        SennitException cause = message.cause();
        return purgedTargets.isGivenUp(message)
                ? new SennitException(
                        ErrorClass.REQUEST, "the target is purged: " + this + " cause=" + cause.getMessage(), cause)
                : cause;
    }

    /** Returns whether messages to a target are refused. */
    public final boolean isPurged(Peer target) {
        return purgedTargets.isPurged(target);
    }

    /** Returns whether a target has ever been purged; if not, {@link #isPurged} is false for all. */
    public final boolean isAnyPurged() {
        return purgedTargets.isAny();
    }

    /** Refuses messages to a target from now on. */
    public final void beginPurge(Peer target) {
        purgedTargets.purge(target);
    }

    /** Allows messages to a target again. */
    public final void resume(Peer target) {
        purgedTargets.resume(target);
    }

    @Override
    public final String toString() {
        Supplier<String> known = place;
        return known != null ? known.get() : work + " context=" + contextId;
    }
}
