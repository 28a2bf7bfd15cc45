package org.sennit.examples.qmp.gauge;

import java.io.IOException;
import org.sennit.examples.console.Progress;
import org.sennit.examples.qmp.console.QmpProgram;
import org.sennit.qmp.Qmp;

/**
 * The program {@code su3 [options]}: pure SU(3) gauge theory. Ends with 0 when the average plaquette is the published
 * one, or nothing is published, 1 when it differs, 2 when the arguments are wrong.
 */
public final class Su3 {
    private Su3() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        System.setProperty("java.awt.headless", "true"); // plots, but no display
        int status = new QmpProgram<>("su3", Su3Arguments::new, Su3::mistake).run(args, Su3::run);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static String mistake(Su3Arguments arguments) {
        String found = arguments.mistake();
        found = found != null ? found : HistoryFiles.whyNotTo(arguments.csv);
        return found != null ? found : HistoryFiles.whyNotTo(arguments.plot);
    }

    private static int run(Qmp qmp, Su3Arguments arguments) {
        Su3Result result;
        try (Progress progress =
                Progress.open(qmp.isPrimaryNode(), "su3", (long) arguments.thermalize + arguments.sweeps)) {
            result = Su3Run.run(qmp, arguments, progress::advanceTo);
        }
        if (result == null) {
            return QmpProgram.sayCannotDivide("su3", qmp, arguments.lattice);
        }
        if (!qmp.isPrimaryNode()) {
            return 0;
        }
        System.out.print(result.report(arguments));
        try {
            write(arguments, result);
        } catch (IOException unwritable) {
            System.err.println("su3: cannot be written: " + unwritable.getMessage());
            return QmpProgram.EXIT_USAGE;
        }
        return result.isVerified() ? 0 : 1;
    }

    private static void write(Su3Arguments arguments, Su3Result result) throws IOException {
        if (arguments.csv != null) {
            HistoryFiles.writeCsv(arguments.csv, result.records());
            System.out.println("history        " + arguments.csv);
        }
        if (arguments.plot != null) {
            String title = "SU(3), " + arguments.lattice + ", beta = " + arguments.beta;
            HistoryFiles.writePlot(arguments.plot, title, result);
            System.out.println("plot           " + arguments.plot);
        }
    }
}
