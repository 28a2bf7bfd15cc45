package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Two threads of each endpoint make communicators at once, each from a parent of its own. */
@Deadline(seconds = 120)
class ConcurrentConstructionTest {
    private static final int ROUNDS = 200;
    private static final Options SHARED = Options.fromEnvironment().with(ThreadLevel.OPTION, "multiple", "test");

    @Test
    void noMessageCrossesInOneProcess() {
        Job.run(3, SHARED, ConcurrentConstructionTest::construct);
    }

    @Test
    void noMessageCrossesBetweenProcesses() {
        new InProcessJob(new LocalNetwork(5, true, any -> null), 2, 2, SHARED)
                .run(ConcurrentConstructionTest::construct);
    }

    private static void construct(Endpoint endpoint) {
        Communicator world = endpoint.world();
        try (Communicator one = world.duplicate();
                Communicator two = world.duplicate()) {
            AtomicReference<Throwable> failure = new AtomicReference<>();
            Thread second = Thread.ofPlatform().start(() -> {
                try {
                    makeMany(two, 1000);
                } catch (Throwable e) {
                    failure.set(e);
                }
            });
            try {
                makeMany(one, 0);
            } finally {
                second.join();
            }
            if (failure.get() != null) {
                throw new AssertionError("the second thread", failure.get());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** A message on each new communicator must be the one that this thread's peer has sent on it. */
    private static void makeMany(Communicator parent, int stamp) {
        int right = (parent.rank() + 1) % parent.size();
        int left = (parent.rank() + parent.size() - 1) % parent.size();
        for (int round = 0; round < ROUNDS; round++) {
            try (Communicator made = made(parent, round)) {
                int[] arrived = new int[1];
                Status status = new Status();
                made.sendReceive(new int[] {stamp + round}, right, 0, arrived, left, 0, status);
                assertEquals(stamp + round, arrived[0], made::toString);
                assertFalse(made.nonblocking().probe(Communicator.ANY_SOURCE, Communicator.ANY_TAG, status));
            }
        }
    }

    private static Communicator made(Communicator parent, int round) {
        return switch (round % 5) {
            case 0 -> parent.duplicate();
            case 1 -> parent.split(0, parent.rank());
            case 2 -> parent.create(parent.group());
            case 3 -> parent.createFromGroup(parent.group(), round);
            default -> parent.createCartesian(new int[] {parent.size()}, new boolean[1], false);
        };
    }
}
