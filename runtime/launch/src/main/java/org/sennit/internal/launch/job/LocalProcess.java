package org.sennit.internal.launch.job;

import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A process on this host, with the two pumps that carry its output.
 *
 * <p>Threads: any; the pumps have one each.
 */
public final class LocalProcess implements LaunchedProcess {
    private static final long OUTPUT_END_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private record Pump(LinePump pump, Thread thread) {}

    private final Process process;
    private final List<Pump> pumps;

    /**
     * Begins to carry the output of a process.
     *
     * @param number its number in the job
     * @param out takes whole lines of its standard output
     * @param err takes whole lines of its standard error
     */
    public LocalProcess(int number, Process process, OutputStream out, OutputStream err) {
        this.process = process;
        this.pumps = List.of(
                pump("sennit-out-" + number, new LinePump(process.getInputStream(), out)),
                pump("sennit-err-" + number, new LinePump(process.getErrorStream(), err)));
    }

    private static Pump pump(String name, LinePump pump) {
        Thread thread = new Thread(pump, name);
        thread.setDaemon(true);
        thread.start();
        return new Pump(pump, thread);
    }

    /** Returns its handle in the operating system. */
    public ProcessHandle handle() {
        return process.toHandle();
    }

    /** Returns its standard input. */
    public OutputStream input() {
        return process.getOutputStream();
    }

    @Override
    public long pid() {
        return process.pid();
    }

    @Override
    public String host() {
        return "";
    }

    @Override
    public String fate() {
        return null;
    }

    @Override
    public int await() throws InterruptedException {
        return process.waitFor();
    }

    @Override
    public boolean await(long timeoutNs) throws InterruptedException {
        return process.waitFor(timeoutNs, TimeUnit.NANOSECONDS);
    }

    /**
     * Waits as long as the reader of the output takes, up to a time, but only a moment for a pipe that a grandchild
     * holds open.
     */
    @Override
    public void awaitOutput(long timeoutNs) throws InterruptedException {
        long begin = System.nanoTime();
        for (Pump each : pumps) {
            long left;
            do {
                left = timeoutNs - (System.nanoTime() - begin);
                TimeUnit.NANOSECONDS.timedJoin(each.thread(), Math.min(OUTPUT_END_NS, left));
            } while (left > 0 && each.thread().isAlive() && !each.pump().isReading());
        }
    }

    /** Ends the process by its handle: {@link Process#destroy} would close the pipes, and the last output with them. */
    @Override
    public void end() {
        process.toHandle().destroy();
    }

    @Override
    public void kill() {
        process.toHandle().destroyForcibly();
    }
}
