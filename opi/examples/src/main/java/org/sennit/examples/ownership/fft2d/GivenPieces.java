package org.sennit.examples.ownership.fft2d;

import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.ownership.Handover;
import org.sennit.ownership.OwnedBuffer;
import org.sennit.ownership.OwnershipPool;

/**
 * Pieces by give and take: each round takes fresh buffers from the pool, gives them away, and frees those that came,
 * which are the ones to be filled next. Inside a JVM nothing is copied. Belongs to the thread of its endpoint.
 */
final class GivenPieces implements PieceExchange {
    private static final int TAG = 2;

    private final OwnershipPool pool;
    private final Handover handover;
    private final Shares shares;
    private final int own;
    private final OwnedBuffer[] buffers;
    private final MemorySegment[] pieces;
    private final Request[] requests;

    GivenPieces(Communicator world, OwnershipPool pool, Shares shares) {
        this.pool = pool;
        this.handover = pool.over(world);
        this.shares = shares;
        this.own = world.rank();
        this.buffers = new OwnedBuffer[world.size()];
        this.pieces = new MemorySegment[world.size()];
        this.requests = new Request[world.size()];
    }

    @Override
    public void prepare() {
        for (int rank = 0; rank < buffers.length; rank++) {
            hold(rank, pool.alloc(shares.pieceBytes(own, rank)));
        }
    }

    private void hold(int rank, OwnedBuffer buffer) {
        buffers[rank] = buffer;
        pieces[rank] = buffer.segment();
    }

    @Override
    public MemorySegment outgoing(int rank) {
        return pieces[rank];
    }

    @Override
    public void exchange() {
        int started = 0;
        for (int step = 1; step < buffers.length; step++) {
            int destination = (own + step) % buffers.length;
            if (shares.pieceBytes(own, destination) > 0) { // an empty one stays, and its place is free for what comes
                requests[started++] = handover.giveNonblocking(buffers[destination], destination, TAG);
            } else {
                pool.free(buffers[destination]);
            }
        }
        for (int step = 1; step < buffers.length; step++) {
            int source = (own + buffers.length - step) % buffers.length;
            long bytes = shares.pieceBytes(source, own);
            hold(source, bytes > 0 ? handover.take(source, TAG) : pool.alloc(bytes));
        }
        Request.awaitAll(Arrays.copyOf(requests, started));
    }

    @Override
    public MemorySegment incoming(int rank) {
        return pieces[rank];
    }

    @Override
    public void finish() {
        for (OwnedBuffer buffer : buffers) {
            pool.free(buffer);
        }
    }
}
