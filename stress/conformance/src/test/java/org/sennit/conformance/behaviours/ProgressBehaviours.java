package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** Fairness: no backlog starves, and a wait for one operation serves the others. */
final class ProgressBehaviours {
    private static final int MESSAGE = 60;
    private static final int LAST = 61;
    private static final int STOP = 62;

    private ProgressBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("6 noBacklogStarves", ProgressBehaviours::noBacklogStarves),
                new Behaviour("19 aLocalWaitServesTheNetwork", ProgressBehaviours::localWaitServesTheNetwork));
    }

    /**
     * Senders go on until the receiver has had enough of every one of them; each always has messages that wait. A
     * receiver that prefers some never ends.
     */
    static void noBacklogStarves(Communicator world) {
        if (world.rank() == 0) {
            receiveUntilEachHasHadItsTurn(world);
        } else {
            sendUntilToldToStop(world);
        }
    }

    private static void receiveUntilEachHasHadItsTurn(Communicator world) {
        int enough = 500;
        int[] had = new int[world.size()];
        int hungry = world.size() - 1;
        int running = world.size() - 1;
        int[] value = new int[1];
        Status status = new Status();
        Request[] stops = new Request[world.size()];
        while (running > 0) {
            world.receive(value, ANY_SOURCE, ANY_TAG, status);
            assertEquals(had[status.source()], value[0], "order of rank " + status.source());
            had[status.source()]++;
            if (status.tag() == LAST) {
                running--;
            } else if (had[status.source()] == enough && --hungry == 0) {
                for (int rank = 1; rank < world.size(); rank++) {
                    stops[rank] = world.nonblocking().send(new int[1], rank, STOP); // its receiver still sends
                }
            }
        }
        Request.awaitAll(stops);
    }

    private static void sendUntilToldToStop(Communicator world) {
        int[][] values = new int[16][1];
        Request[] window = new Request[values.length];
        int number = 0;
        while (!world.nonblocking().probe(0, STOP, null)) {
            int i = number % window.length;
            if (window[i] != null) {
                window[i].await();
            }
            values[i][0] = number++;
            window[i] = world.nonblocking().sendSynchronous(values[i], 0, MESSAGE);
        }
        Request last = world.nonblocking().send(new int[] {number}, 0, LAST);
        world.receive(new int[1], 0, STOP);
        Request.awaitAll(window);
        last.await();
    }

    /**
     * Rank 0 waits for rank 1, its neighbor where the placement has one, which waits for the last rank, which waits for
     * rank 0 to take a long message.
     */
    private static void localWaitServesTheNetwork(Communicator world) {
        int last = world.size() - 1;
        int[] word = new int[1];
        for (int length : new int[] {8, 70_000, 3 << 20}) {
            byte[] memory = new byte[length];
            if (world.rank() == 0) {
                Request pending = world.nonblocking().receive(memory, last, 1);
                world.receive(word, 1, 2);
                assertEquals(length, word[0]);
                assertEquals(length, pending.await().countBytes());
                assertEquals(19, memory[length - 1]);
            } else if (world.rank() == last) {
                memory[length - 1] = 19;
                world.sendSynchronous(memory, 0, 1);
                word[0] = length;
                world.send(word, 1, 2);
            } else if (world.rank() == 1) {
                world.receive(word, last, 2);
                world.send(word, 0, 2);
            }
        }
        assertTrue(world.size() > 2, "needs three ranks");
    }
}
