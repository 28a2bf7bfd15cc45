package org.sennit.bench.bars;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Window;

/**
 * What messages of two endpoints cost while a window is open and a handler of active messages registered, for which a
 * thread of each process looks after what comes from others; by what they cost without. Stateless.
 */
final class BesideAccesses {
    private static final int ROUNDS = 25;
    private static final int WARM_UP_MESSAGES = 50_000;
    private static final int MESSAGES = 5_000; // of a round, with and without

    private BesideAccesses() {}

    /**
     * Returns the median of the ratios of some rounds, each of which measures both, one directly after the other; 0 at
     * other ranks than 0.
     */
    static double ratio(Communicator world) {
        long[] message = new long[1];
        GaugeProgram.roundTrips(world, message, WARM_UP_MESSAGES);
        double[] ratios = new double[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            boolean isWithFirst = round % 2 == 0;
            long first = isWithFirst ? withNs(world, message) : withoutNs(world, message);
            long second = isWithFirst ? withoutNs(world, message) : withNs(world, message);
            ratios[round] = isWithFirst ? (double) first / second : (double) second / first;
        }
        Arrays.sort(ratios);
        return world.rank() == 0 ? ratios[ROUNDS / 2] : 0;
    }

    private static long withNs(Communicator world, long[] message) {
        try (Communicator own = world.duplicate();
                Window _ = own.createWindow(new long[1])) {
            own.activeMessages().register(_ -> null);
            return withoutNs(world, message);
        }
    }

    private static long withoutNs(Communicator world, long[] message) {
        world.barrier();
        long startNs = System.nanoTime();
        GaugeProgram.roundTrips(world, message, MESSAGES);
        return System.nanoTime() - startNs;
    }
}
