package org.sennit.bench.program;

import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * A progress bar on the standard error stream, where a terminal is and the table goes elsewhere; else nothing. One
 * thread.
 */
final class BenchProgress implements AutoCloseable {
    static final BenchProgress NONE = new BenchProgress(null);

    private final ProgressBar bar;

    private BenchProgress(ProgressBar bar) {
        this.bar = bar;
    }

    static BenchProgress of(Plan plan, int steps) {
        if (!plan.isProgressShown() || steps < 2) {
            return NONE;
        }
        return new BenchProgress(new ProgressBarBuilder()
                .setTaskName(plan.benchmark().word())
                .setInitialMax(steps)
                .setStyle(ProgressBarStyle.ASCII)
                .build());
    }

    void step(long sizeBytes) {
        if (bar != null) {
            bar.setExtraMessage(" " + sizeBytes + " B");
            bar.step();
        }
    }

    @Override
    public void close() {
        if (bar != null) {
            bar.close();
        }
    }
}
