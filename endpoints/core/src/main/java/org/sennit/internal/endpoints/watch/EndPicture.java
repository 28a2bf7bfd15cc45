package org.sennit.internal.endpoints.watch;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Prints which endpoint waits for which when the user ends the job: once, on standard error, before the process goes. A
 * signal that ends the JVM runs its shutdown hooks while a thread named after the signal waits for them, so that {@code
 * System.exit} is distinguished from Ctrl-C; the user's own hooks and handlers are left alone. Under a launcher a
 * SIGTERM may be the launcher's, after a failure that it reports: there only SIGINT counts, and the launcher's word
 * that it is being ended itself.
 *
 * <p>Any thread may call.
 */
public final class EndPicture {
    private static final String HANDLER = " handler"; // the JDK's name for the thread of a signal

    private final Supplier<String> picture;
    private final boolean isLaunched;
    private final AtomicBoolean isPrinted = new AtomicBoolean();
    private final Thread hook = new Thread(this::onShutdown, "sennit-end-picture");

    /**
     * Makes it; from now on a signal prints the picture.
     *
     * @param picture makes the text; bounded in time
     * @param isLaunched whether a launcher may send signals of its own
     */
    public EndPicture(Supplier<String> picture, boolean isLaunched) {
        this.picture = picture;
        this.isLaunched = isLaunched;
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) { // the JVM is on its way out
            isPrinted.set(true);
        }
    }

    private void onShutdown() {
        if (hasThread("SIGINT") || !isLaunched && (hasThread("SIGTERM") || hasThread("SIGHUP"))) {
            print();
        }
        awaitPrinted();
    }

    /** Waits for another thread that is printing, so that the JVM does not end before it. */
    private synchronized void awaitPrinted() {}

    private static boolean hasThread(String signal) {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        while (group.getParent() != null) {
            group = group.getParent();
        }
        Thread[] threads = new Thread[group.activeCount() + 64];
        int count = group.enumerate(threads);
        for (int i = 0; i < count; i++) {
            if (threads[i].getName().equals(signal + HANDLER)) {
                return true;
            }
        }
        return false;
    }

    /** Prints the picture, if that has not been done. */
    public synchronized void print() {
        if (isPrinted.compareAndSet(false, true)) {
            System.err.println(picture.get());
        }
    }

    /** Stops printing on signals, because the job has ended. */
    public void cancel() {
        if (isPrinted.getAndSet(true)) {
            return;
        }
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // the hooks are running; this one has nothing to print
        }
    }
}
