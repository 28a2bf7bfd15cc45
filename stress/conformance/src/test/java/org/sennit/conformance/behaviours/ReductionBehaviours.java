package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.sennit.Communicator;
import org.sennit.Operation;

/** Sums of floating point numbers are the same bits everywhere and always. */
final class ReductionBehaviours {
    private static final int RUNS = 100;

    private ReductionBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour("28 sumsHaveTheSameBitsEachTime", ReductionBehaviours::sumsHaveTheSameBits));
    }

    private static void sumsHaveTheSameBits(Communicator world) {
        SplittableRandom delays = new SplittableRandom(world.rank() * 31L + System.nanoTime());
        for (int length : new int[] {1, 13, 1000, 50_000}) {
            double[][] operands = new double[world.size()][];
            for (int rank = 0; rank < operands.length; rank++) {
                operands[rank] = adversarial(rank, length);
            }
            double[] result = new double[length];
            for (int run = 0; run < (length > 1000 ? RUNS / 10 : RUNS); run++) {
                for (int i = delays.nextInt(3000); i > 0; i--) {
                    Thread.onSpinWait();
                }
                world.allreduce(operands[world.rank()], result, Operation.SUM);
                for (int i = 0; i < length; i++) {
                    assertEquals(
                            Double.doubleToRawLongBits(sum(operands, i, 0, operands.length)),
                            Double.doubleToRawLongBits(result[i]),
                            "element " + i + " of " + length + " in run " + run);
                }
            }
        }
    }

    /** Numbers that cancel each other, and some that are lost beside others: every order gives another sum. */
    private static double[] adversarial(int rank, int length) {
        SplittableRandom random = new SplittableRandom(28 + rank);
        double[] values = new double[length];
        for (int i = 0; i < length; i++) {
            double scale = Math.scalb(1.0, random.nextInt(-60, 60));
            values[i] = (random.nextBoolean() ? scale : -scale) * random.nextDouble();
        }
        return values;
    }

    /** The canonical tree: a range of ranks is split at the largest power of two below its length. */
    private static double sum(double[][] operands, int element, int from, int to) {
        if (to - from == 1) {
            return operands[from][element];
        }
        int left = Integer.highestOneBit(to - from - 1);
        return sum(operands, element, from, from + left) + sum(operands, element, from + left, to);
    }
}
