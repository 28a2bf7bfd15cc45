package org.sennit.chaos.faulty;

/**
 * The loss of a connection.
 *
 * @param cause what both devices are told
 * @param origin the side that has begun it
 * @param epoch the epoch that it begins, where the peer has named it
 * @param isForGood whether one of the two is dead: nothing can be sent any more
 */
record Loss(Throwable cause, Origin origin, int epoch, boolean isForGood) {
    /** The side that begins. */
    enum Origin {
        /** This side: the peer is to be told. */
        HERE,
        /** The peer has told. */
        PEER,
        /** The module beneath: it has told both. */
        BENEATH
    }

    static Loss here(Throwable cause, boolean isForGood) {
        return new Loss(cause, Origin.HERE, -1, isForGood);
    }
}
