package org.sennit.internal.endpoints.device.flow;

import java.util.Arrays;

/**
 * The credit between this process and all others, by their numbers. Any thread. Allocates nothing for a process that is
 * known.
 */
public final class Credits {
    private final long windowBytes;

    // Replaced under the lock by a copy with more in it; element 0 is for peers whose number is not known yet.
    private volatile CreditWindows[] byProcess = {};

    /**
     * Makes a credits.
     *
     * @param windowBytes the size of a window in bytes
     */
    public Credits(long windowBytes) {
        this.windowBytes = windowBytes;
    }

    /** Returns the bytes that may be sent to one endpoint before it has taken any. */
    long windowBytes() {
        return windowBytes;
    }

    /** Returns the credit of one process; not for every message. */
    public CreditWindows of(int process) {
        CreditWindows[] known = byProcess;
        int index = Math.max(process, -1) + 1;
        CreditWindows windows = index < known.length ? known[index] : null;
        return windows != null ? windows : make(index);
    }

    private synchronized CreditWindows make(int index) {
        CreditWindows[] known = byProcess;
        if (index < known.length && known[index] != null) {
            return known[index];
        }
        CreditWindows[] more = Arrays.copyOf(known, Math.max(known.length, index + 1));
        more[index] = new CreditWindows(windowBytes);
        byProcess = more;
        return more[index];
    }
}
