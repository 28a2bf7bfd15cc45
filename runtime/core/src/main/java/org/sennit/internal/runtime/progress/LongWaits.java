package org.sennit.internal.runtime.progress;

import java.util.Collection;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.progress.Awaited;
import org.sennit.spi.progress.Condition;

/**
 * The waits of a process that have lasted for long. A wait costs nothing here until it is asked for: {@link #ask} makes a new
 * question, and every thread that has waited for {@value #LONG_MS} ms and has nothing to do answers it once: it describes its
 * wait anew, and ends it when none of those that could end it is left. Who asks wakes those that sleep
 * ({@link ProgressEngine#askWaiting}). Any thread may call.
 */
public final class LongWaits {
    /** From here on a wait is long, in milliseconds. */
    public static final int LONG_MS = 200;

    static final long LONG_NS = LONG_MS * 1_000_000L;

    private final Set<LongWait> waits = ConcurrentHashMap.newKeySet();
    private final EndedEndpoints ended = new EndedEndpoints();

    // Set before there is any wait.
    private boolean waitsForEnded;

    // Volatile read-modify-write by the asking thread, which then wakes the sleepers; volatile load in every idle
    // round of a wait by the clock, and by that again after it was woken: either the sleeper sees the question, or is
    // woken for it.
    private volatile int question;

    LongWaits() {}

    /**
     * Says that waits for endpoints that have ended go on for ever.
     *
     * @param isForEver as MPI has it
     */
    public void waitForEnded(boolean isForEver) {
        waitsForEnded = isForEver;
    }

    /** Returns what is known of the endpoints whose programs have ended. */
    public EndedEndpoints ended() {
        return ended;
    }

    /** Makes a new question. */
    public synchronized int ask() {
        question = question + 1;
        return question;
    }

    int question() {
        return question;
    }

    /** Returns the waits that have answered, and are not over, a view that changes with them. */
    public Collection<LongWait> all() {
        return waits;
    }

    void add(LongWait wait) {
        waits.add(wait);
    }

    void remove(LongWait wait) {
        waits.remove(wait);
    }

    /** Returns the error of a wait that can never end, which has no timeout; null while there is hope. */
    SennitException hopeless(Awaited awaited, boolean isShared) {
        String who = waitsForEnded ? null : ended.hopeless(awaited, isShared);
        return who == null
                ? null
                : new SennitException(
                        ErrorClass.PROC_ENDED, who + ", and no other can complete the call: " + awaited.operation());
    }

    /** A name for what has no description. */
    static String nameOf(Condition condition) {
        return condition.getClass().isHidden() ? "an event of the program" : String.valueOf(condition);
    }
}
