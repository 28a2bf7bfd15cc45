package org.sennit.internal.endpoints.construct;

import java.util.List;
import org.sennit.internal.endpoints.coll.ScheduleRun;
import org.sennit.internal.endpoints.comm.CommContext;

/**
 * Reports on standard error what a program has left behind at its end: it has forgotten something, but its job ends all
 * the same. Stateless.
 */
public final class EndReport {
    private static final int MOST_LINES = 10;

    private EndReport() {}

    /**
     * Reports the operations that are under way, and the windows that are not closed, unless the job has failed; by the
     * thread that has driven the endpoint.
     *
     * @param world the world of the endpoint whose program ends
     */
    public static void ofUnderWay(CommContext world) {
        if (world.job().health().failure() != null) {
            return;
        }
        List<String> lines = world.device().outstanding(context -> communicator(world, context));
        world.endpoint().progress().hooks().stream()
                .filter(ScheduleRun.class::isInstance)
                .forEach(run -> lines.add("collective under way: " + run));
        if (!lines.isEmpty()) {
            print("rank " + world.rank() + " has ended with operations under way: " + lines.size(), lines);
        }
        List<String> windows = world.own().openWindows();
        if (!windows.isEmpty()) {
            print(
                    "rank " + world.rank() + " has ended with windows that are not closed: " + windows.size(),
                    windows.stream().map(name -> "window=" + name).toList());
        }
    }

    /**
     * Reports messages that came after the program had ended; when the job is over.
     *
     * @param world the world of the endpoint whose program has ended
     */
    public static void ofLate(CommContext world) {
        List<String> lines = world.device().late(context -> communicator(world, context));
        if (!lines.isEmpty()) {
            print(
                    "rank " + world.rank() + " had ended when messages came: "
                            + world.device().lateCount(),
                    lines);
        }
    }

    /** Returns what to call the communicator of a context, and which of its messages have the context. */
    private static String communicator(CommContext world, int context) {
        CommContext found = world.own().communicatorOf(context);
        if (found == null) {
            return "context=" + context;
        }
        String name = "communicator=" + found;
        if (context == found.userContextId()) {
            return name;
        }
        if (context == found.collectiveContextId()) {
            return name + " of=collective";
        }
        if (context == found.persistentContextId()) {
            return name + " of=persistent collective";
        }
        if (context == found.partitionMatchContextId() || context == found.partitionDataContextId()) {
            return name + " of=partitioned";
        }
        return name + (context == found.ownershipContextId() ? " of=ownership" : " of=construction");
    }

    private static void print(String title, List<String> lines) {
        StringBuilder report = new StringBuilder(title);
        lines.stream()
                .limit(MOST_LINES)
                .forEach(line ->
                        report.append(System.lineSeparator()).append("  ").append(line));
        System.err.println(report);
    }
}
