package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.sennit.endpoints.api.Communicator.ANY_SOURCE;
import static org.sennit.endpoints.api.Communicator.ANY_TAG;

import java.util.List;
import org.sennit.endpoints.api.Communicator;
import org.sennit.runtime.request.Request;

/** Communicators keep their messages apart (behaviour 18). */
final class CommunicatorBehaviours {
    private CommunicatorBehaviours() {}

    static List<Behaviour> all() {
        return List.of(new Behaviour("18 communicatorsKeepTheirMessagesApart", CommunicatorBehaviours::isolation));
    }

    private static void isolation(Communicator world) {
        int last = world.size() - 1;
        try (Communicator copy = world.duplicate();
                Communicator part = world.split(0, world.rank())) {
            Communicator[] all = {world, copy, part};
            if (world.rank() == last) {
                int[][] values = new int[3][1];
                Request[] receives = new Request[3];
                for (int i = 2; i >= 0; i--) { // posted in the other order than sent
                    receives[i] = all[i].receiveNonblocking(values[i], ANY_SOURCE, ANY_TAG);
                }
                Request.awaitAll(receives);
                for (int i = 0; i < 3; i++) {
                    assertEquals(i, values[i][0], "communicator " + i);
                    assertFalse(all[i].probeNonblocking(ANY_SOURCE, ANY_TAG, null), "one more message in " + i);
                }
            } else if (world.rank() == 0) {
                for (int i = 0; i < 3; i++) {
                    all[i].send(new int[] {i}, last, 18);
                }
            }
            world.barrier();
        }
    }
}
