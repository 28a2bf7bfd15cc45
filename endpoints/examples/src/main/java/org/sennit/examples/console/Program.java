package org.sennit.examples.console;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import org.sennit.Communicator;
import org.sennit.Job;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A program with options: reads the command line, runs a job of four endpoints in this JVM, or what the launcher
 * says. Used by the thread of {@code main}.
 */
public final class Program {
    /** Exit status for wrong arguments. */
    public static final int EXIT_USAGE = 2;

    private static final int DEFAULT_ENDPOINTS = 4;

    private final String name;
    private final Object arguments;
    private final Supplier<String> mistake;

    /**
     * Makes a program that has not begun.
     *
     * @param name its short name
     * @param arguments an object that picocli fills
     * @param mistake what is wrong with the arguments once they are filled, or null
     */
    public Program(String name, Object arguments, Supplier<String> mistake) {
        this.name = name;
        this.arguments = arguments;
        this.mistake = mistake;
    }

    /**
     * Runs this process's part of the job, and ends the JVM with a status other than 0 if it fails.
     *
     * @param args the command line
     * @param endpoint what each endpoint does on the world's communicator; returns its exit status
     */
    public void runAndExit(String[] args, ToIntFunction<Communicator> endpoint) {
        int status = run(args, endpoint);
        if (status != 0) {
            System.exit(status);
        }
    }

    /**
     * Runs this process's part of the job. Blocks until it has ended.
     *
     * @param args the command line
     * @param endpoint what each endpoint does on the world's communicator; returns its exit status
     * @return the largest exit status of any; 2 when the arguments are wrong, which rank 0 says in a line
     */
    private int run(String[] args, ToIntFunction<Communicator> endpoint) {
        CommandLine line = new CommandLine(arguments).setCaseInsensitiveEnumValuesAllowed(true);
        String wrong = wrong(line, args);
        String help = wrong == null && line.isUsageHelpRequested() ? line.getUsageMessage() : null;
        AtomicInteger status = new AtomicInteger();
        Job.run(DEFAULT_ENDPOINTS, each -> {
            Communicator world = each.world();
            int ended = help == null && wrong == null ? endpoint.applyAsInt(world) : say(world, help, wrong);
            status.accumulateAndGet(ended, Math::max);
        });
        return status.get();
    }

    private String wrong(CommandLine line, String[] args) {
        try {
            line.parseArgs(args);
        } catch (ParameterException e) {
            return name + ": " + e.getMessage();
        }
        String found = line.isUsageHelpRequested() ? null : mistake.get();
        return found == null ? null : name + ": " + found;
    }

    /** Prints inside the job and at rank 0 alone, so that the text appears once, whatever the processes. */
    private static int say(Communicator world, String help, String wrong) {
        if (world.rank() == 0) {
            if (wrong != null) {
                System.err.println(wrong);
            } else {
                System.out.print(help);
            }
        }
        return wrong != null ? EXIT_USAGE : 0;
    }
}
