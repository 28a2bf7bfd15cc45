package org.sennit.lapi;

import java.util.concurrent.atomic.AtomicReference;
import org.sennit.active.ActiveMessages;

/**
 * The room for headers of this task. A thread that sends takes it and gives it back; one that comes meanwhile makes
 * its own. Any thread.
 */
final class HeaderRooms {
    private final boolean isReused;

    // The room that no thread uses; null while one does. The exchange pairs with the release of the thread that gave it
    // back, whose use of the room is over then.
    private final AtomicReference<HeaderRoom> spare = new AtomicReference<>();

    HeaderRooms(ActiveMessages messages) {
        this(!messages.isChecked()); // else a header is compared later with what it was
    }

    HeaderRooms(boolean isReused) {
        this.isReused = isReused;
    }

    /** Returns room that no other thread uses, until {@link #give}. */
    HeaderRoom take() {
        HeaderRoom own = spare.getAndSet(null);
        return own == null ? new HeaderRoom() : own;
    }

    /** Gives room back, which the caller uses no more. */
    void give(HeaderRoom room) {
        if (isReused) {
            spare.setRelease(room);
        }
    }
}
