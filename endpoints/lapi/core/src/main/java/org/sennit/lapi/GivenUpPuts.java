package org.sennit.lapi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.SennitException;

/**
 * Puts that this task has given up, and of which the target keeps the vector: it has answered. It is notified at once, or
 * when it is resumed. Any thread.
 */
final class GivenUpPuts {
    private record Put(int target, long id) {}

    /** Notifies the target of a put. */
    @FunctionalInterface
    interface Message {
        /** Sends it; throws where the target is purged, or has failed. */
        void send(int target, long id);
    }

    private final Purges purges;
    private final Message message;

    // Concurrent: the thread that removes one tells of it.
    private final Set<Put> puts = ConcurrentHashMap.newKeySet();

    GivenUpPuts(Purges purges, Message message) {
        this.purges = purges;
        this.message = message;
        purges.whenResumed(this::tell);
    }

    /** Adds a put whose data the target will not get. */
    void add(int target, long id) {
        puts.add(new Put(target, id));
        tell(target);
    }

    private void tell(int target) {
        for (Put each : puts) {
            if (each.target == target && !purges.isPurged(target) && puts.remove(each)) {
                tell(each);
            }
        }
    }

    private void tell(Put put) {
        try {
            message.send(put.target, put.id);
        } catch (LapiException purged) {
            puts.add(put);
            if (!purges.isPurged(put.target)) { // resumed meanwhile, perhaps before this was there again
                tell(put.target);
            }
        } catch (SennitException failed) { // the target, and its memory with it, or the job is over
            return;
        }
    }
}
