package org.sennit.contract.netmod;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.SendQueue;
import org.sennit.spi.network.VirtualConnection;

/**
 * A connection of {@link StubModule}. Any thread sends; {@link #send()} and {@link #receive} run with the loop held.
 */
final class StubConnection implements VirtualConnection {
    private static final int ROOM_BYTES = 1 << 20;

    private final StubModule module;
    private final int peer;
    private final Queue<byte[]> arrived = new ConcurrentLinkedQueue<>();
    private final AtomicLong arrivedBytes = new AtomicLong();
    private final SendQueue pending = new SendQueue(); // guarded by this
    private NetworkSend current; // guarded by this: out of the queue, and perhaps not the last batch
    private volatile Throwable failure;
    private boolean isFailureReported; // guarded by the loop
    private volatile Object attachment;

    StubConnection(StubModule module, int peer) {
        this.module = module;
        this.peer = peer;
    }

    @Override
    public int process() {
        return peer;
    }

    @Override
    public Object attachment() {
        return attachment;
    }

    @Override
    public void attach(Object object) {
        attachment = object;
    }

    @Override
    public int eagerLimitBytes() {
        return 1 << 16;
    }

    @Override
    public synchronized NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        if (failure == null && current == null && pending.isEmpty() && hasRoom()) {
            post(header, payload);
            return null; // the memory is the caller's again
        }
        NetworkSend operation = new NetworkSend();
        send(operation, header, payload);
        return operation;
    }

    @Override
    public synchronized void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        operation.begin();
        operation.stage(header, payload);
        pending.addLast(operation);
    }

    private boolean hasRoom() {
        StubModule other = module.network.get(peer);
        return other != null && other.to(module.setup.process()).arrivedBytes.get() < ROOM_BYTES;
    }

    /** Copies a packet to the peer. Memory that has gone is an exception. */
    private void post(MemorySegment header, MemorySegment payload) {
        byte[] packet = new byte[(int) (header.byteSize() + payload.byteSize())];
        MemorySegment to = MemorySegment.ofArray(packet);
        MemorySegment.copy(header, 0, to, 0, header.byteSize());
        try {
            MemorySegment.copy(payload, 0, to, header.byteSize(), payload.byteSize());
            MappedFaults.throwPending(payload);
        } catch (InternalError e) { // a mapped file was cut short
            throw MemoryLoss.reported(e);
        }
        StubConnection there = module.network.get(peer).to(module.setup.process());
        there.arrivedBytes.addAndGet(packet.length);
        there.arrived.add(packet);
    }

    /** Takes the next operation out of the queue, for as long as it has batches; null when it cannot go on. */
    private synchronized NetworkSend begin() {
        boolean canBegin = current == null && !pending.isEmpty() && (failure != null || hasRoom());
        return canBegin ? current = pending.removeFirst() : null;
    }

    private synchronized void end() {
        current = null;
    }

    /** Sends what is pending; returns how many operations have ended. */
    int send() {
        int done = 0;
        for (NetworkSend operation = begin(); operation != null; operation = begin(), done++) {
            boolean isOver = false;
            while (!isOver) { // batches of one operation follow each other
                try {
                    if (failure == null) {
                        post(operation.header().asSlice(0, operation.headerLength()), operation.payload());
                        isOver = operation.batchSent(this);
                        continue;
                    }
                    operation.fail(this, failure);
                } catch (IllegalStateException memoryGone) {
                    operation.failUnsent(this, memoryGone);
                }
                isOver = true;
            }
            end();
        }
        return done;
    }

    /** Hands up what has arrived; returns how many packets. */
    int receive(int workLimit) {
        int done = 0;
        for (byte[] packet; done < workLimit && failure == null && (packet = arrived.poll()) != null; done++) {
            arrivedBytes.addAndGet(-packet.length);
            try {
                module.setup.upcalls().handlePacket(this, ByteBuffer.wrap(packet));
            } catch (RuntimeException thrown) {
                fail(new SennitException(ErrorClass.NETWORK, "an upcall has failed: process=" + peer, thrown));
            }
        }
        if (failure != null && !isFailureReported && current == null) {
            isFailureReported = true;
            module.setup.upcalls().failed(this, failure);
            done++;
        }
        return done;
    }

    /** Ends the connection: pending sends fail with the next poll, later ones too. Any thread. */
    void fail(Throwable cause) {
        failure = cause;
    }
}
