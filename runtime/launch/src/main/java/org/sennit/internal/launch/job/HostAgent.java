package org.sennit.internal.launch.job;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.launch.hosts.HostFrames;
import org.sennit.internal.launch.hosts.HostFrames.Frame;
import org.sennit.internal.launch.hosts.HostFrames.Kind;

/**
 * The launcher's view of one host of a job: the link to its agent, and the processes there. One for each host instead
 * of each process, so that there is one login, and the host's memory and processors are divided on the host.
 *
 * <p>Threads: a daemon reads what the host writes; any thread may call the methods.
 */
final class HostAgent {
    /** Most bytes that an agent may print before the host's greeting, such as the text of a login shell. */
    private static final int MOST_NOISE_BYTES = 1 << 20;

    private static final long AGENT_END_NS = TimeUnit.SECONDS.toNanos(5);

    /** Silence after which a host whose processes have ended is done. */
    private static final long SILENCE_NS = TimeUnit.SECONDS.toNanos(5);

    /** Time in which a host that reads has taken a frame; what another one has not taken is written by a daemon. */
    private static final long WRITE_NS = TimeUnit.MILLISECONDS.toNanos(200);

    /** The states of a host, in order. */
    private enum Step {
        CALLED,
        GREETED,
        STARTED,
        OVER
    }

    private final String host;
    private final List<HostedProcess> processes = new ArrayList<>();
    private final HostSinks sinks;
    private final Semaphore inputWanted = new Semaphore(1);
    private final HostClock clock;

    // Guarded by this.
    private Step step = Step.CALLED;
    private String failure; // null unless it is lost
    private boolean isDone;
    private int startedProcesses;
    private long partsTaken;

    private volatile HostLink link; // null before begin(); volatile for a launcher that ends meanwhile
    private volatile HostFrames frames; // null before the greeting
    private volatile String identity; // null before the greeting

    /**
     * Prepares a host; {@link #begin} connects to it.
     *
     * @param numbers of the processes on the host
     */
    HostAgent(String host, List<Integer> numbers, HostSinks sinks) {
        this.host = host;
        this.sinks = sinks;
        this.clock = new HostClock(sinks.parts().isTraced(), System::nanoTime);
        numbers.forEach(number -> processes.add(new HostedProcess(this, number)));
    }

    String host() {
        return host;
    }

    /** Returns which machine it is, whatever the user has named it; null before the greeting. */
    String identity() {
        return identity;
    }

    List<HostedProcess> processes() {
        return processes;
    }

    boolean has(int process) {
        return processes.stream().anyMatch(each -> each.number() == process);
    }

    /** Starts reading from the host. */
    void begin(HostLink begun) {
        link = begun;
        Thread.ofPlatform().daemon().name("sennit-agent-" + host).start(this::read);
    }

    /** Waits for the host's greeting. Returns null, or why there is none. */
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
        String said = link.lastWords();
        return step.compareTo(wanted) >= 0
                ? null
                : otherwise + " in time: " + link.name() + (said.isEmpty() ? "" : ", last words: " + said);
    }

    private synchronized void reach(Step next) {
        step = next.compareTo(step) > 0 ? next : step;
        notifyAll();
    }

    /** Sends the host the description of what to start. Does not wait for a host that does not read. */
    void send(byte[] job) {
        write(Kind.JOB, job);
    }

    /** Writes a frame; an error is reported by the reader. */
    private void write(Kind kind, byte[] bytes) {
        HostFrames now = frames;
        if (now == null) {
            return;
        }
        Thread writing = Thread.ofPlatform()
                .daemon()
                .name("sennit-agent-out-" + host)
                .start(() -> {
                    try {
                        now.write(kind, 0, bytes, 0, bytes.length);
                    } catch (IOException gone) {
                        // The reader reports it.
                    }
                });
        try {
            TimeUnit.NANOSECONDS.timedJoin(writing, WRITE_NS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
    }

    void tell(Kind kind, int process) throws IOException {
        HostFrames now = frames;
        if (now != null) {
            now.write(kind, process, new byte[0], 0, 0);
        }
    }

    /** Asks the host to end all its processes. */
    void end() {
        end("");
    }

    /**
     * Ends a joining host before the job has begun, with a reason for the user of {@code sennit join}. Does not wait
     * for a host that does not read.
     */
    void end(String why) {
        write(Kind.END, why.getBytes(StandardCharsets.UTF_8));
    }

    /** Copies to the standard input of process 0, on a thread of its own. */
    void forward(InputStream source) {
        Thread.ofPlatform().daemon().name("sennit-input").start(() -> copyInput(source));
    }

    /** Copies standard input in pieces, each after the host has taken the previous one. */
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

    /** Notes that the host's own connection to the launcher has ended, as it does at the host's normal end. */
    void linkEnded() {
        Thread.ofPlatform().daemon().name("sennit-agent-end-" + host).start(() -> {
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

    /** Waits until the host is done or lost. */
    synchronized void awaitOver() throws InterruptedException {
        while (step != Step.OVER) {
            wait();
        }
    }

    /**
     * Waits until a host whose processes have ended has sent the rest; gives up when nothing has come for some time.
     */
    synchronized void awaitRest() throws InterruptedException {
        long deadline = System.nanoTime() + SILENCE_NS;
        for (long seen = partsTaken, left = SILENCE_NS;
                step != Step.OVER && left > 0 && processes.stream().allMatch(HostedProcess::hasEnded);
                left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
            if (partsTaken != seen) {
                seen = partsTaken;
                deadline = System.nanoTime() + SILENCE_NS;
            }
        }
    }

    /** Ends the link; a host that notices ends its processes. */
    void close() {
        HostLink open = link;
        if (open != null) {
            open.close(isOver());
        }
    }

    /**
     * Returns by how much the host's clock was ahead of the launcher's at a time of its own; 0 where it was not asked
     * for.
     */
    long clockAheadNs(long hostNs) {
        return clock.aheadNs(hostNs);
    }

    synchronized boolean isLost() {
        return failure != null;
    }

    private synchronized boolean isOver() {
        return isDone;
    }

    /** Gives the host up: its processes that have not ended are lost. */
    void lost(String why) {
        synchronized (this) {
            if (step == Step.OVER) {
                return;
            }
            if (isDone) { // and asked for its clock once more
                reach(Step.OVER);
                return;
            }
            failure = why;
            reach(Step.OVER);
        }
        sinks.onLost().accept(this);
        processes.forEach(process -> process.lost("host " + host + ": " + why));
    }

    private void read() {
        String why = "";
        try (InputStream in = new BufferedInputStream(link.in(), 1 << 16)) {
            if (awaitLine(in)) {
                frames = new HostFrames(in, link.out());
                link.greeted();
                reach(Step.GREETED);
                for (Frame frame = frames.read(); frame != null; frame = frames.read()) {
                    take(frame);
                }
            }
        } catch (IOException | RuntimeException | Error broken) { // also where there is no memory for a frame
            why = ": " + broken.getMessage();
        }
        lost(fate() + why);
    }

    private String fate() {
        try {
            String fate = link.fate();
            String said = link.lastWords();
            return fate + (said.isEmpty() ? "" : ", last words: " + said);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
            return link.name() + " ended";
        }
    }

    /** Reads up to the host's greeting; returns false if there is none. */
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
            identity = HostFrames.identityIn(text);
            if (identity != null) {
                return true;
            }
            link.heard(text);
        }
        link.heard(line.toString(StandardCharsets.UTF_8));
        return false;
    }

    private void take(Frame frame) throws IOException {
        switch (frame.kind()) {
            case STARTED -> started(frame);
            case OUTPUT -> write(sinks.out(), frame.bytes());
            case ERROR -> write(sinks.err(), frame.bytes());
            case PART -> takePart(frame.bytes());
            case CLOCK -> clockAnswered(frame.text());
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

    private void takePart(byte[] bytes) throws IOException {
        sinks.parts().take(bytes);
        synchronized (this) {
            partsTaken++;
            notifyAll();
        }
    }

    private synchronized void started(Frame frame) throws IOException {
        processOf(frame).started(Long.parseLong(frame.text()));
        if (++startedProcesses == processes.size()) {
            reach(Step.STARTED);
            clock.ask(frames);
        }
    }

    private void clockAnswered(String timeNs) throws IOException {
        if (clock.answered(timeNs, frames)) {
            over();
        }
    }

    private void done() throws IOException {
        synchronized (this) {
            isDone = true;
        }
        if (!clock.askAgain(frames)) {
            over();
        }
    }

    /** Closes the host's input, with which it ends. */
    private void over() throws IOException {
        synchronized (this) {
            reach(Step.OVER);
        }
        link.out().close();
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
