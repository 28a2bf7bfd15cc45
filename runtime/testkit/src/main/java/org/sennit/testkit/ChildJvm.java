package org.sennit.testkit;

import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Starts a JVM like this one – same JDK, same class path, none of our flags – runs a main class in it to its end and
 * keeps what it printed. Not for use by two threads at a time.
 *
 * <p>Surprise: options from the environment ({@code JAVA_TOOL_OPTIONS}, {@code JDK_JAVA_OPTIONS}) are removed, since
 * the JVM reports each of them on stderr.
 */
public final class ChildJvm {
    private final String mainClass;
    private final List<String> options = new ArrayList<>();
    private final List<String> arguments = new ArrayList<>();
    private final Map<String, String> environment = new TreeMap<>();
    private String classPath = System.getProperty("java.class.path");
    private Duration deadline = Duration.ofNanos(Deadlines.ns(60));

    /**
     * The result of a child.
     *
     * @param exitStatus 0 if all went well
     * @param out its stdout
     * @param err its stderr
     */
    public record Result(int exitStatus, String out, String err) {
        /**
         * Asserts that the child ended well and printed nothing on stderr.
         *
         * @throws AssertionError if it did not, with all that it printed
         */
        public Result assertSilentSuccess() {
            if (exitStatus != 0 || !err.isEmpty()) {
                throw new AssertionError("exit=" + exitStatus + "\n-- stderr\n" + err + "\n-- stdout\n" + out);
            }
            return this;
        }
    }

    /**
     * Prepares a child.
     *
     * @param mainClass the class whose {@code main} runs
     */
    public ChildJvm(Class<?> mainClass) {
        this(mainClass.getName());
    }

    /**
     * Prepares a child.
     *
     * @param mainClass the name of the class whose {@code main} runs
     */
    public ChildJvm(String mainClass) {
        this.mainClass = mainClass;
    }

    /**
     * Adds options of the JVM.
     *
     * @param more as on the command line
     */
    public ChildJvm options(String... more) {
        options.addAll(List.of(more));
        return this;
    }

    /**
     * Adds arguments of the program.
     *
     * @param more as on the command line
     */
    public ChildJvm arguments(String... more) {
        arguments.addAll(List.of(more));
        return this;
    }

    /** Sets a variable of the child's environment. */
    public ChildJvm environment(String name, String value) {
        environment.put(name, value);
        return this;
    }

    /**
     * Replaces the class path, which is this JVM's by default.
     *
     * @param paths jars and folders
     */
    public ChildJvm classPath(List<Path> paths) {
        classPath = String.join(
                File.pathSeparator, paths.stream().map(Path::toString).toList());
        return this;
    }

    /**
     * Sets the time that the child has, a minute by default.
     *
     * @param limit from its start to its end; multiplied as in {@link Deadlines}
     */
    public ChildJvm deadline(Duration limit) {
        return exactDeadline(Duration.ofNanos(Deadlines.scaled(limit.toNanos())));
    }

    ChildJvm exactDeadline(Duration limit) {
        deadline = limit;
        return this;
    }

    /**
     * Starts the child and waits for its end; a child that is late is killed with all its descendants.
     *
     * @return what it left
     * @throws AssertionError if it was late, with what it printed so far and the stacks of it and its descendants
     */
    public Result run() {
        Process process = start();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        Thread outReader = reader(process.getInputStream(), out);
        Thread errReader = reader(process.getErrorStream(), err);
        String stacks = "";
        try {
            boolean hasEnded = process.waitFor(deadline);
            if (hasEnded) {
                outReader.join();
                errReader.join();
                return new Result(
                        process.exitValue(),
                        out.toString(StandardCharsets.UTF_8),
                        err.toString(StandardCharsets.UTF_8));
            }
            stacks = ChildStacks.of(Stream.concat(Stream.of(process.toHandle()), process.descendants())
                    .toList());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
        throw new AssertionError(mainClass + " has not ended after " + deadline + "\n-- stderr\n" + err
                + "\n-- stdout\n" + out + "\n-- stacks" + stacks);
    }

    /**
     * Starts the child and leaves it to the caller, who must end it.
     *
     * @return the process, its stdout and stderr as pipes
     */
    public Process start() {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.add("-cp");
        command.add(classPath);
        command.add(mainClass);
        command.addAll(arguments);
        ProcessBuilder builder = new ProcessBuilder(command);
        builder.environment().remove("JAVA_TOOL_OPTIONS");
        builder.environment().remove("JDK_JAVA_OPTIONS");
        builder.environment().putAll(environment);
        try {
            return builder.start();
        } catch (IOException e) {
            throw new UncheckedIOException("the JVM of this test cannot be started", e);
        }
    }

    private static Thread reader(InputStream from, ByteArrayOutputStream to) {
        return Thread.ofPlatform().daemon(true).name("output of a child JVM").start(() -> {
            try (from) {
                from.transferTo(to);
            } catch (IOException e) {
                to.writeBytes(("\n(output ended: " + e + ")\n").getBytes(StandardCharsets.UTF_8));
            }
        });
    }
}
