package org.sennit.internal.endpoints.am.call;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Supplier;
import org.sennit.internal.endpoints.am.endpoint.EndpointWork;
import org.sennit.internal.endpoints.am.operation.OperationFailures;
import org.sennit.internal.endpoints.am.operation.OperationTable;
import org.sennit.internal.endpoints.device.failure.FailedPeers;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.Peer;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.VirtualConnection;

/** The remote calls of the runtime: operations executed in another process, by their numbers. Any thread. */
public final class RemoteCalls {
    /** The first number of windows, which have 16. */
    public static final int WINDOW_FIRST = 0;

    /** The longest header of a call, in bytes. */
    public static final int MAX_CALL_HEADER_BYTES = 1024;

    /** The longest data of a call, and of an answer, in bytes. */
    public static final int MAX_PAYLOAD_BYTES = 1 << 20;

    private static final int HANDLERS = 64;

    private final Function<LocalEndpoint, EndpointWork> endpoints;
    private final OperationFailures failures;
    private final OperationTable<PendingCall> pending = new OperationTable<>(this::newPending);
    private final AtomicReferenceArray<RemoteCallHandler> handlers = new AtomicReferenceArray<>(HANDLERS);

    /**
     * Makes those of a process.
     *
     * @param failedPeers the failures that it knows
     * @param endpoints finds what runs at an endpoint of it; always the same for one endpoint
     */
    public RemoteCalls(FailedPeers failedPeers, Function<LocalEndpoint, EndpointWork> endpoints) {
        this.failures = new OperationFailures(failedPeers);
        this.endpoints = endpoints;
    }

    private PendingCall newPending() {
        return new PendingCall(pending);
    }

    /** Returns the calls that wait for their answers. */
    OperationTable<PendingCall> pending() {
        return pending;
    }

    /** Ends the calls to peers that have failed. */
    public void peersFailed() {
        failures.endAll(pending);
    }

    /**
     * Registers the handler of a number; before any call of that number can come.
     *
     * @param number 0 to 63
     */
    public void register(int number, RemoteCallHandler handler) {
        handlers.set(number, handler);
    }

    /**
     * Returns the handler of a number, which is made and registered when it is asked for first.
     *
     * @param number 0 to 63
     * @param type what it is
     * @param maker makes it; must not block
     * @return always the same
     */
    public synchronized <T extends RemoteCallHandler> T registered(int number, Class<T> type, Supplier<T> maker) {
        if (handlers.get(number) == null) {
            handlers.set(number, maker.get());
        }
        return type.cast(handlers.get(number));
    }

    /** Returns the handler of a number; null where there is none. */
    RemoteCallHandler handler(int number) {
        return number < 0 || number >= HANDLERS ? null : handlers.get(number);
    }

    /**
     * Calls an endpoint of another process. Does not block.
     *
     * @param endpoint the calling endpoint
     * @param to an endpoint of another process
     * @param number the number of the handler
     * @param header used during the call only, at most {@value #MAX_CALL_HEADER_BYTES} bytes
     * @param data memory that any thread may read, at most {@value #MAX_PAYLOAD_BYTES} bytes; in use until the answer
     * @param answer notified once, perhaps during the call
     */
    public void send(
            LocalEndpoint endpoint, Peer to, int number, CallHeader header, MemorySegment data, RemoteAnswer answer) {
        VirtualConnection connection;
        EndpointWork from;
        PendingCall call;
        try {
            connection = to.remote().connection(endpoint.id(), to.address().endpoint());
            from = endpoints.apply(endpoint);
            call = pending.take();
        } catch (Error e) { // no memory
            answer.unsent(e);
            return;
        } catch (RuntimeException e) { // no connection: the network has been closed
            answer.failed(new SennitException(
                    ErrorClass.PROC_FAILED,
                    "the target is lost: operation=one-sided target=" + to.address() + " cause=" + e.getMessage(),
                    e));
            return;
        }
        long id = call.begin(from, to, answer);
        call.send(id, connection, number, header, data);
        failures.checkAlive(to, call, id);
    }
}
