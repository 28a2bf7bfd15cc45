package org.sennit.lapi;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The messages by which this task answers others. One to a task that this one has purged is kept, and sent when that is
 * resumed: it waits for it. Any thread that may send.
 */
final class Answers {
    private record Kept(int origin, Runnable message) {}

    private final Purges purges;
    private final Queue<Kept> kept = new ConcurrentLinkedQueue<>(); // the thread that removes one sends it

    Answers(Purges purges) {
        this.purges = purges;
        purges.whenResumed(this::sendKept);
    }

    /**
     * Sends an answer, now or later.
     *
     * @param message sends it; throws REQUEST where the origin is purged
     */
    void send(int origin, Runnable message) {
        try {
            message.run();
        } catch (SennitException e) {
            if (e.errorClass() != ErrorClass.REQUEST) {
                throw e;
            }
            kept.add(new Kept(origin, message));
            if (!purges.isPurged(origin)) { // resumed meanwhile, perhaps before this was there
                sendKept(origin);
            }
        }
    }

    private void sendKept(int origin) {
        for (Kept each : kept) {
            if (each.origin == origin && !purges.isPurged(origin) && kept.remove(each)) {
                send(origin, each.message);
            }
        }
    }
}
