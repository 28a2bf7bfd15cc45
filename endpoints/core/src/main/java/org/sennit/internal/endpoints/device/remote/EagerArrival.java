package org.sennit.internal.endpoints.device.remote;

import java.nio.ByteBuffer;
import org.sennit.internal.endpoints.device.failure.LostMessage;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.runtime.memory.FragmentCopy;
import org.sennit.spi.network.PayloadSink;
import org.sennit.spi.packet.Envelope;

/**
 * An eager message that is arriving over one connection: assembled, then put into the inbox of its endpoint. One for
 * each connection, used with its upcalls.
 */
final class EagerArrival implements PayloadSink {
    private final EagerBuffers buffers;
    private final byte[] cellBytes; // for payloads that fit the inbox
    private final ByteBuffer cell;
    final Envelope envelope = new Envelope();
    final FragmentCopy copy = new FragmentCopy(); // of the connection's buffer
    private final FragmentCopy cellCopy = new FragmentCopy();
    private LocalEndpoint destination;
    private BufferedPayload buffer;
    private byte[] target;
    private int filledBytes;
    private int process; // the sender's

    EagerArrival(EagerBuffers buffers, int immediateBytes) {
        this.buffers = buffers;
        this.cellBytes = new byte[Math.max(1, immediateBytes)];
        this.cell = ByteBuffer.wrap(cellBytes);
    }

    /** Begins a message whose envelope has been filled. */
    void begin(LocalEndpoint endpoint, int fromProcess) {
        process = fromProcess;
        destination = endpoint;
        filledBytes = 0;
        buffer = envelope.lengthBytes <= endpoint.inbox().immediateBytes() ? null : buffers.take(envelope.lengthBytes);
        target = buffer == null ? cellBytes : buffer.bytes();
    }

    /** Takes a whole payload; the envelope has been filled. */
    void takeWhole(LocalEndpoint endpoint, ByteBuffer bytes, int at, int fromProcess) {
        int length = (int) envelope.lengthBytes;
        BufferedPayload whole = buffers.take(length);
        bytes.get(at, whole.bytes(), 0, length);
        endpoint.inbox().offer(envelope, whole, fromProcess);
        endpoint.signal();
    }

    @Override
    public void accept(ByteBuffer bytes) {
        int n = bytes.remaining();
        bytes.get(bytes.position(), target, filledBytes, n);
        filledBytes += n;
    }

    @Override
    public void complete() {
        if (buffer == null) {
            destination.inbox().offerBuffer(envelope, cell, 0, process, cellCopy);
        } else {
            destination.inbox().offer(envelope, buffer, process);
        }
        buffer = null;
        destination.signal();
    }

    @Override
    public void failed(Throwable cause) {
        if (buffer != null) {
            buffers.give(buffer);
            buffer = null;
        }
        destination.inbox().offer(envelope, new LostMessage(cause), process); // its receive ends with the cause
        destination.signal();
    }
}
