package org.sennit.conformance;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.sennit.internal.launch.job.JobLauncher;
import org.sennit.internal.launch.job.RunningJob;
import org.sennit.testkit.ChildStacks;
import org.sennit.testkit.Deadlines;

/**
 * What a job of several JVMs has left: they run a test program from this JVM's class path.
 *
 * @param exitStatus of the job; −1 when it was stopped at its deadline
 * @param out what all of them printed
 * @param err what all of them, and the launcher, printed on stderr; then, at the deadline, the stacks of them all
 */
public record MultiJvmRun(int exitStatus, String out, String err) {

    /** The property with flags for the JVMs of a job, separated by spaces. */
    private static final String JOB_FLAGS = "sennit.test.job.flags";

    /**
     * Runs a job to its end, or to its deadline.
     *
     * @param main the program
     * @param processes how many JVMs
     * @param endpoints how many endpoints in each
     * @param deadlineSeconds after which it is stopped; multiplied as in {@link Deadlines}
     * @param args the program's arguments
     * @return what it has left
     */
    public static MultiJvmRun of(Class<?> main, int processes, int endpoints, int deadlineSeconds, String... args) {
        return of(flags(), main, processes, endpoints, deadlineSeconds, args);
    }

    /**
     * Runs a job to its end, or to its deadline.
     *
     * @param jvmOptions more flags for all JVMs
     * @param main the program
     * @param processes how many JVMs
     * @param endpoints how many endpoints in each
     * @param deadlineSeconds after which it is stopped; multiplied as in {@link Deadlines}
     * @param args the program's arguments
     * @return what it has left
     */
    public static MultiJvmRun of(
            List<String> jvmOptions, Class<?> main, int processes, int endpoints, int deadlineSeconds, String... args) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        JobLauncher launcher = TestJob.builder()
                .processes(processes)
                .endpoints(endpoints)
                .classPath(System.getProperty("java.class.path"))
                .jvmOptions(Stream.concat(jvmOptions.stream(), Deadlines.flags().stream())
                        .toList())
                .main(main)
                .args(args)
                .out(out)
                .err(err)
                .build();
        int exitStatus = -1;
        String stacks = "";
        try (RunningJob job = launcher.start()) {
            if (job.await(Deadlines.ns(deadlineSeconds))) {
                exitStatus = job.await();
            } else {
                stacks = "\nnot ended after its deadline of " + deadlineSeconds + " s" + ChildStacks.ofDescendants();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new MultiJvmRun(exitStatus, text(out), text(err) + stacks);
    }

    private static List<String> flags() {
        return Stream.of(System.getProperty(JOB_FLAGS, "").split(" "))
                .filter(flag -> !flag.isEmpty())
                .toList();
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
