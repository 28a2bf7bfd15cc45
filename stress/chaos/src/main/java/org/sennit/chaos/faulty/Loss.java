package org.sennit.chaos.faulty;

/**
 * The loss of a connection.
 *
 * @param cause the cause that both devices get
 * @param origin the side that has begun it
 * @param epoch the epoch that it begins, where the peer has named it
 * @param isForGood whether one of the two is dead: nothing can be sent any more
 */
record Loss(Throwable cause, Origin origin, int epoch, boolean isForGood) {
    /** The side that begins. */
    enum Origin {
        /** This side: the peer is to be notified. */
        HERE,
        /** The peer has reported it. */
        PEER,
        /** The module beneath: it has reported to both. */
        BENEATH
    }

    static Loss here(Throwable cause, boolean isForGood) {
        return new Loss(cause, Origin.HERE, -1, isForGood);
    }
}
