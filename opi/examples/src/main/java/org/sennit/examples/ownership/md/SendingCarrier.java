package org.sennit.examples.ownership.md;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * By send and receive, between two memories that are used again and again. A message of unknown length is probed first.
 * Belongs to the thread of its endpoint.
 */
final class SendingCarrier implements Carrier {
    private static final int TAG = 1;
    private static final long LINE_BYTES = 64;

    private final Communicator world;
    private MemorySegment outgoing = Arena.ofAuto().allocate(LINE_BYTES, LINE_BYTES);
    private MemorySegment incoming = Arena.ofAuto().allocate(LINE_BYTES, LINE_BYTES);
    private MemorySegment room = outgoing;

    SendingCarrier(Communicator world) {
        this.world = world;
    }

    @Override
    public MemorySegment room(long bytes) {
        outgoing = atLeast(outgoing, bytes);
        room = outgoing.asSlice(0, bytes);
        return room;
    }

    private static MemorySegment atLeast(MemorySegment memory, long bytes) {
        // Half as much again, so that a halo that grows a little needs no new memory.
        return memory.byteSize() >= bytes ? memory : Arena.ofAuto().allocate(bytes + bytes / 2, LINE_BYTES);
    }

    @Override
    public MemorySegment swap(int to, int from, long expectedBytes) {
        if (to == world.rank()) {
            return room;
        }
        if (expectedBytes >= 0) {
            MemorySegment coming = space(expectedBytes);
            Request receiving = world.nonblocking().receive(coming, DataLayout.DOUBLE, from, TAG);
            Request sending = world.nonblocking().send(room, DataLayout.DOUBLE, to, TAG);
            Request.awaitAll(receiving, sending);
            return coming;
        }
        Request sending = world.nonblocking().send(room, DataLayout.DOUBLE, to, TAG);
        MemorySegment coming = space(world.probe(from, TAG).countBytes());
        world.receive(coming, DataLayout.DOUBLE, from, TAG);
        sending.await();
        return coming;
    }

    private MemorySegment space(long bytes) {
        incoming = atLeast(incoming, bytes);
        return incoming.asSlice(0, bytes);
    }

    @Override
    public void finish() {
        // The memories are used again.
    }
}
