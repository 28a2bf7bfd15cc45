package org.sennit.internal.endpoints.device.remote;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.device.failure.LossListener;
import org.sennit.internal.endpoints.device.flow.Credits;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.rendezvous.ReceiveOperations;
import org.sennit.internal.endpoints.device.rendezvous.TransferTable;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/**
 * The state shared by the packets of all connections of a process: its endpoints, transfers and credits. Any thread.
 */
public final class ArrivalContext {
    private final IntFunction<LocalEndpoint> endpoints; // null for an id that does not exist or has gone
    private final IntPredicate hasGone;
    private final TransferTable transfers;
    private final LossListener losses;
    private final EagerBuffers buffers = new EagerBuffers();
    private final ReceiveOperations receives;
    private final Credits credits;
    private final ConcurrentHashMap<Long, Integer> words =
            new ConcurrentHashMap<>(); // of failed endpoints, by both ids
    private volatile OwnershipPackets passed; // set before the first connection; null: no memory is passed here
    private volatile WatchPackets watch; // set before the first connection; null: no thread looks after the job
    private volatile Supplier<ActivePackets> active; // set before the first connection
    private final int eagerLimitBytes;
    private final int immediateBytes;

    /**
     * Makes an arrival context.
     *
     * @param hasGone whether an endpoint of that id has gone
     * @param transfers the transfers under way
     * @param losses notified of lost peers
     * @param eagerLimitBytes the longest eager payload that is accepted, in bytes
     * @param immediateBytes the longest payload that fits an inbox, in bytes
     */
    public ArrivalContext(
            IntFunction<LocalEndpoint> endpoints,
            IntPredicate hasGone,
            TransferTable transfers,
            LossListener losses,
            Credits credits,
            int eagerLimitBytes,
            int immediateBytes) {
        this.endpoints = endpoints;
        this.hasGone = hasGone;
        this.transfers = transfers;
        this.losses = losses;
        this.credits = credits;
        this.receives = new ReceiveOperations(transfers);
        this.eagerLimitBytes = eagerLimitBytes;
        this.immediateBytes = immediateBytes;
    }

    /**
     * Called when all messages of a failed endpoint have arrived over a connection.
     *
     * @param process the number of the process
     * @param furtherWords the number of other connections over which the same notice comes
     * @param why the failure; null for a normal end
     */
    public void endpointFailed(int process, int endpoint, long furtherWords, String why) {
        long key = (long) process << 32 | endpoint;
        if (furtherWords > 0 && words.merge(key, 1, Integer::sum) <= furtherWords) {
            return; // messages may still come over another lane
        }
        losses.endpointFailed(process, endpoint, new SennitException(ErrorClass.PROC_FAILED, why));
    }

    LossListener losses() {
        return losses;
    }

    /**
     * Sets the receiver of packets of passed memory; before the first connection.
     *
     * @param packets notified of what arrives
     */
    public void ownership(OwnershipPackets packets) {
        passed = packets;
    }

    /**
     * Sets the receiver of the packets between watches; before the first connection.
     *
     * @param packets notified of what arrives
     */
    public void watch(WatchPackets packets) {
        watch = packets;
    }
    /** Returns the receiver of the packets between watches, or null. */
    public WatchPackets watch() {
        return watch;
    }

    /**
     * Sets the receiver of active-message packets. Before the first connection.
     *
     * @param newConnection makes the handler of one connection
     */
    public void active(Supplier<ActivePackets> newConnection) {
        active = newConnection;
    }

    /** Returns the handler for active-message packets of a new connection. */
    ActivePackets newActiveArrivals() {
        Supplier<ActivePackets> maker = active;
        if (maker == null) {
            throw new SennitException(ErrorClass.NETWORK, "active message in a process without them");
        }
        return maker.get();
    }

    OwnershipPackets passed() {
        OwnershipPackets packets = passed;
        if (packets == null) {
            throw new SennitException(ErrorClass.NETWORK, "packet of passed memory in a job without ownership passing");
        }
        return packets;
    }

    /** Notes that the connection to a process is lost, so that its answers for passed memory will not come. */
    void passedLost(int process, Throwable cause) {
        if (passed != null) {
            passed.lost(process, cause);
        }
    }
    /** Returns the large messages under way. */
    public TransferTable transfers() {
        return transfers;
    }

    EagerBuffers buffers() {
        return buffers;
    }

    ReceiveOperations receives() {
        return receives;
    }

    /** Returns the credits of all processes. */
    public Credits credits() {
        return credits;
    }

    /** Returns the longest eager payload that is accepted, in bytes. */
    int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    /** Returns the longest payload that fits an inbox, in bytes. */
    public int immediateBytes() {
        return immediateBytes;
    }

    /**
     * Returns the endpoint that a packet is for; null when it has gone, so that its messages are dropped.
     *
     * @return the endpoint, or null
     */
    public LocalEndpoint endpoint(VirtualConnection vc, int id) {
        LocalEndpoint endpoint = endpoints.apply(id);
        if (endpoint == null && !hasGone.test(id)) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "packet for an endpoint that does not exist: endpoint=" + id + " process=" + vc.process());
        }
        return endpoint;
    }
}
