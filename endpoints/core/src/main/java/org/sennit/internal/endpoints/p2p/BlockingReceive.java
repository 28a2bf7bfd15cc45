package org.sennit.internal.endpoints.p2p;

import java.lang.foreign.MemorySegment;
import org.sennit.internal.endpoints.comm.CommContext;
import org.sennit.internal.endpoints.device.Device;
import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.runtime.memory.LayoutCopy;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;
import org.sennit.message.DataLayout;
import org.sennit.message.Status;

/**
 * The receives of blocking calls on one communicator. Memory that temporarily replaces the user's comes from a pool, so
 * that such a receive allocates nothing. Belongs to the calling thread.
 */
final class BlockingReceive {
    private final CommContext comm;
    private final Device device;
    private final PointToPoint pointToPoint;
    private final ArgumentCheck check;

    BlockingReceive(CommContext comm, PointToPoint pointToPoint, ArgumentCheck check) {
        this.comm = comm;
        this.device = comm.device();
        this.pointToPoint = pointToPoint;
        this.check = check;
    }

    /** Receives; blocks until the message is in the memory. Arguments as those of {@link PointToPoint#receive}. */
    void receive(Object memory, DataLayout layout, int source, int tag, Status status) {
        ReceiveRequest request = device.receiveToBlockOn();
        MemorySegment staged = prepare(request, "receive", memory, layout, source, tag);
        if (!device.receiveAtOnce(request)) {
            device.post(request);
        }
        request.await(status);
        unstage(staged, "receive", memory, layout, source, tag);
    }

    /**
     * Prepares a receive for posting; has no effect when it throws.
     *
     * @return the memory that replaces the user's, for {@link #unstage}; null when the message is received directly
     */
    MemorySegment prepare(
            ReceiveRequest request, String operation, Object memory, DataLayout layout, int source, int tag) {
        BounceBufferPool pool = device.bounceBuffers();
        MemorySegment segment = check.toWrite(operation, memory, layout, source, tag, pool);
        long length = check.length(operation, memory, segment, layout, source, tag);
        if (memory instanceof boolean[]) {
            pointToPoint
                    .from(request, layout, length, source, tag)
                    .into(segment, layout.offsetBytes(), layout.orNullIfContiguous(), length);
            return segment;
        }
        if (!pointToPoint.mustStage(segment)) {
            pointToPoint.prepare(request, memory, segment, layout, length, source, tag);
            return null;
        }
        MemorySegment staged = pool.take(length);
        // A copy: bytes that a shorter message does not fill stay as they are.
        try {
            LayoutCopy.copy(segment, layout.offsetBytes(), layout.orNullIfContiguous(), staged, 0, null, 0, length);
        } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
            pool.give(staged);
            throw check.unusable(operation, source, tag, e);
        }
        pointToPoint.from(request, layout, length, source, tag).into(staged, 0, null, length);
        return staged;
    }

    /** Copies a received message to the user's memory; does nothing when it was received directly. */
    void unstage(MemorySegment staged, String operation, Object memory, DataLayout layout, int source, int tag) {
        if (staged == null) {
            return;
        }
        if (memory instanceof boolean[] values) {
            MemoryViews.unstage(staged, values, layout, layout.lengthBytes(values.length));
        } else {
            MemorySegment segment = device.views().of(memory);
            long length = layout.lengthBytes(segment.byteSize());
            try {
                LayoutCopy.copy(staged, 0, null, segment, layout.offsetBytes(), layout.orNullIfContiguous(), 0, length);
            } catch (IllegalStateException | WrongThreadException | InternalError e) { // or a file was cut short
                throw check.unusable(operation, source, tag, e);
            }
        }
        device.bounceBuffers().give(staged);
    }
}
