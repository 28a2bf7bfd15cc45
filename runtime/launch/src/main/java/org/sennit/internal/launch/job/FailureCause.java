package org.sennit.internal.launch.job;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sennit.internal.launch.job.ProcessEvent.Kind;

/**
 * Chooses, among the things that happened within a moment, the one that was the cause: when a process dies its peers
 * notice within a millisecond and may say so before the operating system notifies the launcher.
 *
 * <p>Threads: stateless.
 */
final class FailureCause {
    /** Longest time between a process's complaint and the report of the death that caused it. */
    private static final long OVERTAKEN_NS = TimeUnit.MILLISECONDS.toNanos(100);

    /** The error of a process whose network has found that another one listens no more, as one does that has ended. */
    private static final Pattern ENDED =
            Pattern.compile("process=(?<ended>\\d+) is dead: its address .{1,1000} refuses connections");

    private FailureCause() {}

    /** Returns the cause among failures in the order in which they were reported. */
    static ProcessEvent of(List<ProcessEvent> failures) {
        for (ProcessEvent failure : failures) {
            if (failure.isSignal() && reportOf(failure.process(), failures) == null) {
                return failure;
            }
        }
        ProcessEvent first = failures.getFirst();
        ProcessEvent before = reportOfEnded(first, failures);
        if (before != null) {
            return before;
        }
        if (first.kind() != Kind.EXITED) {
            for (ProcessEvent failure : failures) {
                boolean isSoon = failure.timeNs() - first.timeNs() <= OVERTAKEN_NS;
                if (failure.kind() == Kind.EXITED
                        && isSoon
                        && failure.process() != first.process()
                        && reportOf(failure.process(), failures) == null) {
                    return failure;
                }
            }
        }
        ProcessEvent report = reportOf(first.process(), failures);
        return report == null ? first : report;
    }

    /**
     * Returns the report of the process whose end a report complains of, whatever came first; null without such a one.
     */
    private static ProcessEvent reportOfEnded(ProcessEvent complaint, List<ProcessEvent> failures) {
        int ended = endedBy(complaint);
        ProcessEvent report = ended < 0 ? null : reportOf(ended, failures);
        return report == null || endedBy(report) == complaint.process() ? null : report;
    }

    private static int endedBy(ProcessEvent complaint) {
        Matcher said = ENDED.matcher(String.valueOf(complaint.report()));
        return said.find() ? Integer.parseInt(said.group("ended")) : -1;
    }

    private static ProcessEvent reportOf(int process, List<ProcessEvent> failures) {
        for (ProcessEvent failure : failures) {
            if (failure.process() == process && failure.kind() != Kind.EXITED) {
                return failure;
            }
        }
        return null;
    }
}
