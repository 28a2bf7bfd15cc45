package org.sennit.internal.endpoints.device.flow;

/**
 * Credit of one {@link CreditWindow} that an endpoint has taken in advance, so that its next messages there cost no
 * atomic instruction. Taken after two consecutive messages to the same endpoint. Belongs to the thread that drives the
 * endpoint.
 */
public final class KeptCredit {
    private CreditWindow window; // in which room is kept; null: none
    private long keptBytes;
    private CreditWindow last; // another one, from which the last message had its room; null: none

    /**
     * Takes room for an eager message, as {@link CreditWindow#take}.
     *
     * @param from where the message goes
     * @param lengthBytes the length of the message in bytes
     * @return false when there is not enough, and nothing is taken
     */
    public boolean take(CreditWindow from, long lengthBytes) {
        if (from == window) {
            long left = keptBytes - CreditWindow.chargeOf(lengthBytes);
            if (left >= 0) {
                keptBytes = left;
                return true;
            }
        }
        return takeMore(from, lengthBytes);
    }

    private boolean takeMore(CreditWindow from, long lengthBytes) {
        if (from != window && from != last) {
            last = from;
            return from.take(lengthBytes);
        }
        giveBack();
        last = from;
        if (!from.take(lengthBytes)) {
            return false;
        }
        keptBytes = from.takeMuch();
        if (keptBytes > 0) {
            window = from;
        }
        return true;
    }

    /** Gives back what is kept; when the endpoint ends. */
    public void giveBack() {
        if (keptBytes > 0) {
            window.give(keptBytes);
        }
        keptBytes = 0;
        window = null;
    }
}
