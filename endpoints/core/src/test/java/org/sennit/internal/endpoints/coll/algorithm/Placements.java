package org.sennit.internal.endpoints.coll.algorithm;

import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.sennit.internal.endpoints.coll.schedule.ProcessMap;

/** The ways in which tests spread ranks over processes. */
final class Placements {
    private static final int WORKERS = 2;

    private Placements() {}

    /** One process, a process for each, two uneven ones, interleaved ones, and random ones. */
    static List<ProcessMap> all(int size, RandomGenerator random) {
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
                new ProcessMap(alone, WORKERS),
                new ProcessMap(apart, WORKERS),
                new ProcessMap(uneven, WORKERS),
                new ProcessMap(interleaved, WORKERS),
                new ProcessMap(drawn, WORKERS));
    }

    /** One of them. */
    static ProcessMap any(int size, RandomGenerator random) {
        List<ProcessMap> all = all(size, random);
        return all.get(random.nextInt(all.size()));
    }

    /** The processes of all ranks, for messages. */
    static String text(ProcessMap map) {
        int[] processes = new int[map.size()];
        Arrays.setAll(processes, map::processOf);
        return Arrays.toString(processes);
    }
}
