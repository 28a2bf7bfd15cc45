package org.sennit.contract.local;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.ReentrantLock;
import org.sennit.internal.runtime.error.MemoryLoss;
import org.sennit.internal.runtime.memory.MappedFaults;
import org.sennit.spi.network.LargeMessageTransfer;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/**
 * One direction of packets each way: what is sent goes into the other side's queue as a whole packet, and comes out of
 * it in fragments, or out of order. Everything that is sent is gone at once. Any thread.
 */
public final class LocalConnection implements VirtualConnection {
    /** Number of packets that may overtake one in a network without order. */
    private static final int WINDOW = 8;

    private final LocalModule module;
    private final int peer;
    private final ConcurrentLinkedQueue<byte[]> arrived = new ConcurrentLinkedQueue<>();
    private final ReentrantLock upcalls = new ReentrantLock();
    private volatile Object attachment;
    private volatile Throwable failure;
    private boolean isFailureTold; // guarded by upcalls
    private final List<byte[]> window = new ArrayList<>(); // guarded by upcalls
    private final Random random; // guarded by upcalls

    LocalConnection(LocalModule module, int peer, long seed) {
        this.module = module;
        this.peer = peer;
        this.random = new Random(seed * 31 + module.process() * 7L + peer);
    }

    private void post(MemorySegment header, MemorySegment payload) {
        module.throwNext();
        byte[] packet = new byte[(int) (header.byteSize() + payload.byteSize())];
        MemorySegment to = MemorySegment.ofArray(packet);
        MemorySegment.copy(header, 0, to, 0, header.byteSize());
        try {
            MemorySegment.copy(payload, 0, to, header.byteSize(), payload.byteSize());
            MappedFaults.throwPending(payload);
        } catch (InternalError e) { // a mapped file was cut short
            throw MemoryLoss.reported(e);
        }
        module.network().packets().count(header.get(ValueLayout.JAVA_BYTE, 0));
        LocalModule other = module.network().module(peer);
        other.to(module.process()).arrived.add(packet);
        other.wakeAll();
        module.throwLate();
    }

    boolean hasArrivals() {
        return !arrived.isEmpty() && module.network().isConnected() || failure != null;
    }

    int poll(int workLimit) {
        if (!hasArrivals() && window.isEmpty() || !upcalls.tryLock()) {
            return 0;
        }
        try {
            int work = 0;
            for (byte[] packet; work < workLimit && failure == null && (packet = next()) != null; work++) {
                handUp(packet);
            }
            if (failure != null && !isFailureTold) {
                isFailureTold = true;
                module.upcalls().failed(this, failure);
                work++;
            }
            return work;
        } finally {
            upcalls.unlock();
        }
    }

    private byte[] next() {
        if (module.isOrdered()) {
            return arrived.poll();
        }
        while (window.size() < WINDOW && !arrived.isEmpty()) {
            window.add(arrived.poll());
        }
        return window.isEmpty() ? null : window.remove(random.nextInt(window.size()));
    }

    private void handUp(byte[] packet) {
        try {
            for (int at = 0; at < packet.length; ) {
                int length = random.nextInt(4) == 0
                        ? 1 + random.nextInt(Math.min(100, packet.length - at))
                        : packet.length - at;
                ByteBuffer fragment = ByteBuffer.wrap(packet, at, length);
                module.upcalls().handlePacket(this, fragment);
                at += length;
            }
        } catch (RuntimeException e) {
            failure = e;
        }
    }

    /** Called when the peer is lost. */
    void fail(Throwable cause) {
        failure = cause;
        module.wakeAll();
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
    public NetworkSend startMessage(MemorySegment header, MemorySegment payload) {
        if (failure == null) {
            post(header, payload);
            return null;
        }
        NetworkSend lost = new NetworkSend();
        lost.begin();
        lost.fail(this, failure);
        return lost;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        operation.begin();
        operation.stage(header, payload);
        run(operation);
    }

    private void run(NetworkSend operation) {
        do {
            if (failure != null) {
                operation.fail(this, failure);
                return;
            }
            try {
                post(operation.header().asSlice(0, operation.headerLength()), operation.payload());
            } catch (IllegalStateException lostMemory) { // its arena has been closed
                operation.fail(this, lostMemory);
                return;
            }
        } while (!operation.batchSent(this));
    }

    @Override
    public int eagerLimitBytes() {
        return module.eagerLimitBytes();
    }

    @Override
    public LargeMessageTransfer largeMessages() {
        return module.transfer();
    }
}
