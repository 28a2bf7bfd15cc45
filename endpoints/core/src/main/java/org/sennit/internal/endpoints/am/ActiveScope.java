package org.sennit.internal.endpoints.am;

import java.lang.foreign.MemorySegment;
import org.sennit.active.ActiveVector;
import org.sennit.internal.endpoints.am.endpoint.EndpointScope;
import org.sennit.internal.endpoints.am.endpoint.HeldReply;
import org.sennit.internal.endpoints.am.endpoint.LocalDelivery;
import org.sennit.internal.endpoints.am.endpoint.SentEvents;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Condition;

/** An endpoint in one communicator, with the active messages that it sends there. Any thread. */
public final class ActiveScope extends EndpointScope {
    private final ActiveEndpoint endpoint;
    private final LocalDelivery delivery = new LocalDelivery(this);

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
        return delivery.hold(source, to, handler, header, data, targetCounter, events);
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
        endpoint.process().messages().between(this, source, to).send(handler, header, data, targetCounter, events);
    }

    /**
     * Gives up messages to an endpoint of this process whose completion handlers have not returned.
     *
     * @param error what waits for their completion end with
     */
    public void purge(ActiveEndpoint target, SennitException error) {
        delivery.purge(target, error);
    }

    /**
     * Gives up the messages to an endpoint of another process.
     *
     * @param error the error that the origin gets
     */
    public void purge(Peer target, SennitException error) {
        endpoint.process().messages().purge(this, target, error);
    }

    /** Returns the condition that all data sent from here so far is at its targets, or has been lost. */
    public Condition dataIsThereOfAll() {
        return endpoint.process().messages().dataIsThereOfAll(this, delivery.deferred());
    }

    /** Forgets handlers and counters; the communicator has been closed. */
    public void close() {
        endpoint.remove(contextId());
    }
}
