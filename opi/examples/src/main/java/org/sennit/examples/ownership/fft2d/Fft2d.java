package org.sennit.examples.ownership.fft2d;

import org.sennit.Communicator;
import org.sennit.examples.console.Program;

/**
 * The program {@code fft2d [S|W|A] [--n N]}: a 2-D FFT with send and receive, with give and take, and with unpacking
 * fused into the transform, verified and timed side by side. Ends with 0 when verified, 1 when not, 2 when the
 * arguments are wrong.
 */
public final class Fft2d {
    private Fft2d() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        FftArguments arguments = new FftArguments();
        new Program("fft2d", arguments, arguments::mistake).runAndExit(args, world -> run(world, arguments));
    }

    private static int run(Communicator world, FftArguments arguments) {
        FftResult result = FftRun.run(world, arguments.n(), arguments.rounds);
        if (world.rank() == 0) {
            System.out.print(result.report());
        }
        return result.accuracy().isVerified() ? 0 : 1;
    }
}
