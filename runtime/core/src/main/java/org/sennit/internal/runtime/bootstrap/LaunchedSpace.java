package org.sennit.internal.runtime.bootstrap;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.spi.bootstrap.DeathListener;
import org.sennit.spi.bootstrap.KeyValueSpace;
import org.sennit.spi.context.RuntimeContext;
import org.slf4j.LoggerFactory;

/**
 * The key-value space of a job on its server: each call is a numbered request on a {@link LauncherLink}, and a daemon
 * thread receives the answers and detects the loss of the server.
 *
 * <p>Threads: one caller at a time, except {@link #abort} and {@link #close}, which any thread may call.
 */
public final class LaunchedSpace implements KeyValueSpace {
    /** Timeout of an answer that depends on no other process: the server looks it up in a hash map. */
    private static final long ANSWER_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(20);

    /** Timeout of the answer to an abort, behind which this process would end anyway. */
    private static final long ABORT_TIMEOUT_NS = TimeUnit.SECONDS.toNanos(2);

    private static final long ABORT_LOOK_NS = TimeUnit.MILLISECONDS.toNanos(1);

    private final LauncherLink link;
    private final RuntimeContext context;
    private final Thread receiver;

    /** Actions for the loss of the launcher; guarded by the list. */
    private final List<Runnable> lostActions = new ArrayList<>();

    /** Reports of deaths that came before there was a listener; guarded by the list. */
    private final List<String[]> news = new ArrayList<>();

    /** Receives the reports; guarded by news. */
    private DeathListener deathListener;

    /** Number of the request that waits for its answer; written by the caller, read by the receiver. */
    private volatile long awaited;

    private volatile Thread waiter;

    /** Written by the receiver before it unparks the waiter, taken by the caller. */
    private volatile String[] answer;

    private volatile boolean isLost;
    private volatile boolean isClosed;

    /** Written by the receiver before it unparks the leaver, read by that one. */
    private volatile boolean hasLeft;

    private volatile boolean isAbortTaken; // written by the receiver, read by those that abort

    private volatile Thread leaver; // written before BYE is sent, read by the receiver

    /** Takes over a link of role SPACE; closed with the space. */
    public LaunchedSpace(LauncherLink link, RuntimeContext context) {
        this.link = link;
        this.context = context;
        this.receiver = context.newThread("sennit-launcher-link", false, this::receiveAnswers);
        context.start(receiver);
    }

    @Override
    public void put(String key, String value) {
        if (key.length() > MAX_LENGTH || value.length() > MAX_LENGTH) {
            throw new SennitException(
                    ErrorClass.ARG,
                    "longer than " + MAX_LENGTH + " characters: key=" + key.length() + " value=" + value.length());
        }
        request(ANSWER_TIMEOUT_NS, LauncherWord.PUT, key, value);
    }

    @Override
    public String get(String key) {
        return getAll(List.of(key)).getFirst();
    }

    @Override
    public List<String> getAll(List<String> keys) {
        List<String> values = new ArrayList<>(keys.size());
        while (values.size() < keys.size()) {
            List<String> wanted = LauncherProtocol.asManyAsFit(keys.subList(values.size(), keys.size()));
            List<String> question = new ArrayList<>(wanted);
            question.addFirst(LauncherWord.GET);
            String[] words = request(ANSWER_TIMEOUT_NS, question.toArray(new String[0]));
            if (words == null) {
                throw failure(link.keeper() + " does not answer");
            }
            if (words.length < 3 || words.length > 2 + wanted.size() || !words[1].equals(LauncherWord.VALUE)) {
                throw failure("no process has put key=" + (words.length == 3 ? words[2] : wanted.getFirst()));
            }
            values.addAll(Arrays.asList(words).subList(2, words.length));
        }
        return values;
    }

    @Override
    public void fence(String step, long timeoutNs) {
        fence(LauncherWord.FENCE, step, timeoutNs);
    }

    @Override
    public void fenceOfSurvivors(String step, long timeoutNs) {
        fence(LauncherWord.SURVIVORS, step, timeoutNs);
    }

    private void fence(String kind, String step, long timeoutNs) {
        String[] words = request(timeoutNs, kind, step);
        if (words == null) {
            String[] who = request(ANSWER_TIMEOUT_NS, LauncherWord.MISSING, step, inSeconds(timeoutNs));
            String missing = who != null && who.length == 3 ? who[2] : link.keeper() + " does not say which";
            throw failure("step=" + step + ": not all processes came within " + inSeconds(timeoutNs) + " s; missing: "
                    + missing);
        }
        if (!words[1].equals(LauncherWord.OK)) {
            throw failure("step=" + step + ": " + (words.length > 2 ? words[2] : words[1]));
        }
    }

    @Override
    public void abort(int exitCode, String report) {
        int status = exitCode == 0 ? 1 : exitCode;
        tell(LauncherWord.ABORT, Integer.toString(status), cut(report));
        awaitTaken();
    }

    /**
     * Waits until the server has taken the status: what this process sends it by another connection must not come
     * first.
     */
    private void awaitTaken() {
        if (Thread.currentThread() == receiver) {
            return;
        }
        long startNs = context.nanoTime();
        while (!isAbortTaken
                && !isLost
                && !Thread.currentThread().isInterrupted()
                && context.nanoTime() - startNs < ABORT_TIMEOUT_NS) {
            context.parkNanos(this, ABORT_LOOK_NS);
        }
    }

    private static String cut(String report) {
        int max = LauncherProtocol.MAX_LINE_BYTES / 8;
        return report.length() > max ? report.substring(0, max) + "\n… (cut)" : report;
    }

    /**
     * Sends a message without an answer. When the launcher is gone there is no receiver, and this process ends with it.
     */
    private void tell(String... words) {
        try {
            link.send(words);
        } catch (IOException gone) {
            // the launcher is gone: this process ends with it
        }
    }

    void announceEndpoints(int count) {
        tell(LauncherWord.ENDPOINTS, Integer.toString(count));
    }

    void lost(int process, String why) {
        tell(LauncherWord.LOST, Integer.toString(process), cut(why));
    }

    void endpointFailed(int endpoint, String why, Collection<Integer> reported) {
        String processes = reported.stream().map(String::valueOf).collect(Collectors.joining(","));
        tell(LauncherWord.FAILED, Integer.toString(endpoint), processes, cut(why));
    }

    void onDeath(DeathListener listener) {
        List<String[]> missed;
        synchronized (news) {
            missed = List.copyOf(news);
            news.clear();
            deathListener = listener;
        }
        missed.forEach(words -> hear(listener, words));
    }

    private void heard(String[] words) {
        DeathListener listener;
        synchronized (news) {
            listener = deathListener;
            if (listener == null) {
                news.add(words);
                return;
            }
        }
        hear(listener, words);
    }

    /** Passes news on; what goes wrong there must not keep later news and answers from this process. */
    private static void hear(DeathListener listener, String[] words) {
        try {
            switch (words[0]) {
                case LauncherWord.STOPPED -> listener.jobStopped();
                case LauncherWord.DIED -> listener.processDied(Integer.parseInt(words[1]), words[2]);
                case LauncherWord.LEFT -> listener.processLeft(Integer.parseInt(words[1]), words[2]);
                case LauncherWord.ABORTED -> listener.jobAborted(Integer.parseInt(words[1]), words[2]);
                default -> listener.endpointFailed(Integer.parseInt(words[1]), Integer.parseInt(words[2]), words[3]);
            }
        } catch (RuntimeException | Error e) {
            LoggerFactory.getLogger(LaunchedSpace.class).error("news could not be taken: {}", words[0], e);
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
        leaver = Thread.currentThread();
        try {
            link.send(LauncherWord.BYE);
            awaitGoodbye();
        } catch (IOException gone) {
            // The launcher left first.
        }
        link.close();
    }

    /** Waits for the launcher's answer: from then on this process may begin its next job of the same name. */
    private void awaitGoodbye() {
        long start = context.nanoTime();
        boolean isInterrupted = false;
        long remainingNs = ANSWER_TIMEOUT_NS;
        while (!hasLeft && !isLost && remainingNs > 0) {
            context.parkNanos(this, remainingNs);
            isInterrupted |= Thread.interrupted();
            remainingNs = ANSWER_TIMEOUT_NS - (context.nanoTime() - start);
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
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

    private static boolean isNews(String[] words) {
        return switch (words[0]) {
            case LauncherWord.DIED, LauncherWord.ABORTED, LauncherWord.LEFT -> words.length == 3;
            case LauncherWord.FAILED -> words.length == 4;
            case LauncherWord.STOPPED -> words.length == 1;
            default -> false;
        };
    }

    private void receiveAnswers() {
        for (String[] words = link.receive(); words != null; words = link.receive()) {
            if (isNews(words)) {
                heard(words);
            } else if (words[0].equals(LauncherWord.TAKEN)) {
                isAbortTaken = true;
            } else if (words[0].equals(LauncherWord.BYE)) {
                hasLeft = true;
                context.unpark(leaver);
            } else if (words.length >= 2 && words[0].equals(Long.toString(awaited))) {
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
        context.unpark(leaver);
        if (!isClosed) {
            actions.forEach(Runnable::run);
        }
    }

    private SennitException launcherGone() {
        return failure(link.keeper() + " is gone");
    }

    private static SennitException failure(String message) {
        return new SennitException(ErrorClass.BOOTSTRAP, message);
    }

    private static String inSeconds(long timeoutNs) {
        return String.valueOf(Math.round(timeoutNs / 1e8) / 10.0);
    }
}
