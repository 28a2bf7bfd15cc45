package org.sennit.internal.launch.process;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LaunchedSecret;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;
import org.sennit.internal.runtime.bootstrap.LauncherWord;
import org.sennit.internal.runtime.bootstrap.ServerLocation;
import org.sennit.spi.context.RuntimeContext;

/**
 * Ends this process, and what it has started, when its launcher is gone, and notifies the launcher of an uncaught
 * exception. So no process stays behind when the launcher is killed, whatever the program is doing.
 *
 * <p>Threads: one daemon that listens; {@link #uncaught} blocks its caller for a moment.
 */
final class LauncherWatch {
    private static final int LAUNCHER_GONE_STATUS = 143;
    private static final int ORDERLY_EXIT_MS = 1_000;

    /** Time that the processes which the process has started have to end before they are killed. */
    private static final long FAMILY_END_NS = TimeUnit.MILLISECONDS.toNanos(500);

    private static final int REPORT_TIMEOUT_S = 2;

    private final LauncherLink link;
    private final Family family;
    private final CountDownLatch reportTaken = new CountDownLatch(1);

    /** Written by the shutdown hook before it closes the link, read by the listener when the link has ended. */
    private volatile boolean isProcessEnding;

    private LauncherWatch(LauncherLink link, Family family) {
        this.link = link;
        this.family = family;
    }

    static LauncherWatch start(Options options) {
        int process = options.value(JobOptions.PROCESS);
        LauncherLink link = LauncherLink.open(
                ServerLocation.ofLauncher(options),
                process,
                LaunchedSecret.of(options),
                LauncherProtocol.WATCH,
                TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS)),
                RuntimeContext.system());
        LauncherWatch watch = new LauncherWatch(link, Family.ofProcess(options.value(JobOptions.ID), process));
        daemon("sennit-launcher-watch", watch::listen);
        Runtime.getRuntime().addShutdownHook(new Thread(watch::close));
        return watch;
    }

    /**
     * Closes the listener at the end of the process: a JVM waits 300 ms for a thread that is in a system call, as the
     * listener is.
     */
    private void close() {
        isProcessEnding = true;
        link.close();
    }

    /** Hands over the report of an exception and waits until the launcher has it. */
    void uncaught(String report) {
        try {
            link.send(LauncherWord.UNCAUGHT, report);
            boolean isTaken = reportTaken.await(REPORT_TIMEOUT_S, TimeUnit.SECONDS);
            if (!isTaken) {
                System.err.println(report);
            }
        } catch (IOException gone) {
            System.err.println(report);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    private void listen() {
        for (String[] words = link.receive(); words != null; words = link.receive()) {
            if (words[0].equals(LauncherWord.TAKEN)) {
                reportTaken.countDown();
            }
        }
        reportTaken.countDown();
        if (!isProcessEnding) {
            endProcess();
        }
    }

    /** Ends what the process has started, lets shutdown hooks run for a second, then stops at once. */
    private void endProcess() {
        Thread orderly = new Thread(() -> System.exit(LAUNCHER_GONE_STATUS), "sennit-exit");
        orderly.setDaemon(true);
        try {
            endFamily();
            orderly.start();
            orderly.join(ORDERLY_EXIT_MS);
        } catch (InterruptedException hurry) {
            // The program has interrupted this thread: the exit is only quicker.
        }
        Runtime.getRuntime().halt(LAUNCHER_GONE_STATUS);
    }

    /** Ends the family as the launcher does at the end of a job: asks first. */
    private void endFamily() throws InterruptedException {
        List<ProcessHandle> self = List.of(ProcessHandle.current());
        family.look(self);
        family.end();
        family.await(FAMILY_END_NS);
        family.look(self);
        family.kill();
    }

    private static void daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
    }
}
