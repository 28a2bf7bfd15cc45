package org.sennit.runtime.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.runtime.concurrent.RuntimeContext;
import org.sennit.runtime.error.ErrorClass;
import org.sennit.runtime.error.SennitException;

/**
 * The key-value space that the launcher keeps: each call is a numbered request on a {@link LauncherLink}, and a daemon
 * thread takes the answers and notices when the launcher is gone.
 *
 * <p>Threads: one caller at a time, except {@link #abort} and {@link #close}, which any thread may call.
 */
final class LaunchedSpace implements KeyValueSpace {

    /** How long the launcher may take for an answer that waits for nobody else: it is a hash map on this host. */
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    private final LauncherLink link;
    private final RuntimeContext context;

    /** Guarded by itself. */
    private final List<Runnable> lostActions = new ArrayList<>();

    /** Number of the request that waits for its answer; written by the caller, read by the receiver. */
    private volatile long awaited;

    private volatile Thread waiter;

    /** Written by the receiver before it unparks the waiter, taken by the caller. */
    private volatile String[] answer;

    private volatile boolean isLost;
    private volatile boolean isClosed;

    LaunchedSpace(LauncherLink link, RuntimeContext context) {
        this.link = link;
        this.context = context;
        context.newThread("sennit-launcher-link", false, this::receiveAnswers).start();
    }

    @Override
    public void put(String key, String value) {
        if (key.length() > MAX_LENGTH || value.length() > MAX_LENGTH) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "longer than " + MAX_LENGTH + " characters: key=" + key.length() + " value=" + value.length());
        }
        request(ANSWER_TIMEOUT_NS, "PUT", key, value);
    }

    @Override
    public String get(String key) {
        String[] words = request(ANSWER_TIMEOUT_NS, "GET", key);
        if (words == null || words.length != 3 || !words[1].equals("VALUE")) {
            throw failure(words == null ? "the launcher does not answer" : "nobody has put key=" + key);
        }
        return words[2];
    }

    @Override
    public void fence(String step, long timeoutNs) {
        String[] words = request(timeoutNs, "FENCE", step);
        if (words == null) {
            String[] who = request(ANSWER_TIMEOUT_NS, "MISSING", step);
            String missing = who != null && who.length == 3 ? who[2] : "the launcher does not say who";
            throw failure(
                    "step=" + step + ": not everybody came within " + inSeconds(timeoutNs) + " s; missing: " + missing);
        }
        if (!words[1].equals("OK")) {
            throw failure("step=" + step + ": " + (words.length > 2 ? words[2] : words[1]));
        }
    }

    @Override
    public void abort(int exitCode, String report) {
        int status = exitCode == 0 ? 1 : exitCode;
        int max = LauncherProtocol.MAX_LINE_BYTES / 8;
        String text = report.length() > max ? report.substring(0, max) + "\n… (cut)" : report;
        try {
            link.send("ABORT", Integer.toString(status), text);
        } catch (IOException gone) {
            // Nobody is left who could be told; the launcher's death ends this process anyway.
        }
    }

    void announceEndpoints(int count) {
        try {
            link.send("ENDPOINTS", Integer.toString(count));
        } catch (IOException gone) {
            // Only the wording of a report would have used it.
        }
    }

    void onLauncherLost(Runnable action) {
        synchronized (lostActions) {
            if (!isLost) {
                lostActions.add(action);
                return;
            }
        }
        action.run();
    }

    @Override
    public void close() {
        if (isClosed) {
            return;
        }
        isClosed = true;
        try {
            link.send("BYE");
        } catch (IOException gone) {
            // The launcher left first.
        }
        link.close();
    }

    /** Sends a request and waits for its answer; null when the time has passed. */
    private String[] request(long timeoutNs, String... words) {
        if (isClosed) {
            throw new SennitException(ErrorClass.SESSION, "the key-value space of this job has been closed");
        }
        long number = awaited + 1;
        answer = null;
        waiter = Thread.currentThread();
        awaited = number;
        String[] line = new String[words.length + 1];
        line[0] = Long.toString(number);
        System.arraycopy(words, 0, line, 1, words.length);
        try {
            link.send(line);
        } catch (IOException gone) {
            throw launcherGone();
        }
        return awaitAnswer(timeoutNs);
    }

    private String[] awaitAnswer(long timeoutNs) {
        long start = context.nanoTime();
        boolean isInterrupted = false;
        try {
            while (answer == null) {
                if (isLost) {
                    throw launcherGone();
                }
                long remainingNs = timeoutNs - (context.nanoTime() - start);
                if (remainingNs <= 0) {
                    return null;
                }
                context.parkNanos(this, remainingNs);
                isInterrupted |= Thread.interrupted();
            }
            return answer;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void receiveAnswers() {
        for (String[] words = link.receive(); words != null; words = link.receive()) {
            if (words.length >= 2 && words[0].equals(Long.toString(awaited))) {
                answer = words;
                context.unpark(waiter);
            }
        }
        List<Runnable> actions;
        synchronized (lostActions) {
            isLost = true;
            actions = List.copyOf(lostActions);
        }
        context.unpark(waiter);
        if (!isClosed) {
            actions.forEach(Runnable::run);
        }
    }

    private static SennitException launcherGone() {
        return failure("the launcher is gone");
    }

    private static SennitException failure(String message) {
        return new SennitException(ErrorClass.BOOTSTRAP, message);
    }

    private static String inSeconds(long timeoutNs) {
        return String.valueOf(Math.round(timeoutNs / 1e8) / 10.0);
    }
}
