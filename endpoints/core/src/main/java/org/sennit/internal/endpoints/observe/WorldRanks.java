package org.sennit.internal.endpoints.observe;

import java.util.HashMap;
import java.util.Map;
import org.sennit.internal.endpoints.device.peer.EndpointAddress;
import org.sennit.internal.endpoints.group.RankMap;

/**
 * The world ranks of all endpoints, which name endpoints of any communicator. Filled once, before the first message.
 */
final class WorldRanks {
    private Map<EndpointAddress, Integer> ranks = Map.of();

    void fill(RankMap world) {
        Map<EndpointAddress, Integer> all = new HashMap<>();
        for (int rank = 0; rank < world.size(); rank++) {
            all.put(world.address(rank), rank);
        }
        ranks = all;
    }

    /** Returns the rank; −1 for an endpoint that was made later. */
    int of(EndpointAddress address) {
        return ranks.getOrDefault(address, -1);
    }
}
