package org.sennit.internal.launch.doctor;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * The launcher's side of the checks on one host: starts them there by an agent, asks, and ends them. One thread asks.
 */
final class HostSession implements AutoCloseable {
    private static final long END_SECONDS = 5;
    private static final String END = "\n"; // no line has it

    private final String host;
    private final Process agent;
    private final BlockingQueue<String> answers = new LinkedBlockingQueue<>();
    private volatile String lastWords = ""; // of its standard error; volatile store by its reader, load by the asker
    private final Thread errors;
    private int port;

    /**
     * Starts the agent.
     *
     * @param host its name
     * @param command the agent's
     */
    HostSession(String host, List<String> command) throws IOException {
        this.host = host;
        this.agent = new ProcessBuilder(command).start();
        read("out", agent.getInputStream(), line -> {
            if (line.startsWith(HostAnswers.MARK)) {
                answers.add(line.substring(HostAnswers.MARK.length()));
            }
        });
        errors = read("err", agent.getErrorStream(), line -> lastWords = line.isBlank() ? lastWords : line.strip());
    }

    private Thread read(String name, InputStream stream, Consumer<String> action) {
        return Thread.ofPlatform()
                .daemon()
                .name("sennit-doctor-" + host + "-" + name)
                .start(() -> {
                    try (BufferedReader lines =
                            new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
                        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                            action.accept(line);
                        }
                    } catch (IOException ended) {
                        // As its end.
                    } finally {
                        if (name.equals("out")) {
                            answers.add(END);
                        }
                    }
                });
    }

    /** Sends the check's token; returns false when nothing answers within the time. */
    boolean begin(String word, long timeoutSeconds) {
        String answer = ask(word, timeoutSeconds);
        try {
            port = answer == null ? 0 : Integer.parseInt(answer);
        } catch (NumberFormatException garbled) {
            port = 0;
        }
        return port > 0;
    }

    String host() {
        return host;
    }

    int port() {
        return port;
    }

    /** Returns the agent's last words on standard error, or that it has ended, or that it is silent. */
    String complaint(long timeoutSeconds) {
        try {
            if (agent.waitFor(1, TimeUnit.SECONDS)) {
                errors.join(TimeUnit.SECONDS.toMillis(1)); // a grandchild may hold the stream open
                return "the agent ended with exit status " + agent.exitValue()
                        + (lastWords.isEmpty() ? "" : ": " + lastWords);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return "no answer within " + timeoutSeconds + " s" + (lastWords.isEmpty() ? "" : ": " + lastWords);
    }

    /** Asks; returns null when no answer comes within the time. */
    String ask(String question, long timeoutSeconds) {
        try {
            OutputStream out = agent.getOutputStream();
            out.write((question + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (IOException gone) {
            return null;
        }
        return next(timeoutSeconds);
    }

    /** Returns the answers up to an empty one; shorter when the time is over. */
    List<String> askAll(String question, long timeoutSeconds) {
        List<String> all = new ArrayList<>();
        for (String line = ask(question, timeoutSeconds);
                line != null && !line.isEmpty();
                line = next(timeoutSeconds)) {
            all.add(line);
        }
        return all;
    }

    private String next(long timeoutSeconds) {
        try {
            String answer = answers.poll(timeoutSeconds, TimeUnit.SECONDS);
            if (END.equals(answer)) {
                answers.add(END);
                return null;
            }
            return answer;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** Ends the checks there: by the end of their input, and where that does not help by the end of the agent. */
    @Override
    public void close() {
        try {
            agent.getOutputStream().close();
            agent.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (IOException gone) {
            // Nothing is left to be ended.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        agent.descendants().forEach(ProcessHandle::destroyForcibly);
        agent.destroyForcibly();
    }
}
