package org.sennit.examples.heat;

import java.util.concurrent.atomic.AtomicInteger;
import org.sennit.Communicator;
import org.sennit.Endpoint;
import org.sennit.Job;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * The program {@code heat [PICTURE] [options]}: spreads the heat of a picture over many endpoints and
 * writes what becomes of it as a colored PNG.
 *
 * <p>Runs four endpoints in this JVM, or what the launcher says. Ends with exit status 0, or 2 when
 * the arguments or the files are wrong, after one line on standard error.
 */
public final class Heat {
    private static final int DEFAULT_ENDPOINTS = 4;

    private Heat() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true"); // pictures, but no display
        HeatArguments arguments = new HeatArguments();
        String message = messageInsteadOfRun(arguments, args);
        AtomicInteger status = new AtomicInteger();
        Job.run(DEFAULT_ENDPOINTS, endpoint -> {
            int ended = message == null
                    ? new HeatJob(endpoint.world(), arguments).run()
                    : say(message, arguments.isHelpWanted, endpoint);
            status.accumulateAndGet(ended, Math::max);
        });
        if (status.get() != 0) {
            System.exit(status.get());
        }
    }

    /** Fills the arguments; the result is what is wrong with them, or the help, or null. */
    private static String messageInsteadOfRun(HeatArguments arguments, String[] args) {
        CommandLine line = new CommandLine(arguments).setCaseInsensitiveEnumValuesAllowed(true);
        try {
            line.parseArgs(args);
        } catch (ParameterException wrong) {
            return "heat: " + wrong.getMessage();
        }
        if (arguments.isHelpWanted) {
            return line.getUsageMessage().stripTrailing();
        }
        String mistake = arguments.mistake();
        return mistake == null ? null : "heat: " + mistake;
    }

    /** Prints inside the job and at rank 0 alone, so that the text appears once, whatever the processes. */
    private static int say(String message, boolean isHelp, Endpoint endpoint) {
        Communicator world = endpoint.world();
        if (world.rank() == 0) {
            (isHelp ? System.out : System.err).println(message);
        }
        return isHelp ? 0 : HeatJob.EXIT_USAGE;
    }
}
