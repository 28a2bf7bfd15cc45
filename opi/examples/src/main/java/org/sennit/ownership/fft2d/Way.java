package org.sennit.ownership.fft2d;

import org.sennit.endpoints.api.Communicator;
import org.sennit.opi.OwnershipPool;

/** How the pieces of the plane travel, and what becomes of them. Any thread. */
public enum Way {
    /** Sent, received in other memory, copied into the field. */
    SEND_RECEIVE("send/receive"),
    /** Given and taken, copied into the field. */
    GIVE_TAKE("give/take"),
    /** Given and taken; the second transform reads them where they lie. */
    FUSED("give/take, fused");

    private final String words;

    Way(String words) {
        this.words = words;
    }

    /**
     * For tables.
     *
     * @return a few words
     */
    public String words() {
        return words;
    }

    PlaneTransform transform(Communicator world, OwnershipPool pool, Shares shares) {
        PieceExchange exchange =
                this == SEND_RECEIVE ? new SentPieces(world, shares) : new GivenPieces(world, pool, shares);
        return new PlaneTransform(shares, world.rank(), exchange, this == FUSED);
    }
}
