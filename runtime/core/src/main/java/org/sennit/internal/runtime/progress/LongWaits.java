package org.sennit.internal.runtime.progress;

import java.util.Collection;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The long waits of a process. Waits cost nothing here until {@link #ask} poses a new question. Every thread that has
 * waited for {@value #LONG_MS} ms and has no work answers it once: it describes its wait, and ends it if all endpoints
 * that could complete it have ended. The asking thread wakes sleepers ({@link ProgressEngine#askWaiting}). Any thread
 * may call.
 */
public final class LongWaits {
    /** Shortest long wait, in milliseconds. */
    public static final int LONG_MS = 200;

    static final long LONG_NS = LONG_MS * 1_000_000L;

    private final Set<LongWait> waits = ConcurrentHashMap.newKeySet();
    private final Queue<Awaited> tested = new ConcurrentLinkedQueue<>();
    private final EndedEndpoints ended = new EndedEndpoints();

    // Set before there is any wait.
    private boolean waitsForEnded;

    // Volatile read-modify-write by the asking thread, which then wakes the sleepers; volatile load in every idle round
    // of a timed wait, also after a wake-up: either the sleeper sees the question, or it is woken for it.
    private volatile int question;

    LongWaits() {}

    /**
     * Sets whether waits for ended endpoints continue for ever.
     *
     * @param isForEver as MPI has it
     */
    public void waitForEnded(boolean isForEver) {
        waitsForEnded = isForEver;
    }

    /** Returns the endpoints whose programs have ended. */
    public EndedEndpoints ended() {
        return ended;
    }

    /** Poses a new question, and returns its number. */
    public synchronized int ask() {
        question = question + 1;
        return question;
    }

    int question() {
        return question;
    }

    /** Returns a live view of the waits that have answered and are not over. */
    public Collection<LongWait> all() {
        return waits;
    }

    void addTested(Awaited subject) {
        tested.add(subject);
    }

    /**
     * Takes what a thread has tested without success, since {@link ProgressEngine#askTests} has asked for it; null: no
     * more.
     */
    public Awaited nextTested() {
        return tested.poll();
    }

    void add(LongWait wait) {
        waits.add(wait);
    }

    void remove(LongWait wait) {
        waits.remove(wait);
    }

    /** Returns the error of a wait without timeout that can never end; null if it can. */
    SennitException hopeless(Awaited awaited, boolean isShared) {
        String who = waitsForEnded ? null : ended.hopeless(awaited, isShared);
        return who == null
                ? null
                : new SennitException(
                        ErrorClass.PROC_ENDED, who + ", and no other can complete the call: " + awaited.operation());
    }

    /** Returns the name of a condition that has no description. */
    static String nameOf(Condition condition) {
        return condition.getClass().isHidden() ? "an event of the program" : String.valueOf(condition);
    }
}
