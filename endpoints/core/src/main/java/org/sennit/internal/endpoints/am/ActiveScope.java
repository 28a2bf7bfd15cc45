package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.sennit.active.ActiveErrorHandler;
import org.sennit.active.ActiveMessage;
import org.sennit.active.ActiveVector;
import org.sennit.active.CompletionHandler;
import org.sennit.active.HeaderHandler;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.concurrent.McsLock;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/** An endpoint in one communicator, for active messages: its handlers and its counters. Any thread. */
public final class ActiveScope {
    private static final int FIRST_HANDLERS = 8;

    private final ActiveEndpoint endpoint;
    private final int contextId;
    private final LocalDelivery delivery = new LocalDelivery(this);

    // Replaced as a whole under the lock of this object; volatile loads by those that deliver messages.
    private volatile HeaderHandler[] handlers = {};
    private volatile EndpointCounter[] counters = {};
    private volatile ActiveErrorHandler errors; // null: a line on the standard error stream
    private volatile Supplier<SennitException> failures = () -> null; // of members, as the endpoint knows them
    private volatile Supplier<String> place; // null until the endpoint has asked for its active messages

    // Messages sent from here within the process whose data the thread of the target has to copy. Atomic: such threads
    // subtract; fence loads.
    private final AtomicLong deferredData = new AtomicLong();

    /** Messages from here within the process whose completion handlers run. Any thread; the thread that removes one ends it. */
    private final Set<AwaitedCompletion> completions = ConcurrentHashMap.newKeySet();

    private final PurgedTargets purgedTargets = new PurgedTargets();

    ActiveScope(ActiveEndpoint endpoint, int contextId) {
        this.endpoint = endpoint;
        this.contextId = contextId;
    }

    /**
     * Says how the endpoint learns of failed members; by the endpoint.
     *
     * @param newFailures an error when a wait for any member would fail, else null
     */
    public void useFailures(Supplier<SennitException> newFailures) {
        failures = newFailures;
    }

    /**
     * Says how errors and pictures name this; by the endpoint.
     *
     * @param newPlace its rank and its communicator, as they are when it is asked; any thread
     */
    public void usePlace(Supplier<String> newPlace) {
        place = newPlace;
    }

    /** Returns the endpoint. */
    public ActiveEndpoint endpoint() {
        return endpoint;
    }

    int contextId() {
        return contextId;
    }

    SennitException failedMember() {
        return failures.get();
    }

    /**
     * Registers a handler under the lowest free number.
     *
     * @param mostNumber the largest number
     * @return its number
     */
    public synchronized int register(HeaderHandler handler, int mostNumber) {
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
    public synchronized void register(int number, HeaderHandler handler) {
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
    public void onError(ActiveErrorHandler handler) {
        errors = handler;
    }

    /**
     * Makes a counter.
     *
     * @return a fresh one
     */
    public synchronized EndpointCounter newCounter() {
        EndpointCounter[] known = counters;
        EndpointCounter[] more = Arrays.copyOf(known, known.length + 1);
        EndpointCounter counter = new EndpointCounter(this, known.length);
        more[known.length] = counter;
        counters = more;
        return counter;
    }

    /** Moves a target counter. */
    void count(int number, int source, int handler) {
        if (number < 0) {
            return;
        }
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

    /** Records that a message that would have moved a target counter has lost its origin. */
    void fail(int number, SennitException error) {
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
    ActiveVector call(ArrivedMessage message) {
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
            ActiveVector target = endpoint.isChecked() ? watched(handler, message) : handler.arrived(message);
            SennitException misfit = target == null ? null : message.lengths().misfit(target);
            if (misfit == null) {
                if (target != null && endpoint.isChecked()) {
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

    /** Notes that an operation has the target's memory already; others learn the same of this message until {@link #endUse}. */
    private void checkUse(ActiveVector target, ArrivedMessage message) {
        MemoryUses uses = endpoint.memoryUses();
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
    void endUse(MemoryUses.Use use) {
        if (use != null) {
            endpoint.memoryUses().end(use);
        }
    }

    private ActiveVector watched(HeaderHandler handler, ArrivedMessage message) {
        endpoint.running(new RunningHandler(this, message.source(), message.handler()));
        try (HandlerCopies lent = new HandlerCopies()) {
            message.lends(lent);
            return handler.arrived(message);
        } finally {
            message.lends(null);
            endpoint.running(null);
        }
    }

    /** Runs a completion handler; what it throws is reported. */
    void complete(ArrivedData data) {
        try {
            data.completion().completed(data.parameter());
        } catch (Throwable e) { // of the user
            report(data.source(), data.handler(), thrown("completion", describe(data.source(), data.handler()), e));
        }
    }

    /** Runs a completion handler by the rules of header handlers: inside the gate. */
    void completeInline(CompletionHandler completion, Object parameter, int source, int handler) {
        Throwable problem = null;
        McsLock.Node node = endpoint.gate().enter();
        try {
            if (endpoint.isChecked()) {
                endpoint.running(new RunningHandler(this, source, handler));
            }
            completion.completed(parameter);
        } catch (Throwable e) { // of the user
            problem = e;
        } finally {
            if (endpoint.isChecked()) {
                endpoint.running(null);
            }
            endpoint.gate().leave(node);
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
    String describe(int source, int handler) {
        return "operation=activeMessages().send source=" + source + " handler=" + handler + " " + this;
    }

    private String describe(ArrivedMessage message) {
        return describe(message.source(), message.handler()) + " length=" + message.lengthBytes() + " header="
                + message.header().byteSize();
    }

    /** Tells the error handler; outside the gate. */
    void report(int source, int handler, SennitException error) {
        ActiveErrorHandler told = errors;
        try {
            if (told == null) {
                System.err.println("sennit: active message not delivered: source=" + source + " handler=" + handler
                        + " " + error.getMessage());
            } else {
                told.failed(source, handler, error);
            }
        } catch (Throwable e) { // of the user's handler: the counters of the message move all the same
            SentEvents.uncaught(e);
        }
    }

    /**
     * Sends a message to an endpoint of this process.
     *
     * @param source the rank of this endpoint
     * @param to the target
     * @param handler the number of the header handler
     * @param header the user's header
     * @param targetCounter the number of the target counter, or a negative one
     * @param events what the origin wants to be told
     */
    public void send(
            int source,
            ActiveScope to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        HeldReply reply = delivery.deliver(source, to, handler, header, data, targetCounter, events);
        while (reply != null) {
            reply = reply.deliver();
        }
    }

    /** Returns whether a message is the one whose header handler the calling thread runs here. */
    public boolean isHandling(ActiveMessage message) {
        return message instanceof ArrivedMessage arrived
                && endpoint.gate().isInside()
                && arrived == endpoint.arrived()
                && arrived.isHandledAt(this);
    }

    /** Returns whether a message that is handled here has been answered. */
    public boolean isAnswered(ActiveMessage message) {
        return ((ArrivedMessage) message).isAnswered();
    }

    /**
     * Makes an answer to an origin in this process.
     *
     * @param source the rank of this endpoint
     * @param to the origin of the message
     * @param handler the number of the header handler
     * @param header the user's header, which is copied
     * @param targetCounter the number of a counter of the origin, or a negative one
     * @param events what this endpoint wants to be told
     */
    public HeldReply reply(
            int source,
            ActiveScope to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        MemorySegment copy = MemorySegment.ofArray(header.toArray(ValueLayout.JAVA_BYTE));
        return () -> delivery.deliver(source, to, handler, copy, data, targetCounter, events);
    }

    /**
     * Notes that a message that is handled here has been answered.
     *
     * @param held the answer, which is to be delivered when the header handler has returned; null where it has been sent
     */
    public void answered(ActiveMessage message, HeldReply held) {
        ((ArrivedMessage) message).answered(held);
    }

    /**
     * Sends a message to an endpoint of another process. Does not block.
     *
     * @param source the rank of this endpoint
     * @param to an endpoint of another process
     * @param handler the number of the header handler
     * @param header the user's header
     * @param targetCounter the number of the target counter, or a negative one
     * @param events what the origin wants to be told
     */
    public void send(
            int source,
            Peer to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        ActiveProcess process = endpoint.process();
        SentMessage message = process.sent().take();
        long id;
        try {
            id = message.between(this, source, to).start(handler, header, data, targetCounter, events);
        } catch (RuntimeException | Error e) {
            if (message.id() == 0) { // it has not begun
                process.sent().drop(message);
            }
            throw e;
        }
        process.checkAlive(to, message, id);
    }

    /** Begins to wait for a completion handler of a message from here; returns null when no counter follows it. */
    AwaitedCompletion await(ActiveScope target, SentEvents events) {
        if (events.completion() == null) {
            return null;
        }
        AwaitedCompletion awaited = new AwaitedCompletion(target, events);
        completions.add(awaited);
        return awaited;
    }

    /** Returns whether a message has not been purged; once for each. */
    boolean isAwaited(AwaitedCompletion awaited) {
        return awaited != null && completions.remove(awaited);
    }

    /** Returns the targets that have been purged. */
    PurgedTargets purgedTargets() {
        return purgedTargets;
    }

    /** Returns the exception of a wait for a message that has failed. */
    SennitException errorOf(FailedMessage message) {
        SennitException cause = message.cause();
        return purgedTargets.isGivenUp(message)
                ? new SennitException(
                        ErrorClass.REQUEST, "the target is purged: " + this + " cause=" + cause.getMessage(), cause)
                : cause;
    }

    /** Returns whether messages to a target are refused. */
    public boolean isPurged(Peer target) {
        return purgedTargets.isPurged(target);
    }

    /** Returns whether a target has ever been purged; if not, {@link #isPurged} is false for all. */
    public boolean isAnyPurged() {
        return purgedTargets.isAny();
    }

    /** Refuses messages to a target from now on. */
    public void beginPurge(Peer target) {
        purgedTargets.purge(target);
    }

    /** Allows messages to a target again. */
    public void resume(Peer target) {
        purgedTargets.resume(target);
    }

    /**
     * Gives up messages to an endpoint of this process whose completion handlers have not returned.
     *
     * @param error what waits for their completion end with
     */
    public void purge(ActiveEndpoint target, SennitException error) {
        for (AwaitedCompletion awaited : completions) {
            if (awaited.target().endpoint() == target && completions.remove(awaited)) {
                awaited.events().failed(true, FailedMessage.of(error));
            }
        }
    }

    void dataLeaves() {
        deferredData.incrementAndGet();
    }

    void dataIsThere() {
        if (deferredData.decrementAndGet() == 0) {
            endpoint.progress().signal();
        }
    }

    /** Returns the condition that all data sent from here so far is at its targets, or has been lost. */
    public Condition dataIsThereOfAll() {
        return new DataFence(this, endpoint.process().sent());
    }

    /** Returns how many messages sent from here within the process have data that is not at its target yet. */
    long deferredMessages() {
        return deferredData.get();
    }

    /** Forgets handlers and counters; the communicator has been closed. */
    public void close() {
        endpoint.remove(contextId);
    }

    @Override
    public String toString() {
        Supplier<String> known = place;
        return known != null ? known.get() : endpoint + " context=" + contextId;
    }
}
