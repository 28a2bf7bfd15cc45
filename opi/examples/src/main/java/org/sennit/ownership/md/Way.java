package org.sennit.ownership.md;

import org.sennit.endpoints.api.Communicator;
import org.sennit.opi.OwnershipPool;

/** How the messages travel. Any thread. */
public enum Way {
    /** Sent and received. */
    SEND_RECEIVE("send/receive"),
    /** Given and taken. */
    GIVE_TAKE("give/take");

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

    Carrier carrier(Communicator grid) {
        return this == SEND_RECEIVE
                ? new SendingCarrier(grid)
                : new GivingCarrier(grid, OwnershipPool.of(grid.endpoint()));
    }
}
