package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.launch.job.ProcessEvent.Kind;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.Providers;
import org.sennit.internal.runtime.bootstrap.TemporaryFolder;
import org.sennit.internal.runtime.bootstrap.server.KeyValueServer;
import org.sennit.internal.runtime.bootstrap.server.ServerEvents;
import org.sennit.spi.bootstrap.JobRemains;
import org.sennit.spi.context.RuntimeContext;

/**
 * A job whose processes have been started. Waits for them; when one fails it ends the others and reports the cause
 * once. Under {@code failure=continue} it notifies the others instead, and reports the dead at the end.
 *
 * <p>Threads: a daemon supervises; for each process two copy its output and one waits for its end. Any thread may call
 * the methods.
 */
public final class RunningJob implements AutoCloseable {
    /** Time to wait for a better explanation than the first report. */
    private static final long CAUSE_WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(150);

    /** Time to wait for our own shutdown when a process was ended as by the user's Ctrl-C. */
    private static final long USER_SIGNAL_WINDOW_NS = TimeUnit.MILLISECONDS.toNanos(300);

    /** Time that notified processes have to end by themselves, before they are asked to. */
    private static final long OWN_END_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** Time that processes have to print what they wait for, when the user ends the job. */
    private static final long STOPPED_NS = TimeUnit.MILLISECONDS.toNanos(400);

    /** Time that the reader of the output has to read the rest, when the launcher is ended. */
    private static final long LAST_OUTPUT_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long HEARD_NS = TimeUnit.MILLISECONDS.toNanos(200);

    private final String jobId;
    private final KeyValueServer server;
    private final OutputStream out;
    private final OutputStream err;
    private final LauncherText text;
    private final boolean isContinuing;
    private final JobParts parts;
    private final TemporaryFolder folder; // null where none could be made
    private final BlockingQueue<ProcessEvent> events = new LinkedBlockingQueue<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Thread killer = new Thread(this::endWithLauncher, "sennit-end-of-launcher");

    // Filled before supervise(), then constant.
    private final StartedProcesses processes = new StartedProcesses();
    private final JobHosts hosts;
    private final JoinDesk joinDesk;

    private final LostProcesses lostProcesses = new LostProcesses(); // owned by the supervisor

    /** For each process the reason for which it was taken for dead and ended. */
    private final Suspects suspects = new Suspects(this::isInsideJob);

    /** Set before all processes are ended: later deaths are not reported. */
    private volatile boolean isEnding;

    /** Set when the launcher itself is being ended, which is not reported. */
    private volatile boolean isLauncherEnding;

    // Written by the supervisor before it counts down `ended`.
    private int status;
    private volatile String report;

    RunningJob(String jobId, byte[] secret, JobSettings settings, JobParts parts, TemporaryFolder folder)
            throws IOException {
        this.jobId = jobId;
        this.out = WatchedOutput.of(settings.out, this::stopWithoutReader);
        this.err = settings.err;
        this.text = new LauncherText(err);
        this.isContinuing = JobOptions.isContinuing(settings.launchOptions);
        this.parts = parts;
        this.hosts = new JobHosts(new HostSinks(this.out, err, parts, this::disconnect));
        this.joinDesk = new JoinDesk(hosts, this::say);
        this.folder = folder;
        this.server = new KeyValueServer(settings.endpointsOf(), secret, new Reports(), RuntimeContext.system());
        Runtime.getRuntime().addShutdownHook(killer);
    }

    int port() {
        return server.port();
    }

    /** Listens for processes of other hosts, too; returns the port. */
    int listenAt(InetSocketAddress address) throws IOException {
        return server.listenAt(address);
    }

    void add(Process process) {
        processes.addOwn(process, out, err);
    }

    /** Adds a host, which the caller starts; its link ends with the job. */
    HostAgent addHost(String host, List<Integer> numbers) {
        return hosts.add(host, numbers);
    }

    /** Returns the desk for joining hosts, open only while the job waits for them. */
    JoinDesk joinDesk() {
        return joinDesk;
    }

    /** Prints a message to the user before the job runs. */
    void say(String text) {
        this.text.write("sennit: " + text);
    }

    /** Returns the stream for the agents' output. */
    OutputStream err() {
        return err;
    }

    /** Disconnects the processes of a lost host, so that what is left of them ends. */
    private void disconnect(HostAgent agent) {
        agent.processes().forEach(process -> server.disconnect(process.number()));
    }

    /** Adds the started processes of all hosts. */
    void addHosted(boolean isStdinForwarded) {
        processes.addHosted(hosts.processes());
        if (isStdinForwarded) {
            hosts.forwardInput();
        }
    }

    void supervise() {
        for (int number = 0; number < processes.size(); number++) {
            int process = number;
            Thread.ofPlatform().daemon().name("sennit-end-of-" + process).start(() -> waitForEnd(process));
        }
        Thread.ofPlatform().daemon().name("sennit-supervisor").start(this::watch);
    }

    /** Returns the number of processes that the job has, at least 1. */
    public int processes() {
        return processes.size();
    }

    /**
     * Returns a process's number in the operating system.
     *
     * @param process its number in the job
     * @return the process id
     */
    public long pid(int process) {
        return processes.get(process).pid();
    }

    /**
     * Waits for the end of the job. Blocks as long as the job runs.
     *
     * @return its exit status; 0 only when every process ended with 0
     */
    public int await() {
        boolean isInterrupted = false;
        while (true) {
            try {
                ended.await();
                break;
            } catch (InterruptedException later) {
                isInterrupted = true;
                stop();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
        return status;
    }

    /**
     * Waits for the end of the job for some time.
     *
     * @param timeoutNs how long, in nanoseconds
     * @return whether it has ended
     * @throws InterruptedException the thread was interrupted; the job continues
     */
    public boolean await(long timeoutNs) throws InterruptedException {
        return ended.await(timeoutNs, TimeUnit.NANOSECONDS);
    }

    /** Returns the report of why the job has failed, or null when it runs, was stopped, or ended well. */
    public String report() {
        return report;
    }

    /** Ends all processes, without a report. Does not wait; {@link #await()} does. */
    public void stop() {
        events.add(ProcessEvent.now(Kind.STOPPED, 0, Signals.BASE + Signals.TERMINATE, null));
    }

    /** Stops the job as SIGPIPE ends a process whose output has no reader. */
    private void stopWithoutReader() {
        events.add(ProcessEvent.now(Kind.STOPPED, 0, WatchedOutput.NO_READER_STATUS, null));
    }

    /** Stops the job if it still runs, and waits until nothing of it is left. */
    @Override
    public void close() {
        if (ended.getCount() > 0) {
            stop();
            await();
        }
    }

    /** Ends the started processes when no thread for the supervisor can be started. */
    void abandon() {
        isEnding = true;
        processes.kill();
        finish();
    }

    private void waitForEnd(int process) {
        try {
            int exit = processes.get(process).await();
            server.processEnded(process, HEARD_NS);
            ProcessEvent event = ProcessEvent.now(Kind.EXITED, process, exit, null);
            if (isFailure(event) && !isEnding) {
                server.tellDied(process, nameAndFate(event) + " at=" + LocalTime.now() + " says=launcher");
            }
            events.add(event);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isInsideJob(int process) {
        return !isEnding && server.isInsideJob(process);
    }

    private void endLost(int process, int lost, String why) {
        boolean isPossible = lost >= 0 && lost < processes.size() && lost != process;
        if (isPossible && isInsideJob(lost)) {
            suspects.accuse(process, lost, processes.get(lost), why);
        }
    }

    /** Ends a process that hangs or is stopped in start-up, which makes others fail; nothing else would end it. */
    private void endLate(int process, String why) {
        if (!isEnding && suspects.condemn(process, "it " + why)) {
            events.add(ProcessEvent.now(Kind.LATE, process, 1, null));
            if (process < processes.size()) { // otherwise its host has not been started yet
                processes.get(process).kill();
            }
        }
    }

    private void watch() {
        try {
            int running = processes.size();
            while (running > 0) {
                ProcessEvent event = events.take();
                if (event.kind() == Kind.STOPPED) {
                    endAll();
                    status = event.status();
                    return;
                }
                if (isFailure(event)) {
                    if (!isContinuing || event.kind() == Kind.ABORTED) {
                        fail(event);
                        return;
                    }
                    lose(event);
                }
                running -= event.kind() == Kind.EXITED ? 1 : 0;
            }
            processes.awaitOutput(Long.MAX_VALUE);
            hosts.awaitRest();
            hosts.giveUp("it has not sent the rest in time");
            sumUp();
        } catch (InterruptedException never) {
            status = 1;
        } catch (RuntimeException | Error broken) { // the processes must not run on, or their job end well
            failed(broken);
            endBroken();
        } finally {
            finish();
        }
    }

    /** Notes a failure of the launcher itself. */
    private void failed(Throwable broken) {
        status = status == 0 ? 1 : status;
        if (report == null) {
            report = "sennit: the launcher has failed: " + broken + "; the job ends with exit status " + status;
        }
        text.write(report, broken);
    }

    private void endBroken() {
        try {
            endAll();
        } catch (InterruptedException | RuntimeException | Error again) {
            processes.kill();
        }
    }

    private void lose(ProcessEvent event) {
        if (event.kind() == Kind.UNCAUGHT) {
            lostProcesses.uncaught(event.process(), event.report());
        } else if (event.kind() == Kind.EXITED) {
            text.write(lostProcesses.died(event, nameAndFate(event)));
        }
    }

    private void sumUp() {
        if (!lostProcesses.isEmpty()) {
            status = lostProcesses.status();
            report = lostProcesses.summary();
            text.write(report);
        }
    }

    private boolean isFailure(ProcessEvent event) {
        return event.kind() != Kind.EXITED || event.status() != 0 || server.isInsideJob(event.process());
    }

    private void fail(ProcessEvent first) throws InterruptedException {
        List<ProcessEvent> failures = new ArrayList<>();
        failures.add(first);
        boolean isUsers = first.isSignal() && Signals.isUsers(first.status() - Signals.BASE);
        long window = isUsers ? USER_SIGNAL_WINDOW_NS : first.kind() == Kind.EXITED ? 0 : CAUSE_WINDOW_NS;
        long deadline = System.nanoTime() + window;
        ProcessEvent next = events.poll();
        for (long left = window; left > 0 || next != null; left = deadline - System.nanoTime()) {
            if (next != null && isFailure(next)) {
                failures.add(next);
                if (next.isSignal() && !isUsers) {
                    break;
                }
            }
            next = events.poll(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        ProcessEvent cause = FailureCause.of(failures);
        processes.await(OWN_END_NS);
        endAll();
        status = cause.status() == 0 ? 1 : cause.status();
        if (!isLauncherEnding) {
            report = reportOf(cause);
            text.write(report);
        }
    }

    private String reportOf(ProcessEvent cause) {
        return ProcessEvent.text(nameAndFate(cause), "the job ends with exit status " + status, cause.report());
    }

    /** Returns the name of a process and how it ended. */
    private String nameAndFate(ProcessEvent cause) {
        String name = server.nameOf(cause.process());
        LaunchedProcess process = processes.get(cause.process());
        String pid = "pid " + process.pid() + (process.host().isEmpty() ? "" : " on host " + process.host());
        name = name.endsWith(")") ? name.substring(0, name.length() - 1) + ", " + pid + ")" : name + " (" + pid + ")";
        String taken = suspects.reason(cause.process());
        return name + cause.fate(process) + (taken == null ? "" : ", because " + taken);
    }

    /** Ends the processes and their descendants: asks first, then kills; on other hosts through their agents. */
    private void endAll() throws InterruptedException {
        isEnding = true;
        hosts.end();
        processes.endOwn(jobId);
        processes.await(StartedProcesses.KILLED_END_NS);
        if (!isLauncherEnding) {
            hosts.awaitRest();
        }
        hosts.giveUp("it has not ended its processes in time");
        processes.awaitOutput(isLauncherEnding ? LAST_OUTPUT_NS : Long.MAX_VALUE);
    }

    private void finish() {
        attempt(hosts::close);
        attempt(server::close);
        attempt(this::finishParts);
        attempt(() -> {
            if (status != 0 || !lostProcesses.isEmpty()) {
                clearRemains();
            }
        });
        attempt(this::deleteFolder);
        ended.countDown();
        if (!isLauncherEnding) {
            try {
                Runtime.getRuntime().removeShutdownHook(killer);
            } catch (IllegalStateException launcherEnds) {
                // The hook is already running and finds nothing to do.
            }
        }
    }

    /** Runs a step of the end; what follows must run all the same, for await() to return. */
    private void attempt(Runnable step) {
        try {
            step.run();
        } catch (RuntimeException | Error broken) {
            failed(broken);
        }
    }

    private void finishParts() {
        String table = parts.finish(hosts);
        if (!table.isEmpty()) {
            text.write(table);
        }
    }

    /** Removes the files of killed processes, after all have ended. */
    private void clearRemains() {
        Providers.of(JobRemains.class).forEach(remains -> remains.clear(jobId));
    }

    private void deleteFolder() {
        if (folder != null) {
            folder.close();
        }
    }

    /** Ends the job with the launcher; its shutdown hook, by Ctrl-C, SIGTERM or System.exit. */
    private void endWithLauncher() {
        isLauncherEnding = true;
        processes.refuseMore();
        if (ended.getCount() == 0) {
            return;
        }
        try {
            server.tellStopped();
            processes.await(STOPPED_NS);
            endAll();
            hosts.close();
            // An exiting JVM waits 300 ms for threads in system calls, such as the server's.
            server.close();
            parts.discard();
            clearRemains();
            deleteFolder();
        } catch (InterruptedException hurry) {
            processes.kill();
        }
    }

    /** What the processes report through the server. */
    private final class Reports implements ServerEvents {
        @Override
        public void aborted(int process, int wantedStatus, String text) {
            events.add(ProcessEvent.now(Kind.ABORTED, process, wantedStatus == 0 ? 1 : wantedStatus, text));
        }

        @Override
        public void uncaught(int process, String text) {
            events.add(ProcessEvent.now(Kind.UNCAUGHT, process, 1, text));
        }

        @Override
        public void lost(int process, int lost, String why) {
            endLost(process, lost, why);
        }

        @Override
        public void late(int process, String why) {
            endLate(process, why);
        }

        @Override
        public void hostLeft(int process) {
            hosts.left(process);
        }

        @Override
        public boolean takesHosts() {
            return joinDesk.isOpen();
        }

        @Override
        public void joined(int count, String host, String address, InputStream in, OutputStream out) {
            joinDesk.join(count, host, address, in, out);
        }
    }
}
