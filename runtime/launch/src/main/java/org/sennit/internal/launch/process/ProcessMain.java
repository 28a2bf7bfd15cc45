package org.sennit.internal.launch.process;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.sennit.config.Options;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * The main class of a JVM that the launcher has started: connects its watch to the launcher, then runs the program that
 * is named by the first argument with the other arguments. The job's numbers are in the environment.
 *
 * <p>Threads: the program runs on the main thread, as under {@code java}.
 */
public final class ProcessMain {

    private ProcessMain() {}

    /**
     * Runs a program.
     *
     * @param args the program's class, then its arguments
     */
    public static void main(String[] args) {
        System.setProperty(
                Options.MEMBER_PROPERTY, System.getenv().getOrDefault(Options.variableName(JobOptions.ID.name()), ""));
        Options options = Options.fromEnvironment();
        LauncherWatch watch;
        try {
            watch = LauncherWatch.start(options);
        } catch (SennitException noLauncher) {
            System.err.println("sennit: " + noLauncher.getMessage());
            System.exit(1);
            return;
        }
        LabelledOutput.install(
                new FileOutputStream(FileDescriptor.out),
                options.value(ProcessOptions.PREFIX),
                "[p" + options.value(JobOptions.PROCESS) + "] ");
        try {
            String[] programArgs = new String[args.length - 1];
            System.arraycopy(args, 1, programArgs, 0, programArgs.length);
            Class<?> program = Class.forName(args[0], false, ClassLoader.getSystemClassLoader());
            MainMethod.of(program).invoke(programArgs);
        } catch (Throwable uncaught) {
            watch.uncaught(trace(uncaught));
            System.exit(1);
        }
    }

    /**
     * Returns an exception as {@code java} would print it, but nothing twice; a limit of the system that was reached,
     * in a line.
     *
     * @return its stack trace, or what to do about the limit, without the last line feed
     */
    public static String trace(Throwable thrown) {
        String limit = ThreadLimit.explain(thrown);
        if (limit != null) {
            return limit;
        }
        String head = firstLine(thrown);
        Throwable cause = thrown.getCause();
        boolean isRepeated = thrown instanceof SennitException && cause != null && head.endsWith(firstLine(cause));
        String text =
                isRepeated ? head + stack(cause).substring(firstLine(cause).length()) : stack(thrown);
        return "exception in thread \"" + Thread.currentThread().getName() + "\" " + text.stripTrailing();
    }

    /** Returns an exception with its stack; of a deadlock without: its picture says where the endpoints wait. */
    private static String stack(Throwable thrown) {
        if (thrown instanceof SennitException error && error.errorClass() == ErrorClass.DEADLOCK) {
            return error.toString();
        }
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    private static String firstLine(Throwable thrown) {
        return String.valueOf(thrown).lines().findFirst().orElse("");
    }
}
