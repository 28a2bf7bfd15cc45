package org.sennit.internal.endpoints.device.rendezvous;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import org.sennit.spi.network.NetworkSend;
import org.sennit.spi.network.VirtualConnection;

/** A connection that keeps the headers which are sent, and the operations that are to fail. */
public final class Peerless implements VirtualConnection {
    public final ArrayDeque<ByteBuffer> headers = new ArrayDeque<>();
    public RuntimeException failure;
    private final int process;
    private Object attachment;

    public Peerless(int process) {
        this.process = process;
    }

    @Override
    public int process() {
        return process;
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
        ByteBuffer copy = ByteBuffer.allocate(64).order(ByteOrder.LITTLE_ENDIAN);
        MemorySegment.ofBuffer(copy).copyFrom(header);
        headers.add(copy);
        return null;
    }

    @Override
    public void send(NetworkSend operation, MemorySegment header, MemorySegment payload) {
        operation.begin();
        if (failure != null) {
            operation.fail(this, failure);
        }
    }

    @Override
    public int eagerLimitBytes() {
        return 1 << 16;
    }
}
