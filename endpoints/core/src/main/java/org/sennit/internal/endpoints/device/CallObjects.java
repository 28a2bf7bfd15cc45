package org.sennit.internal.endpoints.device;

import org.sennit.internal.endpoints.device.peer.BounceBufferPool;
import org.sennit.internal.endpoints.device.peer.LocalEndpoint;
import org.sennit.internal.endpoints.device.peer.OutgoingMessage;
import org.sennit.internal.runtime.memory.MemoryViews;
import org.sennit.internal.shm.match.ReceiveRequest;

/**
 * What a blocking call needs, for the next one to use again. An endpoint that one thread at a time drives has one; where
 * several threads may be in calls at once, each has its own.
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
