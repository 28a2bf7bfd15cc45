package org.sennit.internal.launch.process;

import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.internal.runtime.bootstrap.LauncherBootstrap;
import org.sennit.internal.runtime.bootstrap.LauncherLink;
import org.sennit.internal.runtime.bootstrap.LauncherProtocol;

/**
 * Ends this process when its launcher is gone, and tells the launcher of an exception that nobody has caught. So
 * nothing stays behind when the launcher is killed, whatever the program is doing.
 *
 * <p>Threads: one daemon that listens; {@link #uncaught} blocks its caller for a moment.
 */
final class LauncherWatch {

    private static final int LAUNCHER_GONE_STATUS = 143;
    private static final int ORDERLY_EXIT_MS = 1_000;
    private static final int REPORT_TIMEOUT_S = 2;

    private final LauncherLink link;
    private final CountDownLatch reportTaken = new CountDownLatch(1);

    /** Written by the shutdown hook before it closes the link, read by the listener when the link has ended. */
    private volatile boolean isProcessEnding;

    private LauncherWatch(LauncherLink link) {
        this.link = link;
    }

    static LauncherWatch start(Options options) {
        LauncherWatch watch = new LauncherWatch(LauncherLink.open(
                options.value(JobOptions.SERVER_PORT),
                options.value(JobOptions.PROCESS),
                LauncherBootstrap.secretOf(options),
                LauncherProtocol.WATCH,
                TimeUnit.SECONDS.toNanos(options.value(JobOptions.TIMEOUT_SECONDS))));
        daemon("sennit-launcher-watch", watch::listen);
        Runtime.getRuntime().addShutdownHook(new Thread(watch::close));
        return watch;
    }

    /** At the end of the process: a JVM waits 300 ms for a thread that is in a system call, as the listener is. */
    private void close() {
        isProcessEnding = true;
        link.close();
    }

    /** Hands over the report of an exception and waits until the launcher has it. */
    void uncaught(String report) {
        try {
            link.send("UNCAUGHT", report);
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
            if (words[0].equals("TAKEN")) {
                reportTaken.countDown();
            }
        }
        reportTaken.countDown();
        if (!isProcessEnding) {
            endProcess();
        }
    }

    /** Lets shutdown hooks run for a second, then stops at once. */
    private static void endProcess() {
        Thread orderly = daemon("sennit-exit", () -> System.exit(LAUNCHER_GONE_STATUS));
        try {
            orderly.join(ORDERLY_EXIT_MS);
        } catch (InterruptedException hurry) {
            // Nobody interrupts this thread; if somebody does, the exit is only quicker.
        }
        Runtime.getRuntime().halt(LAUNCHER_GONE_STATUS);
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
