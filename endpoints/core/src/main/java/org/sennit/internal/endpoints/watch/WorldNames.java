package org.sennit.internal.endpoints.watch;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongFunction;
import org.sennit.internal.endpoints.group.RankMap;
import org.sennit.spi.progress.RankScope;

/**
 * Names endpoints by their ranks in the world, and those that communicators have made by where they live. Immutable.
 */
public final class WorldNames implements LongFunction<String> {
    private final Map<Long, Integer> ranks = new HashMap<>();

    /**
     * Makes the names.
     *
     * @param world where the ranks of the world live
     */
    public WorldNames(RankMap world) {
        for (int rank = 0; rank < world.size(); rank++) {
            ranks.put(world.endpoints()[rank], rank);
        }
    }

    @Override
    public String apply(long endpoint) {
        Integer rank = ranks.get(endpoint);
        return rank != null
                ? "rank " + rank
                : "endpoint " + RankScope.idOf(endpoint) + " of process " + RankScope.processOf(endpoint);
    }
}
