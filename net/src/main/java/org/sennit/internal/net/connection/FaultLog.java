package org.sennit.internal.net.connection;

import java.util.HashSet;
import java.util.Set;
import java.util.function.BiConsumer;

/**
 * Logs a fault once for as long as it lasts: what is looked at again and again would fill the log
 * with it. One thread at a time.
 *
 * @param <T> what has faults
 */
final class FaultLog<T> {
    private final BiConsumer<T, Throwable> log;
    private final Set<T> faulty = new HashSet<>();

    FaultLog(BiConsumer<T, Throwable> log) {
        this.log = log;
    }

    void failed(T which, Throwable cause) {
        if (faulty.add(which)) {
            log.accept(which, cause);
        }
    }

    /** Notes that something has no fault any more, or has gone, so that its next fault is logged. */
    void isWell(T which) {
        faulty.remove(which);
    }
}
