package org.sennit.examples.ownership.fft2d;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;

/**
 * Pieces by send and receive: two memories for each rank, made once, and all messages under way at the same time.
 * Belongs to the thread of its endpoint.
 */
final class SentPieces implements PieceExchange {
    private static final int TAG = 1;
    private static final long LINE_BYTES = 64;

    private final Communicator world;
    private final MemorySegment[] outgoing;
    private final MemorySegment[] incoming;
    private final Request[] requests;

    SentPieces(Communicator world, Shares shares) {
        int size = world.size();
        int own = world.rank();
        this.world = world;
        this.outgoing = new MemorySegment[size];
        this.incoming = new MemorySegment[size];
        this.requests = new Request[2 * size];
        Arena arena = Arena.ofAuto();
        for (int rank = 0; rank < size; rank++) {
            outgoing[rank] = arena.allocate(shares.pieceBytes(own, rank), LINE_BYTES);
            incoming[rank] = rank == own ? outgoing[rank] : arena.allocate(shares.pieceBytes(rank, own), LINE_BYTES);
        }
    }

    @Override
    public void prepare() {
        // All room is there for ever.
    }

    @Override
    public MemorySegment outgoing(int rank) {
        return outgoing[rank];
    }

    @Override
    public void exchange() {
        int started = 0;
        for (int step = 1; step < outgoing.length; step++) {
            int source = (world.rank() + outgoing.length - step) % outgoing.length;
            if (incoming[source].byteSize() > 0) {
                requests[started++] = world.nonblocking().receive(incoming[source], DataLayout.DOUBLE, source, TAG);
            }
        }
        for (int step = 1; step < outgoing.length; step++) {
            int destination = (world.rank() + step) % outgoing.length;
            if (outgoing[destination].byteSize() > 0) {
                requests[started++] =
                        world.nonblocking().send(outgoing[destination], DataLayout.DOUBLE, destination, TAG);
            }
        }
        Request.awaitAll(Arrays.copyOf(requests, started));
    }

    @Override
    public MemorySegment incoming(int rank) {
        return incoming[rank];
    }

    @Override
    public void finish() {
        // The memories are used again.
    }
}
