package org.sennit.endpoints.coll.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.sennit.endpoints.coll.schedule.Spread;

/** The ways in which tests spread ranks over processes. */
final class Placements {
    private static final int WORKERS = 2;

    private Placements() {}

    /** One process, a process for each, two uneven ones, interleaved ones, and random ones. */
    static List<Spread> all(int size, RandomGenerator random) {
        int[] alone = new int[size];
        int[] apart = new int[size];
        int[] uneven = new int[size];
        int[] interleaved = new int[size];
        int[] drawn = new int[size];
        int processes = 1 + random.nextInt(size);
        int interleaving = Math.min(size, 2 + random.nextInt(3));
        Arrays.setAll(apart, rank -> rank);
        Arrays.setAll(uneven, rank -> rank < (size + 2) / 3 ? 0 : 1);
        Arrays.setAll(interleaved, rank -> rank % interleaving);
        Arrays.setAll(drawn, rank -> random.nextInt(processes));
        return List.of(
                new Spread(alone, WORKERS),
                new Spread(apart, WORKERS),
                new Spread(uneven, WORKERS),
                new Spread(interleaved, WORKERS),
                new Spread(drawn, WORKERS));
    }

    /** One of them. */
    static Spread any(int size, RandomGenerator random) {
        List<Spread> all = all(size, random);
        return all.get(random.nextInt(all.size()));
    }

    /** The processes of all ranks, for messages. */
    static String text(Spread spread) {
        int[] processes = new int[spread.size()];
        Arrays.setAll(processes, spread::processOf);
        return Arrays.toString(processes);
    }
}
