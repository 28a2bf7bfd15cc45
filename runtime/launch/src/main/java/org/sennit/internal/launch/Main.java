package org.sennit.internal.launch;

import java.util.Arrays;
import java.util.List;
import org.sennit.internal.launch.process.ThreadLimit;

/**
 * The command {@code sennit}. Exit status 2 and one line on standard error for a mistake on the command line; otherwise
 * the status of the command, which for {@code run} is the program's.
 *
 * <p>Threads: the main thread; a program that runs in this JVM has it for its own main thread.
 */
public final class Main {
    /** Exit status after a mistake on the command line. */
    static final int MISTAKE_STATUS = 2;

    private Main() {}

    /**
     * Runs a command. Ends the JVM only when the status is not 0, since threads of the program may still run.
     *
     * @param args the command and its arguments
     */
    public static void main(String[] args) {
        int status = StandardOutput.statusAfter(execute(args));
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int execute(String[] args) {
        try {
            if (args.length > 0 && args[0].equals("run")) {
                List<String> words = Arrays.asList(args).subList(1, args.length);
                RunLine line = RunLine.parse(words);
                if (line.last(RunFlag.HELP) == null) {
                    return RunCommand.run(line);
                }
                return Commands.execute("help", "run");
            }
            Runnable simple = args.length == 1 ? simple(args[0]) : null;
            if (simple != null) {
                simple.run();
                return 0;
            }
            return Commands.execute(args);
        } catch (CommandLineMistake mistake) {
            System.err.println("sennit: " + mistake.getMessage());
            return MISTAKE_STATUS;
        } catch (OutOfMemoryError limit) {
            String why = ThreadLimit.explain(limit);
            if (why == null) {
                throw limit;
            }
            System.err.println("sennit: " + why);
            return 1;
        }
    }

    /** Returns a command that needs no parser, which takes longer than the command; null for the others. */
    private static Runnable simple(String command) {
        return switch (command) {
            case "version", "-V", "--version" -> new VersionCommand();
            case "examples" -> new ExamplesCommand();
            default -> null;
        };
    }
}
