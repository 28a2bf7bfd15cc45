package org.sennit.internal.net.connection;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import org.sennit.internal.net.loop.MigratingEventLoop;
import org.sennit.internal.net.wire.LaneNumber;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.StackableConnection;
import org.sennit.spi.network.TerminableConnection;
import org.sennit.spi.network.VectorConnection;
import org.sennit.spi.network.VirtualConnection;

/**
 * The calls of a virtual connection that any thread may make: each takes the loop if it is free, or queues its work for
 * the holder.
 */
abstract class ConnectionCalls
        implements VirtualConnection, VectorConnection, StackableConnection, TerminableConnection {
    final MigratingEventLoop loop;

    /** The error of further sends; null while sends are possible. Set with the loop held. */
    volatile SennitException closure;

    private volatile Object attachment;

    private volatile int number; // changes once, with the loop held
    private volatile ConnectionCalls[][] lanes; // null where this is the only connection of two processes

    /** Takes the number of the peer's lane; negative: any lane that answers the handshake. */
    ConnectionCalls(MigratingEventLoop loop, int number) {
        this.loop = loop;
        this.number = number;
    }

    @Override
    public int process() {
        return LaneNumber.process(number);
    }

    /** Returns the number of the peer's lane in handshakes; negative until a handshake has been answered. */
    int number() {
        return number;
    }

    /** Sets the number of the lane that has answered; returns false if it was known. With the loop held. */
    boolean isAnswered(int peerNumber) {
        if (number >= 0) {
            return false;
        }
        number = peerNumber;
        return true;
    }

    /**
     * Sets the connections between the lanes of the two processes. Any thread.
     *
     * @param all by this process's lane, then by the peer's; not changed any more
     */
    public final void useLanes(ConnectionCalls[][] all) {
        lanes = all;
    }

    @Override
    public VirtualConnection lane(int endpoint, int peerEndpoint) {
        ConnectionCalls[][] all = lanes;
        if (all == null) {
            return this;
        }
        ConnectionCalls[] own = all[endpoint % all.length];
        return own[peerEndpoint % own.length];
    }

    MigratingEventLoop loop() {
        return loop;
    }

    /** Sends a short message if the queue is empty; returns false if it must be queued. With the loop held. */
    abstract boolean sendNow(MemorySegment header, MemorySegment payload, boolean mayWait);

    /** Sends an operation behind all others. With the loop held. */
    abstract void enqueue(NetworkSend operation);

    /** Ends the connection behind all operations. With the loop held. */
    abstract void terminateInLoop();

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object attachment) {
        this.attachment = attachment;
    }

    @Override
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        return start(null, header, payload, false);
    }

    @Override
    public NetworkSend startMessage(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        return start(operation, header, payload, false);
    }

    @Override
    public NetworkSend startBatched(MemorySegment header, MemorySegment payload) {
        return start(null, header, payload, true);
    }

    private NetworkSend start(NetworkSend given, MemorySegment header, MemorySegment payload, boolean mayWait) {
        if (loop.tryAcquireSpinning()) {
            try {
                if (sendNow(header, payload, mayWait)) {
                    return null;
                }
                NetworkSend operation = queued(given, header, payload);
                enqueue(operation);
                return operation.isDone() && operation.failure() == null ? null : operation;
            } finally {
                loop.release();
            }
        }
        NetworkSend operation = queued(given, header, payload);
        handOver(operation);
        return operation;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        checkUsable();
        operation.begin();
        operation.stage(header, payload);
        submit(operation);
    }

    @Override
    public void sendVector(NetworkSend operation, MemorySegment header, List<MemorySegment> slices) {
        checkUsable();
        operation.begin();
        operation.stage(header, slices);
        submit(operation);
    }

    private NetworkSend queued(NetworkSend given, MemorySegment header, MemorySegment payload) {
        checkUsable();
        NetworkSend operation = given == null ? new DelayedSend() : given;
        operation.begin();
        operation.stage(header, payload);
        return operation;
    }

    private void submit(NetworkSend operation) {
        if (loop.tryAcquireSpinning()) {
            try {
                enqueue(operation);
            } finally {
                loop.release();
            }
        } else {
            handOver(operation);
        }
    }

    /** Queues a send for the holder of the loop. */
    private void handOver(NetworkSend operation) {
        execute(() -> enqueue(operation));
    }

    @Override
    public void execute(Runnable task) {
        try {
            loop.execute(task);
        } catch (RejectedExecutionException e) {
            throw new SennitException(ErrorClass.NETWORK, "the network has been closed", e);
        }
    }

    private void checkUsable() {
        SennitException seen = closure;
        if (seen != null) {
            throw new SennitException(seen.errorClass(), seen.getMessage(), seen);
        }
    }

    @Override
    public void terminate() {
        // never runs the upcall here: even a connection without a socket reports in the next round of the loop
        try {
            loop.execute(this::terminateInLoop);
        } catch (RejectedExecutionException e) {
            return; // the module has been closed, and the connection with it
        }
    }
}
