package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.active.ActiveVector;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/** An endpoint in one communicator, with the active messages that it sends there. Any thread. */
public final class ActiveScope extends EndpointScope {
    private final ActiveEndpoint endpoint;
    private final LocalDelivery delivery = new LocalDelivery(this);

    // Messages sent from here within the process whose data the thread of the target has to copy, and answers that are
    // not delivered yet.
    private final OpenOperations deferred = new OpenOperations(); // guarded by itself

    /**
     * Messages from here within the process whose completion handlers run. Any thread; the thread that removes one ends
     * it.
     */
    private final Set<AwaitedCompletion> completions = ConcurrentHashMap.newKeySet();

    ActiveScope(ActiveEndpoint endpoint, int contextId) {
        super(endpoint, contextId);
        this.endpoint = endpoint;
    }

    /** Returns the endpoint. */
    public ActiveEndpoint endpoint() {
        return endpoint;
    }

    /**
     * Sends a message to an endpoint of this process.
     *
     * @param source the rank of this endpoint
     * @param to the target
     * @param handler the number of the header handler
     * @param header the user's header
     * @param targetCounter the number of the target counter, or a negative one
     * @param events the events of which the origin is notified
     */
    public void send(
            int source,
            EndpointScope to,
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

    /**
     * Makes an answer to an origin in this process.
     *
     * @param source the rank of this endpoint
     * @param to the origin of the message
     * @param handler the number of the header handler
     * @param header the user's header, which is copied
     * @param targetCounter the number of a counter of the origin, or a negative one
     * @param events the events of which this endpoint is notified
     */
    public HeldReply reply(
            int source,
            EndpointScope to,
            int handler,
            MemorySegment header,
            ActiveVector data,
            int targetCounter,
            SentEvents events) {
        MemorySegment copy = MemorySegment.ofArray(header.toArray(ValueLayout.JAVA_BYTE));
        MappedFaults.throwPending(header);
        long generation = dataLeaves(); // now: a fence of another thread may begin before the answer is delivered
        return () -> {
            try {
                return delivery.deliver(source, to, handler, copy, data, targetCounter, events);
            } finally {
                dataIsThere(generation);
            }
        };
    }

    /**
     * Sends a message to an endpoint of another process. Does not block.
     *
     * @param source the rank of this endpoint
     * @param to an endpoint of another process
     * @param handler the number of the header handler
     * @param header the user's header
     * @param targetCounter the number of the target counter, or a negative one
     * @param events the events of which the origin is notified
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
                if (e instanceof InternalError || MemoryLoss.is(e)) { // InternalError: a mapped file was cut short
                    throw DeliveryErrors.unusable(describe(source, handler, data.lengthBytes()), e);
                }
            }
            throw e;
        }
        process.checkAlive(to, message, id);
    }

    /** Begins to wait for a completion handler of a message from here; returns null when no counter follows it. */
    AwaitedCompletion await(EndpointScope target, SentEvents events) {
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

    /**
     * Gives up messages to an endpoint of this process whose completion handlers have not returned.
     *
     * @param error what waits for their completion end with
     */
    public void purge(ActiveEndpoint target, SennitException error) {
        for (AwaitedCompletion awaited : completions) {
            if (awaited.target().work() == target && completions.remove(awaited)) {
                awaited.events().failed(true, FailedMessage.of(error));
            }
        }
    }

    /** Counts a message whose data fences wait for; returns what {@link #dataIsThere} is to be given. */
    long dataLeaves() {
        synchronized (deferred) {
            return deferred.begin();
        }
    }

    /** Counts the arrival of the data of a message, or its loss. */
    void dataIsThere(long generation) {
        boolean mayBeAwaited;
        synchronized (deferred) {
            mayBeAwaited = deferred.end(generation, 0);
        }
        if (mayBeAwaited) {
            endpoint.progress().signal();
        }
    }

    /** Returns the condition that all data sent from here so far is at its targets, or has been lost. */
    public Condition dataIsThereOfAll() {
        return new DataFence(this, endpoint.process().sent());
    }

    /** Returns the messages sent from here within the process whose data is not at its target yet; guarded by itself. */
    OpenOperations deferred() {
        return deferred;
    }

    /** Forgets handlers and counters; the communicator has been closed. */
    public void close() {
        endpoint.remove(contextId());
    }
}
