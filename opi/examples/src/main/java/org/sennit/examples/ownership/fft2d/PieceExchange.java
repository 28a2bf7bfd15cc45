package org.sennit.examples.ownership.fft2d;

import java.lang.foreign.MemorySegment;

/**
 * Carries the pieces of a transposition, from each rank to each. The round is: fill {@link #outgoing} for every rank,
 * {@link #exchange}, read {@link #incoming} from every rank, {@link #finish}.
 *
 * <p>Belongs to the thread of its endpoint. The piece of a rank for itself is not sent: it comes in as it went out.
 */
interface PieceExchange {
    /** Makes room for the pieces of a round. */
    void prepare();

    /** Returns room for the piece for a rank. What is written there before {@link #exchange} arrives. */
    MemorySegment outgoing(int rank);

    /** Sends all and waits until all are there. Collective; blocks. */
    void exchange();

    /** Returns the piece of a rank, until {@link #finish}. */
    MemorySegment incoming(int rank);

    /** Called when the pieces have been read. */
    void finish();
}
