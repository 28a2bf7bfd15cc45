package org.sennit.endpoints.device;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;
import org.sennit.runtime.netmod.NetworkUpcalls;
import org.sennit.runtime.netmod.VirtualConnection;

/**
 * What a process does with the packets of others. The upcalls of one connection come one at a time, those of two perhaps at
 * once: what belongs to a connection is in its attachment ({@link ConnectionState}), all that is here is for any thread.
 */
final class PacketDispatcher implements NetworkUpcalls {
    private final IntFunction<LocalEndpoint> endpoints; // null for an id that does not exist, or no longer
    private final IntPredicate hasGone;
    private final TransferTable transfers;
    private final LossListener losses;
    private final EagerBuffers buffers = new EagerBuffers();
    private final ReceiveOperations receives;
    private final Credits credits;
    private final ConcurrentHashMap<VirtualConnection, NumberedConnection> numbered = new ConcurrentHashMap<>();
    private final ConcurrentHashMap<Long, Integer> words =
            new ConcurrentHashMap<>(); // of failed endpoints, by both ids
    private volatile boolean isOrderRestored; // set before the first connection
    private volatile OwnershipPackets passed; // set before the first connection; null: nobody passes memory
    private volatile WatchPackets watch; // set before the first connection; null: no thread looks after the job
    private final int eagerLimitBytes;
    private final int immediateBytes;

    PacketDispatcher(
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

    /** Hears who is lost; must not block. */
    interface LossListener {
        /** The connection to a process is lost for good. */
        void lost(int process, Throwable cause);

        /** The program of an endpoint of another process has failed. */
        void endpointFailed(int process, int endpoint, Throwable cause);
    }

    /** What an endpoint of another process has sent over a connection is here; its program has failed. */
    void endpointFailed(int process, int endpoint, long furtherWords, String why) {
        long key = (long) process << 32 | endpoint;
        if (furtherWords > 0 && words.merge(key, 1, Integer::sum) <= furtherWords) {
            return; // messages may still come over another lane
        }
        losses.endpointFailed(process, endpoint, new SennitException(ErrorClass.PROC_FAILED, why));
    }

    /** Says who passes memory; before the first connection. */
    void passing(OwnershipPackets packets) {
        passed = packets;
    }

    /** Says who gets the packets of other watches; before the first connection. */
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

    /** The longest eager payload that is taken, in bytes. */
    int eagerLimitBytes() {
        return eagerLimitBytes;
    }

    /** The longest payload that fits an inbox, in bytes. */
    int immediateBytes() {
        return immediateBytes;
    }

    /** The endpoint that a packet is for; null when it has gone: nobody can receive the message any more. */
    LocalEndpoint endpoint(VirtualConnection vc, int id) {
        LocalEndpoint endpoint = endpoints.apply(id);
        if (endpoint == null && !hasGone.test(id)) {
            throw new SennitException(
                    ErrorClass.NETWORK,
                    "packet for an endpoint that does not exist: endpoint=" + id + " process=" + vc.process());
        }
        return endpoint;
    }

    /**
     * Says whether packets are to be numbered and put in order; before the first connection.
     *
     * @param isNeeded true when the module does not keep their order
     */
    void restoreOrder(boolean isNeeded) {
        isOrderRestored = isNeeded;
    }

    /** The connection as the device uses it: the module's own, or one that numbers its packets. */
    VirtualConnection connection(VirtualConnection vc) {
        return isOrderRestored ? numbered.computeIfAbsent(vc, v -> new NumberedConnection(v, this::connection)) : vc;
    }

    @Override
    public void handlePacket(VirtualConnection vc, ByteBuffer fragment) {
        ConnectionState state = (ConnectionState) vc.attachment();
        if (state == null) {
            state = begin(vc);
        }
        state.assembler().handle(state.connection(), fragment);
    }

    @Override
    public MemorySegment room(VirtualConnection vc, long mostBytes) {
        return vc.attachment() instanceof ConnectionState state
                ? state.assembler().room(mostBytes)
                : null;
    }

    @Override
    public void filled(VirtualConnection vc, long bytes) {
        ((ConnectionState) vc.attachment()).assembler().filled(bytes);
    }

    @Override
    public void roomLost(VirtualConnection vc, Throwable cause) {
        ((ConnectionState) vc.attachment()).assembler().roomLost(cause);
    }

    private ConnectionState begin(VirtualConnection vc) {
        ArrivingPackets packets = new ArrivingPackets(this);
        VirtualConnection own = connection(vc);
        ConnectionState state = new ConnectionState(isOrderRestored ? new PacketOrder(packets) : packets, own);
        vc.attach(state);
        credits.of(vc.process()).connection(own);
        return state;
    }

    @Override
    public void terminated(VirtualConnection vc) {
        reset(
                vc,
                new SennitException(
                        ErrorClass.NETWORK, "connection ended in the middle of a packet: process=" + vc.process()));
    }

    @Override
    public void aborted(VirtualConnection vc, Throwable cause) {
        reset(vc, new IllegalStateException(IncomingTransfer.SENDER_LOST, cause));
    }

    private static void reset(VirtualConnection vc, Throwable cause) {
        if (vc.attachment() instanceof ConnectionState state) {
            state.assembler().reset(cause);
        }
    }

    @Override
    public void failed(VirtualConnection vc, Throwable cause) {
        losses.lost(vc.process(), cause); // first: for who gets an error now, and for transfers that begin now
        reset(vc, cause);
        transfers.failAll(
                connection(vc), cause); // those of other lanes belong to whoever drives them, who hears of it too
        if (passed != null) {
            passed.lost(vc.process(), cause);
        }
    }
}
