package org.sennit.examples.qmp.fermion;

import org.sennit.examples.console.Progress;
import org.sennit.examples.qmp.console.QmpProgram;
import org.sennit.qmp.Qmp;

/**
 * The program {@code dslash [options]}: the Wilson–Dirac operator and its inversion. Ends with 0 when all checks hold,
 * 1 when not, 2 when the arguments are wrong.
 */
public final class Dslash {
    private Dslash() {}

    /**
     * Runs the program and ends the JVM with a status other than 0 if it fails.
     *
     * @param args see {@code --help}
     */
    public static void main(String[] args) {
        int status = new QmpProgram<>("dslash", DslashArguments::new, DslashArguments::mistake).run(args, Dslash::run);
        if (status != 0) {
            System.exit(status);
        }
    }

    private static int run(Qmp qmp, DslashArguments arguments) {
        DslashResult result;
        try (Progress progress = Progress.open(qmp.isPrimaryNode(), "dslash", arguments.sweeps)) {
            result = DslashRun.run(qmp, arguments, progress::advanceTo);
        }
        if (result == null) {
            return QmpProgram.sayCannotDivide("dslash", qmp, arguments.lattice);
        }
        if (qmp.isPrimaryNode()) {
            System.out.print(result.report(arguments));
        }
        return result.isVerified() ? 0 : 1;
    }
}
