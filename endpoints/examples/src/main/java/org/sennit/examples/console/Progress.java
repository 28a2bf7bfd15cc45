package org.sennit.examples.console;

import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on standard error, or nothing where that is not a terminal.
 *
 * <p>One thread opens, advances and closes it; a daemon thread of the library draws. Surprise: the
 * bar is drawn at most a few times a second, so advancing costs a field write and may stand in a loop.
 */
public final class Progress implements AutoCloseable {
    private static final int WIDTH_COLUMNS = 79;
    private static final int REDRAW_INTERVAL_MS = 200;

    /** Null where nothing is shown. */
    private final ProgressBar bar;

    private Progress(ProgressBar bar) {
        this.bar = bar;
    }

    /**
     * Starts to show a task.
     *
     * @param isWanted whether the caller is the one to show it; nothing is shown otherwise
     * @param task a word for what is going on
     * @param steps how many steps make it complete
     * @return the bar, to be closed when the task is over
     */
    public static Progress open(boolean isWanted, String task, long steps) {
        if (!isWanted || !StandardError.isTerminal()) {
            return new Progress(null);
        }
        return new Progress(new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(REDRAW_INTERVAL_MS)
                .setConsumer(new ConsoleProgressBarConsumer(System.err, WIDTH_COLUMNS))
                .clearDisplayOnFinish()
                .build());
    }

    /**
     * Shows how far the task is. Does not block.
     *
     * @param steps steps done since it began
     */
    public void advanceTo(long steps) {
        if (bar != null) {
            bar.stepTo(steps);
        }
    }

    /** Removes the bar from the screen. */
    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
