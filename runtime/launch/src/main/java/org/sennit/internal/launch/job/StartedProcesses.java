package org.sennit.internal.launch.job;

import java.io.OutputStream;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.launch.process.Family;

/**
 * The processes of a running job, those of this host and those of others, and how they are ended: asked first, then
 * killed. Filled before the job is supervised, by one thread; any thread may end them, also meanwhile.
 */
final class StartedProcesses {
    /** Time until a killed process is gone. */
    static final long KILLED_END_NS = TimeUnit.SECONDS.toNanos(5);

    /** Time that a process has for its shutdown hooks before it is killed. */
    private static final long ORDERLY_END_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private final List<LaunchedProcess> processes = new CopyOnWriteArrayList<>();
    private final List<ProcessHandle> ownHandles = new CopyOnWriteArrayList<>(); // those of this host
    private volatile boolean isRefusing;

    /** Adds a process of this host; kills it after {@link #refuseMore}. */
    void addOwn(Process process, OutputStream out, OutputStream err) {
        LocalProcess added = new LocalProcess(processes.size(), process, out, err);
        processes.add(added);
        ownHandles.add(process.toHandle());
        if (isRefusing) { // asked behind the add: it is killed here, or found by the thread that refuses
            added.kill();
        }
    }

    /** Kills what is added from now on. */
    void refuseMore() {
        isRefusing = true;
    }

    void addHosted(List<? extends LaunchedProcess> hosted) {
        processes.addAll(hosted);
    }

    int size() {
        return processes.size();
    }

    LaunchedProcess get(int number) {
        return processes.get(number);
    }

    /** Ends the processes of this host, and all that they have started. */
    void endOwn(String jobId) throws InterruptedException {
        if (ownHandles.isEmpty()) {
            return;
        }
        Family family = Family.ofJob(jobId);
        family.look(ownHandles);
        processes.forEach(LaunchedProcess::end);
        family.end();
        await(ORDERLY_END_NS);
        family.look(ownHandles);
        kill();
        family.kill();
        await(KILLED_END_NS);
        family.await(KILLED_END_NS);
    }

    void kill() {
        processes.forEach(LaunchedProcess::kill);
    }

    /** Waits for the end of all processes, for this time in total. */
    void await(long timeoutNs) throws InterruptedException {
        long deadline = System.nanoTime() + timeoutNs;
        for (LaunchedProcess process : processes) {
            process.await(Math.max(0, deadline - System.nanoTime()));
        }
    }

    /** Waits until what they have printed has been written, for this time in total. */
    void awaitOutput(long timeoutNs) throws InterruptedException {
        long begin = System.nanoTime();
        for (LaunchedProcess process : processes) {
            process.awaitOutput(Math.max(0, timeoutNs - (System.nanoTime() - begin)));
        }
    }
}
