package org.sennit.internal.launch.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sennit.internal.launch.process.Family;

/**
 * A running agent: the command that has reached a host, whose standard input and output are the line to it.
 *
 * <p>Threads: a daemon reads its standard error, another one writes what goes first; methods may be called by any.
 */
final class AgentProcess implements HostLink {
    private static final Path SETSID = Path.of("/usr/bin/setsid");
    private static final long END_NS = TimeUnit.SECONDS.toNanos(5);

    /** Time for the close of the agent's input, which waits for a thread that writes to an agent that does not read. */
    private static final long INPUT_CLOSE_NS = TimeUnit.MILLISECONDS.toNanos(100);

    private final String host;
    private final Process process;
    private final String name;
    private final LastWords lastWords;
    private final Thread errors; // carries the agent's standard error

    private AgentProcess(String host, Process process, String name, OutputStream err) {
        this.host = host;
        this.process = process;
        this.name = name;
        this.lastWords = new LastWords(err);
        this.errors = Thread.ofPlatform()
                .daemon()
                .name("sennit-agent-err-" + host)
                .start(new LinePump(process.getErrorStream(), lastWords));
    }

    /**
     * Starts an agent, out of reach of the terminal's Ctrl-C, which the launcher passes on in its own order.
     *
     * @param command the agent's, with that of the host
     * @param shortCommand the agent's command without the host's program, for errors
     * @param first bytes that the host's program reads before the launcher's frames, such as pushed jars
     * @param err takes the agent's standard error after the host's greeting
     * @throws IOException it cannot be started
     */
    static AgentProcess start(String host, List<String> command, String shortCommand, byte[] first, OutputStream err)
            throws IOException {
        List<String> words = new ArrayList<>(command);
        if (Files.isExecutable(SETSID)) {
            words.addFirst(SETSID.toString());
        }
        Process process = new ProcessBuilder(words).start();
        AgentProcess agent = new AgentProcess(host, process, "agent " + shortCommand, err);
        if (first.length > 0) {
            Thread.ofPlatform().daemon().name("sennit-agent-in-" + host).start(() -> agent.push(first));
        }
        return agent;
    }

    private void push(byte[] first) {
        try {
            process.getOutputStream().write(first);
            process.getOutputStream().flush();
        } catch (IOException ended) {
            // Reported by the thread that reads from the host.
        }
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public InputStream in() {
        return process.getInputStream();
    }

    @Override
    public OutputStream out() {
        return process.getOutputStream();
    }

    @Override
    public void heard(String line) {
        lastWords.keepLine(line);
    }

    @Override
    public void greeted() {
        lastWords.pass();
    }

    @Override
    public String lastWords() {
        return lastWords.text();
    }

    @Override
    public String fate() throws InterruptedException {
        boolean hasEnded = process.waitFor(END_NS, TimeUnit.NANOSECONDS);
        if (hasEnded) {
            TimeUnit.NANOSECONDS.timedJoin(errors, END_NS);
        }
        return name + (hasEnded ? " ended with exit status " + process.exitValue() : " has closed its output");
    }

    /** Asks an agent that does not end by itself to end, then kills it, with all that it has started. */
    @Override
    public void close(boolean isOver) {
        try {
            closeInput();
            if (!process.waitFor(isOver ? END_NS : 0, TimeUnit.NANOSECONDS)) {
                endWithFamily();
            }
        } catch (InterruptedException hurry) {
            process.toHandle().destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    /** Closes the agent's input; where a thread is still writing to it, the end of the agent ends both. */
    private void closeInput() throws InterruptedException {
        Thread closing = Thread.ofPlatform()
                .daemon()
                .name("sennit-agent-close-" + host)
                .start(() -> {
                    try {
                        process.getOutputStream().close();
                    } catch (IOException gone) {
                        // The agent is ended by the caller.
                    }
                });
        TimeUnit.NANOSECONDS.timedJoin(closing, INPUT_CLOSE_NS);
    }

    private void endWithFamily() throws InterruptedException {
        List<ProcessHandle> agent = List.of(process.toHandle());
        Family family = Family.ofSession(process.pid());
        family.look(agent);
        process.toHandle().destroy();
        family.end();
        long deadline = System.nanoTime() + END_NS;
        process.waitFor(END_NS, TimeUnit.NANOSECONDS);
        family.await(Math.max(0, deadline - System.nanoTime()));
        family.look(agent);
        process.toHandle().destroyForcibly();
        family.kill();
    }
}
