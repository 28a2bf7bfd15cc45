package org.sennit.endpoints.coll;

import java.lang.foreign.MemorySegment;
import org.sennit.endpoints.comm.CommContext;
import org.sennit.endpoints.datatype.Operation;
import org.sennit.endpoints.device.DeviceObserver;
import org.sennit.endpoints.device.Step;
import org.sennit.runtime.memory.ElementType;

/** The collectives of an endpoint that is watched: tells when one begins and ends. */
final class ObservedCollectives extends Collectives {
    private final DeviceObserver observer;

    ObservedCollectives(CommContext comm, DeviceObserver observer) {
        super(comm);
        this.observer = observer;
    }

    private void observe(long bytes, Runnable collective) {
        observer.stepBegins(Step.COLLECTIVE, bytes);
        try {
            collective.run();
        } finally {
            observer.stepEnds();
        }
    }

    @Override
    public void barrier() {
        observe(0, super::barrier);
    }

    @Override
    public void broadcast(MemorySegment memory, long offset, long lengthBytes, int root) {
        observe(lengthBytes, () -> super.broadcast(memory, offset, lengthBytes, root));
    }

    @Override
    public void reduce(
            MemorySegment send,
            long sendOffset,
            MemorySegment receive,
            long receiveOffset,
            ElementType type,
            long count,
            Operation operation,
            int root) {
        observe(
                count * type.bytes(),
                () -> super.reduce(send, sendOffset, receive, receiveOffset, type, count, operation, root));
    }

    @Override
    public void gather(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes, int root) {
        observe(blockBytes, () -> super.gather(send, sendOffset, receive, receiveOffset, blockBytes, root));
    }

    @Override
    public void scatter(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes, int root) {
        observe(blockBytes, () -> super.scatter(send, sendOffset, receive, receiveOffset, blockBytes, root));
    }

    @Override
    public void allgather(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes) {
        observe(blockBytes, () -> super.allgather(send, sendOffset, receive, receiveOffset, blockBytes));
    }

    @Override
    public void alltoall(
            MemorySegment send, long sendOffset, MemorySegment receive, long receiveOffset, long blockBytes) {
        observe(blockBytes, () -> super.alltoall(send, sendOffset, receive, receiveOffset, blockBytes));
    }
}
