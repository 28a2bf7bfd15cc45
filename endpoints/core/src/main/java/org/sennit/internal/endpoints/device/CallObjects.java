package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;

/**
 * The reusable objects of a blocking call. One for an endpoint that one thread at a time drives; one for each thread
 * where several may be in calls at once.
 */
final class CallObjects {
    final MemoryViews views = new MemoryViews();
    final BounceBufferPool bounceBuffers = new BounceBufferPool();
    final OutgoingMessage message = new OutgoingMessage();
    final BlockingSend send;
    final ReceiveRequest receive;

    CallObjects(LocalEndpoint self) {
        this.send = new BlockingSend(self.progress(), self.transfers(), bounceBuffers);
        this.receive = new ReceiveRequest(self.progress());
    }
}
