package org.sennit.examples.ownership.md;

import org.sennit.Communicator;
import org.sennit.examples.console.Program;

/**
 * The program {@code md [S|W|A] [--cells N] [--steps N]}: Lennard-Jones molecular dynamics with send and receive and
 * with ownership. Ends with 0 when energy and momentum are conserved and all ways have the same trajectory, 1 when not,
 * 2 when the arguments are wrong.
 */
public final class Md {
    private Md() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        MdArguments arguments = new MdArguments();
        new Program("md", arguments, arguments::mistake).runAndExit(args, world -> run(world, arguments));
    }

    private static int run(Communicator world, MdArguments arguments) {
        String mistake = MdRun.mistake(arguments.cells(), world.size());
        if (mistake != null) {
            if (world.rank() == 0) {
                System.err.println("md: " + mistake);
            }
            return Program.EXIT_USAGE;
        }
        MdResult result = MdRun.run(world, arguments.cells(), arguments.steps);
        if (world.rank() == 0) {
            System.out.print(result.report());
        }
        return result.conservation().isVerified() ? 0 : 1;
    }
}
