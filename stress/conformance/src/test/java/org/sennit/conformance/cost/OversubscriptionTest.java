package org.sennit.conformance.cost;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** Many more endpoints than cores make progress; that they rest when idle is {@link IdleTest}'s. */
@Deadline(seconds = 60)
@Behaviours(146)
class OversubscriptionTest {
    private static final int LAPS = 20;

    @ParameterizedTest
    @ValueSource(ints = {8, 64})
    void aRingGoesRoundWithManyEndpointsOnACore(int endpointsPerCore) {
        long[] hops = new long[1];
        int endpoints = endpointsPerCore * Runtime.getRuntime().availableProcessors();
        Job.run(endpoints, endpoint -> {
            Communicator world = endpoint.world();
            int next = (world.rank() + 1) % endpoints;
            int previous = (world.rank() + endpoints - 1) % endpoints;
            long[] token = new long[1];
            for (int lap = 0; lap < LAPS; lap++) {
                if (world.rank() > 0) {
                    world.receive(token, previous, 1);
                }
                token[0]++;
                world.send(token, next, 1);
                if (world.rank() == 0) {
                    world.receive(token, previous, 1);
                }
                world.barrier();
            }
            if (world.rank() == 0) {
                hops[0] = token[0];
            }
        });
        assertEquals((long) LAPS * endpoints, hops[0]);
    }
}
