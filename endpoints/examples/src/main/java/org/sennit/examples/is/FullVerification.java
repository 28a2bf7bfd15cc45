package org.sennit.examples.is;

import org.sennit.Communicator;
import org.sennit.Operation;

/**
 * Verifies that the keys are in order over all ranks, and that none is missing.
 *
 * <p>Collective: every rank calls it with its keys and gets the same answer. Source: RNR-94-007, section "Kernel IS".
 */
final class FullVerification {
    private FullVerification() {}

    static boolean isSorted(Communicator world, int[] keys, int totalKeys) {
        int count = keys.length;
        int[] ends = {count, count == 0 ? 0 : keys[0], count == 0 ? 0 : keys[count - 1]};
        int[] allEnds = new int[3 * world.size()];
        world.allgather(ends, allEnds);
        int[] isRight = {isAscending(keys) && areInTurn(allEnds, totalKeys) ? 1 : 0};
        world.allreduce(Communicator.IN_PLACE, isRight, Operation.MIN);
        return isRight[0] == 1;
    }

    private static boolean isAscending(int[] keys) {
        for (int i = 1; i < keys.length; i++) {
            if (keys[i - 1] > keys[i]) {
                return false;
            }
        }
        return true;
    }

    /**
     * Returns whether the ranks' keys are in order, by count, first and last key of each: those that have keys must
     * follow each other.
     */
    private static boolean areInTurn(int[] ends, int totalKeys) {
        long sum = 0;
        int last = Integer.MIN_VALUE;
        for (int i = 0; i < ends.length; i += 3) {
            if (ends[i] > 0) {
                if (ends[i + 1] < last) {
                    return false;
                }
                last = ends[i + 2];
                sum += ends[i];
            }
        }
        return sum == totalKeys;
    }
}
