package org.sennit.internal.launch.job;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Frame;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/**
 * One host of a job, as the launcher sees it: the agent that reaches it, and the processes that it has there. One agent for each
 * host and not for each process: one login, and the host's memory and processors are divided where they are known.
 *
 * <p>Threads: a daemon reads what the host writes, another one what the agent says; methods may be called by any.
 */
final class HostAgent {
    private static final Path SETSID = Path.of("/usr/bin/setsid");

    /** What an agent may print before the host's greeting, such as the text that a login shell shows. */
    private static final int MOST_NOISE_BYTES = 1 << 20;

    private static final long AGENT_END_NS = TimeUnit.SECONDS.toNanos(5);

    /** How far a host has come; it goes upwards. */
    private enum Step {
        CALLED,
        GREETED,
        STARTED,
        OVER
    }

    private final String host;
    private final List<String> command;
    private final String shortCommand;
    private final List<HostedProcess> processes = new ArrayList<>();
    private final OutputStream out;
    private final OutputStream err;
    private final LastWords lastWords;
    private final Consumer<HostAgent> onLost;
    private final Semaphore inputWanted = new Semaphore(1);

    // Guarded by this.
    private Step step = Step.CALLED;
    private String failure; // null unless it is lost
    private boolean isDone;
    private int startedProcesses;

    // Set by start() before the reader runs.
    private Process agent;

    private Thread errors; // carries the agent's standard error

    private volatile HostFrames frames; // null before the greeting

    /**
     * Prepares an agent.
     *
     * @param command the agent's, with that of the host
     * @param shortCommand the same without that of the host, for errors
     * @param numbers of the processes on the host
     * @param onLost told when the host is lost before its processes have ended
     */
    HostAgent(
            String host,
            List<String> command,
            String shortCommand,
            List<Integer> numbers,
            OutputStream out,
            OutputStream err,
            Consumer<HostAgent> onLost) {
        this.host = host;
        this.command = command;
        this.shortCommand = shortCommand;
        this.out = out;
        this.err = err;
        this.lastWords = new LastWords(err);
        this.onLost = onLost;
        numbers.forEach(number -> processes.add(new HostedProcess(this, number)));
    }

    String host() {
        return host;
    }

    List<HostedProcess> processes() {
        return processes;
    }

    boolean has(int process) {
        return processes.stream().anyMatch(each -> each.number() == process);
    }

    /**
     * Starts the agent with what its program reads before the host's greeting, out of reach of the terminal's Ctrl-C, which the launcher passes on
     * in its own order.
     */
    void start(byte[] first) {
        List<String> words = new ArrayList<>(command);
        if (Files.isExecutable(SETSID)) {
            words.addFirst(SETSID.toString());
        }
        try {
            agent = new ProcessBuilder(words).start();
        } catch (IOException cannot) {
            lost("agent " + shortCommand + " cannot be started: " + firstLine(cannot));
            return;
        }
        errors = daemon("sennit-agent-err-" + host, new LinePump(agent.getErrorStream(), lastWords));
        daemon("sennit-agent-" + host, this::read);
        if (first.length > 0) {
            daemon("sennit-agent-in-" + host, () -> push(first));
        }
    }

    private void push(byte[] first) {
        try {
            agent.getOutputStream().write(first);
            agent.getOutputStream().flush();
        } catch (IOException ended) {
            // The reader says so.
        }
    }

    private static String firstLine(IOException thrown) {
        return String.valueOf(thrown.getMessage()).lines().findFirst().orElse("");
    }

    private static Thread daemon(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** Waits for the host's greeting. Returns null, or why it has not come. */
    String awaitGreeting(long deadlineNs) throws InterruptedException {
        return await(Step.GREETED, deadlineNs, "has not answered");
    }

    /** Waits until the host has started its processes. Returns null, or why it has not. */
    String awaitStarted(long deadlineNs) throws InterruptedException {
        return await(Step.STARTED, deadlineNs, "has not started its processes");
    }

    private synchronized String await(Step wanted, long deadlineNs, String otherwise) throws InterruptedException {
        for (long left = deadlineNs - System.nanoTime();
                step.compareTo(wanted) < 0 && left > 0;
                left = deadlineNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        if (failure != null) {
            return failure;
        }
        String said = lastWords.text();
        return step.compareTo(wanted) >= 0
                ? null
                : otherwise + " in time: agent " + shortCommand + (said.isEmpty() ? "" : ", last words: " + said);
    }

    private synchronized void reach(Step next) {
        step = next.compareTo(step) > 0 ? next : step;
        notifyAll();
    }

    /** Tells the host what to start. */
    void send(byte[] job) throws IOException {
        frames.write(Kind.JOB, 0, job, 0, job.length);
    }

    void tell(Kind kind, int process) throws IOException {
        HostFrames now = frames;
        if (now != null) {
            now.write(kind, process, new byte[0], 0, 0);
        }
    }

    /** Asks the host to end all its processes. */
    void end() {
        try {
            tell(Kind.END, 0);
        } catch (IOException gone) {
            // The reader says so.
        }
    }

    /** Copies to the standard input of process 0, on a thread of its own. */
    void forward(InputStream source) {
        daemon("sennit-input", () -> copyInput(source));
    }

    /** A piece whenever the host has taken the one before. */
    private void copyInput(InputStream source) {
        byte[] piece = new byte[1 << 15];
        try {
            for (int length = 0; length >= 0; ) {
                inputWanted.acquire();
                length = source.read(piece);
                frames.write(Kind.INPUT, 0, piece, 0, Math.max(0, length));
            }
        } catch (IOException gone) {
            // The process has ended, or the host is lost.
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        }
    }

    /** The host's own connection to the launcher has ended: as at its end, which is told here at about the same time. */
    void linkEnded() {
        daemon("sennit-agent-end-" + host, () -> {
            try {
                if (!awaitDone(System.nanoTime() + AGENT_END_NS)) {
                    lost("its connection to the launcher has ended or was silent for too long");
                    close();
                }
            } catch (InterruptedException never) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private synchronized boolean awaitDone(long deadlineNs) throws InterruptedException {
        for (long left = deadlineNs - System.nanoTime();
                step != Step.OVER && left > 0;
                left = deadlineNs - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return step == Step.OVER;
    }

    /** Ends the agent; a host that notices ends its processes. */
    void close() {
        Process running = agent;
        if (running == null) {
            return;
        }
        try {
            running.getOutputStream().close();
        } catch (IOException gone) {
            // It is ended below.
        }
        try {
            if (!running.waitFor(isOver() ? AGENT_END_NS : 0, TimeUnit.NANOSECONDS)) {
                running.toHandle().destroy();
                if (!running.waitFor(AGENT_END_NS, TimeUnit.NANOSECONDS)) {
                    running.toHandle().destroyForcibly();
                }
            }
        } catch (InterruptedException hurry) {
            running.toHandle().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    synchronized boolean isLost() {
        return failure != null;
    }

    private synchronized boolean isOver() {
        return isDone;
    }

    /** Gives the host up: all its processes that have not ended are lost. */
    void lost(String why) {
        synchronized (this) {
            if (step == Step.OVER) {
                return;
            }
            failure = why;
            reach(Step.OVER);
        }
        onLost.accept(this);
        processes.forEach(process -> process.lost("host " + host + ": " + why));
    }

    private void read() {
        String why = "";
        try (InputStream in = new BufferedInputStream(agent.getInputStream(), 1 << 16)) {
            if (awaitLine(in)) {
                frames = new HostFrames(in, agent.getOutputStream());
                lastWords.pass();
                reach(Step.GREETED);
                for (Frame frame = frames.read(); frame != null; frame = frames.read()) {
                    take(frame);
                }
            }
        } catch (IOException | RuntimeException broken) {
            why = ": " + broken.getMessage();
        }
        lost(fateOfAgent() + why);
    }

    private String fateOfAgent() {
        try {
            boolean hasEnded = agent.waitFor(AGENT_END_NS, TimeUnit.NANOSECONDS);
            if (hasEnded) {
                TimeUnit.NANOSECONDS.timedJoin(errors, AGENT_END_NS);
            }
            String said = lastWords.text();
            return "agent " + shortCommand
                    + (hasEnded ? " ended with exit status " + agent.exitValue() : " has closed its output")
                    + (said.isEmpty() ? "" : ", last words: " + said);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
            return "agent " + shortCommand + " ended";
        }
    }

    /** Reads up to the host's greeting; false when there is none. */
    private boolean awaitLine(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        int noise = 0;
        for (int b = in.read(); b >= 0 && noise < MOST_NOISE_BYTES; b = in.read(), noise++) {
            if (b != '\n') {
                line.write(b);
                continue;
            }
            String text = line.toString(StandardCharsets.UTF_8).stripTrailing();
            line.reset();
            if (text.endsWith(HostFrames.GREETING)) {
                return true;
            }
            lastWords.keepLine(text);
        }
        lastWords.keepLine(line.toString(StandardCharsets.UTF_8));
        return false;
    }

    private void take(Frame frame) throws IOException {
        switch (frame.kind()) {
            case STARTED -> started(frame);
            case OUTPUT -> write(out, frame.bytes());
            case ERROR -> write(err, frame.bytes());
            case WANTED -> inputWanted.release();
            case EXITED -> processOf(frame).exited(Integer.parseInt(frame.text()));
            case FAILED -> lost(frame.text());
            case DONE -> done();
            default -> throw new IOException("a frame of the launcher's from host " + host);
        }
    }

    private HostedProcess processOf(Frame frame) throws IOException {
        for (HostedProcess process : processes) {
            if (process.number() == frame.process()) {
                return process;
            }
        }
        throw new IOException("no such process on host " + host + ": " + frame.process());
    }

    private synchronized void started(Frame frame) throws IOException {
        processOf(frame).started(Long.parseLong(frame.text()));
        if (++startedProcesses == processes.size()) {
            reach(Step.STARTED);
        }
    }

    /** The host ends when its input does. */
    private void done() throws IOException {
        synchronized (this) {
            isDone = true;
            reach(Step.OVER);
        }
        agent.getOutputStream().close();
    }

    private static void write(OutputStream target, byte[] lines) {
        synchronized (target) {
            try {
                target.write(lines);
                target.flush();
            } catch (IOException readerGone) {
                // As with output of this host.
            }
        }
    }
}
