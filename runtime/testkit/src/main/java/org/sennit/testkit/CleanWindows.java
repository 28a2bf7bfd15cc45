package org.sennit.testkit;

import java.util.ArrayDeque;
import java.util.List;

/**
 * Windows of a measurement of allocated bytes, one after the other. First the code is warm: all but one of the last few
 * windows are within what is allowed. Then it is judged by windows that are still to come, all but one of which have to
 * be clean. To look for some clean ones among all there ever are would prove little: what allocates in every second
 * window has six in a row by luck before long. Code that fails a judgement may have met the compiler once more, and is
 * judged again, a few times. One thread.
 */
public final class CleanWindows {
    /** Windows that are looked at for whether the code is warm. */
    private static final int WARM = 6;

    /** Windows of a judgement: what allocates in every second one passes with a probability of 1 in 300. */
    static final int JUDGED = 12;

    private static final int MOST_DIRTY = 1;
    private static final int MOST_JUDGEMENTS = 5;

    private final long allowedBytes;
    private final ArrayDeque<Long> last = new ArrayDeque<>();
    private boolean isJudging;
    private int failed; // judgements
    private List<Long> lastFailed = List.of(); // the windows of the last of them

    /**
     * Begins a measurement.
     *
     * @param allowedBytes how much a window may allocate, in bytes
     */
    public CleanWindows(long allowedBytes) {
        this.allowedBytes = allowedBytes;
    }

    /**
     * Adds a window. Once the measurement {@link #isSteady} further ones change nothing.
     *
     * @param bytes what it has allocated
     */
    public void add(long bytes) {
        if (isSteady()) {
            return;
        }
        if (!isJudging && last.size() == WARM) {
            last.removeFirst();
        }
        last.addLast(bytes);
        if (isJudging && dirty() > MOST_DIRTY) {
            failed++;
            lastFailed = List.copyOf(last);
            begin(false);
        } else if (!isJudging && last.size() == WARM && dirty() <= MOST_DIRTY && !isHopeless()) {
            begin(true);
        }
    }

    private void begin(boolean judgement) {
        isJudging = judgement;
        last.clear();
    }

    private long dirty() {
        return last.stream().filter(bytes -> bytes > allowedBytes).count();
    }

    /**
     * Returns whether a judgement has ended well.
     *
     * @return false also while there are too few windows
     */
    public boolean isSteady() {
        return isJudging && last.size() == JUDGED;
    }

    /**
     * Returns the number of judgements that the code has failed.
     *
     * @return none to the most that it may
     */
    public int failedJudgements() {
        return failed;
    }

    /**
     * Returns whether no further window can make the measurement steady.
     *
     * @return true after the last judgement that the code may fail
     */
    public boolean isHopeless() {
        return failed == MOST_JUDGEMENTS;
    }

    /**
     * Throws unless the measurement {@link #isSteady}.
     *
     * @param story what was measured
     * @throws AssertionError with the last windows
     */
    public void assertSteady(String story) {
        if (!isSteady()) {
            throw new AssertionError(story + ": allocated bytes in the last windows=" + last + " allowed="
                    + allowedBytes + " failed judgements=" + failed + " the last of them=" + lastFailed);
        }
    }
}
