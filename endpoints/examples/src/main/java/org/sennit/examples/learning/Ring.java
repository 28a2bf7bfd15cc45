package org.sennit.examples.learning;

import java.util.Locale;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.DataLayout;

/**
 * The program {@code ring}: a token goes round all endpoints, and each adds one to it.
 *
 * <p>For users of MPI: blocking send and receive, as ever, but memory is whatever the JDK has,
 * here an array, and its type and length need not be said again.
 */
public final class Ring {
    private static final int MOST_ROUNDS = 1_000;

    /** Hops in a large ring, where it goes round less often: they take about a second. */
    private static final int HOPS = 200_000;

    private static final int TOKEN = 7; // any tag

    private Ring() {}

    /**
     * Runs four endpoints in this JVM, or what the launcher says.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            goRound(endpoint.world()); // the first laps warm the compiler up
            double hopNs = goRound(endpoint.world());
            if (endpoint.world().rank() == 0) {
                System.out.printf(
                        Locale.ROOT,
                        "%d hops through %d endpoints, %.2f microseconds each%n",
                        rounds(endpoint.world()) * endpoint.world().size(),
                        endpoint.world().size(),
                        hopNs / 1e3);
            }
        });
    }

    private static int rounds(Communicator world) {
        return Math.clamp(HOPS / world.size(), 1, MOST_ROUNDS);
    }

    private static double goRound(Communicator world) {
        int next = (world.rank() + 1) % world.size();
        int previous = (world.rank() + world.size() - 1) % world.size();
        int rounds = rounds(world);
        long[] token = {0};
        long startNs = System.nanoTime();
        for (int round = 0; round < rounds; round++) {
            if (world.size() == 1) {
                // Alone, one must not wait for oneself: send and receive at once.
                DataLayout all = DataLayout.LONG;
                world.sendReceive(new long[] {token[0] + 1}, all, next, TOKEN, token, all, previous, TOKEN, null);
            } else if (world.rank() == 0) {
                token[0]++;
                world.send(token, next, TOKEN);
                world.receive(token, previous, TOKEN);
            } else {
                world.receive(token, previous, TOKEN);
                token[0]++;
                world.send(token, next, TOKEN);
            }
        }
        long hops = (long) rounds * world.size();
        if (world.rank() == 0 && token[0] != hops) {
            throw new IllegalStateException("the token counted " + token[0] + " hops instead of " + hops);
        }
        return (double) (System.nanoTime() - startNs) / hops;
    }
}
