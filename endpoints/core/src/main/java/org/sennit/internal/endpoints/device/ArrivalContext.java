package org.sennit.internal.endpoints.device;

import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/** What the packets of all connections of a process share: its endpoints, transfers and credits. Any thread. */
final class ArrivalContext {
    private final IntFunction<LocalEndpoint> endpoints; // null for an id that does not exist, or no longer
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
    private final int eagerLimitBytes;
    private final int immediateBytes;

    ArrivalContext(
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

    /** What an endpoint of another process has sent over a connection is here; its program has failed. */
    void endpointFailed(int process, int endpoint, long furtherWords, String why) {
        long key = (long) process << 32 | endpoint;
        if (furtherWords > 0 && words.merge(key, 1, Integer::sum) <= furtherWords) {
            return; // messages may still come over another lane
        }
        losses.endpointFailed(process, endpoint, new SennitException(ErrorClass.PROC_FAILED, why));
    }

    LossListener losses() {
        return losses;
    }

    /** Sets the receiver of packets of passed memory; before the first connection. */
    void passing(OwnershipPackets packets) {
        passed = packets;
    }

    /** Sets the receiver of the packets between watches; before the first connection. */
    void watch(WatchPackets packets) {
        watch = packets;
    }

    WatchPackets watch() {
        return watch;
    }

    OwnershipPackets passed() {
        OwnershipPackets packets = passed;
        if (packets == null) {
            throw new SennitException(ErrorClass.NETWORK, "packet of passed memory, and nobody here passes any");
        }
        return packets;
    }

    /** The connection to a process is lost: answers that it owes for passed memory will not come. */
    void passedLost(int process, Throwable cause) {
        if (passed != null) {
            passed.lost(process, cause);
        }
    }

    TransferTable transfers() {
        return transfers;
    }

    EagerBuffers buffers() {
        return buffers;
    }

    ReceiveOperations receives() {
        return receives;
    }

    Credits credits() {
        return credits;
    }

    /** Returns the longest eager payload that is taken, in bytes. */
    int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    /** Returns the longest payload that fits an inbox, in bytes. */
    int immediateBytes() {
        return immediateBytes;
    }

    /** The endpoint that a packet is for; null when it has gone, so that its messages are dropped. */
    LocalEndpoint endpoint(VirtualConnection vc, int id) {
        LocalEndpoint endpoint = endpoints.apply(id);
        if (endpoint == null && !hasGone.test(id)) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "packet for an endpoint that does not exist: endpoint=" + id + " process=" + vc.process());
        }
        return endpoint;
    }
}
