package org.sennit.bench.program;

import org.sennit.Job;

/** The program that the launcher starts in each process of a benchmark over several. */
public final class BenchmarkMain {
    private BenchmarkMain() {}

    /**
     * Runs one plan.
     *
     * @param arguments as {@link Plan#toArguments()} makes them
     */
    public static void main(String[] arguments) {
        Plan plan = Plan.ofArguments(arguments);
        // The launcher's number of endpoints wins over this one.
        Job.run(1, new BenchmarkProgram(plan, System.out, row -> {}));
    }
}
