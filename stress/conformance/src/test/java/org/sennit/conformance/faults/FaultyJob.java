package org.sennit.conformance.faults;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.sennit.config.Option;
import org.sennit.conformance.TestJob;
import org.sennit.conformance.launch.Lines;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.internal.runtime.bootstrap.JobOptions;

/**
 * A job of several JVMs to which a test does something. What it prints can be waited for; the test's deadline bounds
 * it. A program that would come to its end by itself calls {@link #awaitFaults} before.
 */
final class FaultyJob implements AutoCloseable {
    private static final String PENDING = "sennit.test.faults.pending";
    private static final int LOOK_MS = 5;

    private final Path pending; // a file that is there until the test has done all that it does

    private final Lines out = new Lines();
    private final Lines err = new Lines();
    private final JobLauncher.Builder builder;
    private RunningJob job;

    private FaultyJob(JobLauncher.Builder builder, Path pending) {
        this.builder = builder.out(out).err(err);
        this.pending = pending;
    }

    /** A job that ends with the first failure. */
    static FaultyJob aborting(Class<?> main, List<Integer> endpoints, String... args) throws IOException {
        Path pending = Files.createTempFile("sennit-test-faults", "");
        return new FaultyJob(
                TestJob.builder()
                        .processes(endpoints.size())
                        .endpoints(endpoints)
                        .classPath(System.getProperty("java.class.path"))
                        .main(main)
                        // short: the optimising compiler would work longer than it saves
                        .jvmOptions("-XX:TieredStopAtLevel=1", "-D" + PENDING + "=" + pending)
                        .args(args),
                pending);
    }

    /** A job that goes on without its dead. */
    static FaultyJob continuing(Class<?> main, List<Integer> endpoints, String... args) throws IOException {
        return aborting(main, endpoints, args).with(JobOptions.FAILURE, "continue");
    }

    <T> FaultyJob with(Option<T> option, T value) {
        builder.option(option, value);
        return this;
    }

    FaultyJob start() {
        job = builder.build().start();
        return this;
    }

    /** In a process of the job: waits until the test has done all that it does to the job. */
    static void awaitFaults() throws InterruptedException {
        while (Files.exists(Path.of(System.getProperty(PENDING)))) {
            TimeUnit.MILLISECONDS.sleep(LOOK_MS);
        }
    }

    /** The test has done all that it does to the job, which may come to its end. */
    void hasFaults() throws IOException {
        Files.deleteIfExists(pending);
    }

    /** Ends a process as {@code kill -9} does. */
    void kill(int process) {
        ProcessHandle.of(job.pid(process)).ifPresent(ProcessHandle::destroyForcibly);
    }

    /** Sends a process any other signal; by the shell, which has a kill of its own where there is no such program. */
    void signal(String name, int process) throws IOException, InterruptedException {
        int status = new ProcessBuilder("sh", "-c", "kill -" + name + " " + job.pid(process))
                .inheritIO()
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException("kill -" + name + " has failed: status=" + status);
        }
    }

    /** Waits until a text has been printed a number of times. */
    void awaitTimes(String text, int times) throws InterruptedException {
        boolean hasEnded = false;
        while (out.text().split(Pattern.quote(text), -1).length - 1 < times) {
            if (hasEnded) {
                throw new AssertionError("the job has ended before it printed " + text + ": " + this);
            }
            hasEnded = job.await(TimeUnit.MILLISECONDS.toNanos(LOOK_MS));
        }
    }

    /** Waits for the end; returns the exit status. */
    int await() throws InterruptedException {
        while (!job.await(TimeUnit.SECONDS.toNanos(1))) {
            if (Thread.interrupted()) {
                throw new InterruptedException();
            }
        }
        return job.await();
    }

    List<String> out() {
        return out.lines();
    }

    String err() {
        return err.text();
    }

    String report() {
        return job.report();
    }

    @Override
    public void close() throws IOException {
        hasFaults();
        if (job != null) {
            job.close();
        }
    }

    @Override
    public String toString() {
        return "out:\n" + out.text() + "\nerr:\n" + err.text();
    }
}
