package org.sennit.examples.qmp.console;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntBiFunction;
import org.sennit.Job;
import org.sennit.examples.qmp.lattice.LatticeSize;
import org.sennit.qmp.Qmp;
import org.sennit.qmp.QmpStatus;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/**
 * A program of this module: runs a job of four endpoints in this JVM, or what the launcher says, and gives each a node
 * of QMP and its command line. Used by the thread of {@code main}.
 *
 * @param <A> what picocli fills
 */
public final class QmpProgram<A> {
    /** Exit status for wrong arguments. */
    public static final int EXIT_USAGE = 2;

    private static final int DEFAULT_ENDPOINTS = 4;

    private final String name;
    private final Supplier<A> arguments;
    private final Function<A, String> mistake;

    /**
     * Makes a program that has not begun.
     *
     * @param name its short name
     * @param arguments makes an object for picocli to fill
     * @param mistake what is wrong with the arguments once they are filled, or null
     */
    public QmpProgram(String name, Supplier<A> arguments, Function<A, String> mistake) {
        this.name = name;
        this.arguments = arguments;
        this.mistake = mistake;
    }

    /**
     * Runs this process's part of the job. Blocks until it has ended.
     *
     * @param args the command line; what begins with {@code -qmp-} is QMP's
     * @param endpoint what each endpoint does; returns its exit status
     * @return the largest exit status of any; 2 when the arguments are wrong, which node 0 says in a line
     */
    public int run(String[] args, ToIntBiFunction<Qmp, A> endpoint) {
        AtomicInteger status = new AtomicInteger();
        Job.run(DEFAULT_ENDPOINTS, each -> {
            Qmp qmp = Qmp.of(each, args);
            status.accumulateAndGet(run(qmp, endpoint), Math::max);
            qmp.finalizeMsgPassing();
        });
        return status.get();
    }

    private int run(Qmp qmp, ToIntBiFunction<Qmp, A> endpoint) {
        A filled = arguments.get();
        CommandLine line = new CommandLine(filled).setCaseInsensitiveEnumValuesAllowed(true);
        String wrong;
        try {
            line.parseArgs(qmp.arguments());
            if (line.isUsageHelpRequested()) {
                if (qmp.isPrimaryNode()) {
                    System.out.print(line.getUsageMessage());
                }
                return 0;
            }
            wrong = mistake.apply(filled);
        } catch (ParameterException malformed) {
            wrong = malformed.getMessage();
        }
        return wrong == null ? endpoint.applyAsInt(qmp, filled) : sayWrong(name, qmp, wrong);
    }

    /**
     * Says why {@link Qmp#layoutGrid} has refused the lattice, mostly since the number of endpoints does not divide it,
     * on node 0 alone.
     *
     * @param name of the program
     * @param qmp this node
     * @param lattice sites along each axis
     * @return the exit status
     */
    public static int sayCannotDivide(String name, Qmp qmp, LatticeSize lattice) {
        return sayWrong(
                name,
                qmp,
                qmp.getErrorNumber(null) == QmpStatus.INVALID_TOPOLOGY
                        ? "a lattice of " + lattice + " cannot be divided evenly among " + qmp.getNumberOfNodes()
                                + " endpoints"
                        : qmp.getErrorString(null));
    }

    private static int sayWrong(String name, Qmp qmp, String wrong) {
        if (qmp.isPrimaryNode()) {
            System.err.println(name + ": " + wrong);
        }
        return EXIT_USAGE;
    }
}
