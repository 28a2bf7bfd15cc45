package org.sennit.bench.operation;

import java.io.PrintStream;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.sennit.internal.endpoints.datatype.Operands;
import org.sennit.internal.endpoints.datatype.Reduction;
import org.sennit.internal.endpoints.datatype.ReductionType;
import org.sennit.message.DataLayout;
import org.sennit.message.ElementType;
import org.sennit.message.SennitException;

/**
 * The operations on blocks of 8 KiB that stay in the first-level cache, for each type and each kind of memory, after
 * all of them have run, so that each meets code that has seen the others; beside a loop over {@code double[]} written
 * by hand. Figures are bytes of the result in a nanosecond, the best of the batches: what they mean is the code, not
 * the machine's mood. One thread.
 */
public final class OperationSpeed {
    private static final int BLOCK_BYTES = 8192;
    private static final int WARM_UP_CALLS = 12000;
    private static final int CALLS = 500;
    private static final int ROUNDS = 200;

    private static final List<Reduction> OPERATIONS = List.of(
            Reduction.SUM,
            Reduction.PRODUCT,
            Reduction.MIN,
            Reduction.MAX,
            Reduction.BAND,
            Reduction.BOR,
            Reduction.BXOR,
            Reduction.LAND,
            Reduction.LOR,
            Reduction.LXOR);

    private final int batches;
    private final PrintStream out;
    private final double[] left = new double[BLOCK_BYTES / Double.BYTES];
    private final double[] right = new double[BLOCK_BYTES / Double.BYTES];
    private final double[] result = new double[BLOCK_BYTES / Double.BYTES];

    /**
     * Makes a run that has not begun.
     *
     * @param batches how many timed batches of each figure
     * @param out receives the tables
     */
    public OperationSpeed(int batches, PrintStream out) {
        this.batches = batches;
        this.out = out;
    }

    /** One operation on one kind of memory. */
    private record Case(
            Reduction operation,
            ReductionType type,
            OperandKinds kinds,
            MemorySegment left,
            MemorySegment right,
            MemorySegment result) {
        static Case of(Reduction operation, ElementType type, OperandKinds kinds) {
            return new Case(
                    operation,
                    ReductionType.of(type),
                    kinds,
                    kinds.memory(type, 0),
                    kinds.memory(type, 1),
                    kinds.memory(type, 2));
        }

        void run(int calls, int count) {
            Operands operands =
                    Operands.of(left, kinds.offset(0), right, kinds.offset(1), result, kinds.offset(2), count);
            for (int i = 0; i < calls; i++) {
                operation.apply(type, operands);
            }
        }
    }

    /** Measures all and prints the tables. Blocks. */
    public void run() {
        List<List<Case>> rows = new ArrayList<>();
        for (OperandKinds kinds : OperandKinds.values()) {
            rows.add(Arrays.stream(ElementType.values())
                    .filter(type -> type != ElementType.BOOLEAN)
                    .map(type -> Case.of(Reduction.SUM, type, kinds))
                    .toList());
        }
        List<List<Case>> byOperation = new ArrayList<>();
        for (Reduction operation : OPERATIONS) {
            byOperation.add(Arrays.stream(ElementType.values())
                    .map(type -> exists(operation, type) ? Case.of(operation, type, OperandKinds.ARRAYS) : null)
                    .toList());
        }
        for (List<Case> row : rows) {
            row.forEach(this::warmUp);
        }
        for (List<Case> row : byOperation) {
            row.stream().filter(one -> one != null).forEach(this::warmUp);
        }
        double byHand = byHand();
        out.printf("# blocks of 8 KiB, GB/s of the result, best of %d batches of %d%n", batches, CALLS);
        out.printf(Locale.ROOT, "%-28s %8s %8.1f%n", "# double[] by hand", "", byHand);
        header("# SUM, by memory");
        for (int i = 0; i < rows.size(); i++) {
            line(OperandKinds.values()[i].words(), rows.get(i));
        }
        header("# arrays, by operation");
        for (int i = 0; i < byOperation.size(); i++) {
            line(OPERATIONS.get(i).name(), byOperation.get(i));
        }
        for (int i = 0; i < ROUNDS; i++) { // in turn, until the code has settled for all kinds
            rows.forEach(row -> row.getLast().run(CALLS, 1));
        }
        out.printf("%-28s%n", "# one element: ns");
        for (List<Case> row : rows) {
            Case one = row.getLast();
            out.printf(
                    Locale.ROOT,
                    "%-28s %8s %8.1f%n",
                    one.kinds.words(),
                    one.type,
                    best(() -> one.run(CALLS, 1)) / CALLS);
        }
    }

    private static boolean exists(Reduction operation, ElementType type) {
        try {
            operation.typeOf(DataLayout.of(type));
            return true;
        } catch (SennitException e) {
            return false;
        }
    }

    private void header(String title) {
        out.printf("%-28s", title);
        for (ElementType type : ElementType.values()) {
            if (!title.contains("memory") || type != ElementType.BOOLEAN) {
                out.printf(" %8s", type);
            }
        }
        out.println();
    }

    private void line(String name, List<Case> row) {
        out.printf("%-28s", name);
        for (Case one : row) {
            out.printf(" %8s", one == null ? "-" : String.format(Locale.ROOT, "%.1f", speed(one)));
        }
        out.println();
    }

    private void warmUp(Case one) {
        one.run(WARM_UP_CALLS, 1);
        one.run(WARM_UP_CALLS, count(one));
    }

    private static int count(Case one) {
        return BLOCK_BYTES / one.type.unitBytes();
    }

    private double speed(Case one) {
        return (double) BLOCK_BYTES * CALLS / best(() -> one.run(CALLS, count(one)));
    }

    private double best(Runnable batch) {
        double bestNs = Double.MAX_VALUE;
        for (int i = 0; i < batches; i++) {
            long before = System.nanoTime();
            batch.run();
            bestNs = Math.min(bestNs, System.nanoTime() - before);
        }
        return bestNs;
    }

    private double byHand() {
        for (int i = 0; i < WARM_UP_CALLS; i++) {
            sum(left, right, result);
        }
        double ns = best(() -> {
            for (int i = 0; i < CALLS; i++) {
                sum(left, right, result);
            }
        });
        return (double) BLOCK_BYTES * CALLS / ns;
    }

    private static void sum(double[] left, double[] right, double[] result) {
        for (int i = 0; i < result.length; i++) {
            result[i] = left[i] + right[i];
        }
    }

    /** Returns the speed of the sum of arrays of doubles as a share of the loop's. */
    public double ratioToByHand() {
        Case one = Case.of(Reduction.SUM, ElementType.DOUBLE, OperandKinds.ARRAYS);
        for (int i = 0; i < 5; i++) {
            warmUp(one);
        }
        return speed(one) / byHand();
    }
}
