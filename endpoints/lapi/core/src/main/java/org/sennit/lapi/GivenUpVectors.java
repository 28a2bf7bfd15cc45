package org.sennit.lapi;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.SennitException;

/**
 * Vectors of operations that this task has given up, and of which the target has a part, or all. It is notified at
 * once, or when it is resumed. Any thread.
 */
final class GivenUpVectors {
    private record Vector(int target, int handler, long id, int pieces) {}

    /** Notifies the target of a vector. */
    @FunctionalInterface
    interface Message {
        /** Sends it; throws where the target is purged, or has failed. */
        void send(int target, int handler, long id, int pieces);
    }

    private final Purges purges;
    private final Message message;

    // Concurrent: the thread that removes one reports it.
    private final Set<Vector> vectors = ConcurrentHashMap.newKeySet();

    GivenUpVectors(Purges purges, Message message) {
        this.purges = purges;
        this.message = message;
        purges.whenResumed(this::tell);
    }

    /**
     * Adds a vector.
     *
     * @param handler of the message to the target
     * @param pieces of its description that have been sent
     */
    void add(int target, int handler, long id, int pieces) {
        vectors.add(new Vector(target, handler, id, pieces));
        tell(target);
    }

    private void tell(int target) {
        for (Vector each : vectors) {
            if (each.target == target && !purges.isPurged(target) && vectors.remove(each)) {
                tell(each);
            }
        }
    }

    private void tell(Vector vector) {
        try {
            message.send(vector.target, vector.handler, vector.id, vector.pieces);
        } catch (LapiException purged) {
            vectors.add(vector);
            if (!purges.isPurged(vector.target)) { // resumed meanwhile, perhaps before this was there again
                tell(vector.target);
            }
        } catch (SennitException failed) { // the target, and its memory with it, or the job is over
            return;
        }
    }
}
