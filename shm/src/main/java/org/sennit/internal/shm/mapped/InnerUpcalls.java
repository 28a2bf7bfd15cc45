package org.sennit.internal.shm.mapped;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import org.sennit.spi.network.NetworkUpcalls;
import org.sennit.spi.network.VirtualConnection;

/** The upcalls of the underlying module: passed on unchanged for peers of other hosts. */
final class InnerUpcalls implements NetworkUpcalls {
    private final MappedHost module;
    private final NetworkUpcalls upcalls;

    InnerUpcalls(MappedHost module, NetworkUpcalls upcalls) {
        this.module = module;
        this.upcalls = upcalls;
    }

    /** Returns null where the device uses the underlying connection itself; attachments there are the device's. */
    private MappedConnection over(VirtualConnection beneath) {
        Object attachment = beneath.attachment();
        if (attachment instanceof MappedConnection known) {
            return known;
        }
        // a peer that comes before its card says by its first packet whether it shares memory
        return attachment == null ? module.sharedOver(beneath) : null;
    }

    @Override
    public void handlePacket(VirtualConnection beneath, ByteBuffer fragment) {
        MappedConnection shared = over(beneath);
        if (shared == null) {
            upcalls.handlePacket(beneath, fragment);
        } else {
            shared.fromInner(fragment);
        }
    }

    /** Returns null over a shared connection, where packets of this module may be among the device's. */
    @Override
    public MemorySegment room(VirtualConnection beneath, long mostBytes) {
        return over(beneath) == null ? upcalls.room(beneath, mostBytes) : null;
    }

    @Override
    public long roomOffset(VirtualConnection beneath) {
        return upcalls.roomOffset(beneath);
    }

    @Override
    public long roomBytes(VirtualConnection beneath) {
        return upcalls.roomBytes(beneath);
    }

    @Override
    public void filled(VirtualConnection beneath, long bytes) {
        upcalls.filled(beneath, bytes);
    }

    @Override
    public void roomLost(VirtualConnection beneath, Throwable cause) {
        upcalls.roomLost(beneath, cause);
    }

    @Override
    public void aborted(VirtualConnection beneath, Throwable cause) {
        MappedConnection shared = over(beneath);
        if (shared == null) {
            upcalls.aborted(beneath, cause);
        } else {
            shared.innerAborted(cause);
        }
    }

    @Override
    public void terminated(VirtualConnection beneath) {
        MappedConnection shared = over(beneath);
        if (shared == null) {
            upcalls.terminated(beneath);
        } else {
            shared.innerTerminated();
        }
    }

    @Override
    public void failed(VirtualConnection beneath, Throwable cause) {
        MappedConnection shared = over(beneath);
        if (shared == null) {
            upcalls.failed(beneath, cause);
        } else {
            shared.innerFailed(cause);
        }
    }
}
