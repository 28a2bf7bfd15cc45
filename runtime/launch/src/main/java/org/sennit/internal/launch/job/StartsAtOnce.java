package org.sennit.internal.launch.job;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.function.Consumer;

/**
 * Starts the processes of this host, the first of them at the same time, as many as there are processors. The JDK's
 * first start returns only when its logging is there, for which it opens all jars, and the process runs meanwhile: one
 * after the other, the second would wait those 60 ms.
 *
 * <p>Threads: the caller's; each of the first starts but one has its own. Each process is handed over by the caller.
 */
final class StartsAtOnce {
    private final List<FutureTask<Process>> starts = new ArrayList<>();
    private final Consumer<Process> started;

    /**
     * Describes starts.
     *
     * @param started takes the processes in their order
     */
    StartsAtOnce(Consumer<Process> started) {
        this.started = started;
    }

    /** Adds the start of the next process. */
    void add(Callable<Process> start) {
        starts.add(new FutureTask<>(start));
    }

    /**
     * Starts all. Each process that runs has been handed over, also when another one cannot be started; after a failure
     * no further start begins.
     *
     * @param atOnce how many at the same time
     * @throws IOException the first of the processes that cannot be started
     */
    void run(int atOnce) throws IOException {
        int first = Math.min(atOnce, starts.size());
        for (int i = 0; i < first - 1; i++) {
            try {
                Thread.ofPlatform().daemon().name("sennit-start-of-" + i).start(starts.get(i));
            } catch (OutOfMemoryError limit) {
                break; // no more threads: one after the other, and the processes say what is missing
            }
        }
        Throwable failure = null;
        if (first > 0) {
            starts.get(first - 1).run(); // at the same time as those
        }
        for (int i = 0; i < starts.size() && (failure == null || i < first); i++) {
            FutureTask<Process> start = starts.get(i);
            start.run(); // nothing where a thread has it
            try {
                started.accept(get(start));
            } catch (ExecutionException cannot) {
                failure = failure == null ? cannot.getCause() : failure;
            }
        }
        if (failure != null) {
            rethrow(failure);
        }
    }

    /** Waits for a start, which is over in a moment: an interrupt stays for the caller. */
    private static Process get(FutureTask<Process> start) throws ExecutionException {
        boolean isInterrupted = false;
        try {
            while (true) {
                try {
                    return start.get();
                } catch (InterruptedException later) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static void rethrow(Throwable failure) throws IOException {
        if (failure instanceof RuntimeException cannot) {
            throw cannot;
        }
        if (failure instanceof Error limit) {
            throw limit;
        }
        throw (IOException) failure; // ProcessStart declares no other
    }
}
