package org.sennit.examples.heat;

import org.sennit.examples.console.Program;

/**
 * The program {@code heat [PICTURE] [options]}: spreads the heat of a picture over many endpoints and
 * writes what becomes of it as a colored PNG.
 *
 * <p>Runs four endpoints in this JVM, or what the launcher says. Ends with exit status 0, or 2 when
 * the arguments or the files are wrong, after one line on standard error.
 */
public final class Heat {
    private Heat() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true"); // pictures, but no display
        HeatArguments arguments = new HeatArguments();
        new Program("heat", arguments, arguments::mistake)
                .runAndExit(args, world -> new HeatJob(world, arguments).run());
    }
}
