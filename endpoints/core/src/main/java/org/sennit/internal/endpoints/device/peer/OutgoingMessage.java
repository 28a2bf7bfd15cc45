package org.sennit.internal.endpoints.device.peer;

import java.lang.foreign.MemorySegment;
import org.sennit.message.DataLayout;
import org.sennit.spi.packet.Envelope;

/**
 * A message to send: its envelope, its receiver and its memory. A mutable, reusable description: the thread that fills
 * it passes it to one call, which may change it and does not keep it. An endpoint has one for all its calls.
 */
public final class OutgoingMessage extends Envelope {
    /** The communicator, for error texts. */
    public Object communicator;

    /** The receiver. */
    public Peer peer;

    /** The receiver's rank in the communicator. */
    public int destination;

    /** The memory, in use until the send is complete. */
    public MemorySegment memory;

    /** Begin of the message in the memory, in bytes. */
    public long offset;

    /** Layout of its elements, or null when they lie side by side. */
    public DataLayout layout;

    /**
     * Sets the receiver.
     *
     * @param scope the communicator on which it is sent, for error texts
     * @param rank its rank in the communicator
     */
    public OutgoingMessage to(Object scope, Peer receiver, int rank) {
        if (communicator != scope) { // a store of a reference costs a mark for the collector
            communicator = scope;
        }
        if (peer != receiver) {
            peer = receiver;
        }
        destination = rank;
        return this;
    }

    /**
     * Sets the memory.
     *
     * @param offsetBytes where the message begins in it, in bytes
     * @param elements how its elements lie, or null when they lie side by side
     */
    public OutgoingMessage from(MemorySegment segment, long offsetBytes, DataLayout elements) {
        if (memory != segment) {
            memory = segment;
        }
        offset = offsetBytes;
        if (layout != elements) {
            layout = elements;
        }
        return this;
    }

    /** Copies the message out of memory that only this thread may touch, so that any thread may send it. */
    public void stage() {
        from(StagingMemory.copyOf(memory, offset, layout, lengthBytes), 0, null);
    }
}
