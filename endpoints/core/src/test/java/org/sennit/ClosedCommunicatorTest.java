package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Messages for a member that has closed the communicator are dropped, whenever they come, and their senders go on. */
@Deadline(seconds = 60)
class ClosedCommunicatorTest {
    private static final int MESSAGES = 20_000;
    private static final int LARGE = 100_000;
    private static final long SEED = 5;

    @Test
    void whatComesAfterCloseIsDropped() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Communicator other = world.duplicate();
            if (world.rank() == 0) {
                world.receive(new byte[1], 1, 1);
                for (int i = 0; i < MESSAGES; i++) {
                    other.send(new byte[8], 1, 2);
                }
                other.send(new byte[1 << 20], 1, 2);
                other.sendSynchronous(new byte[1], 1, 2);
                world.send(new byte[1], 1, 3);
                other.close();
            } else {
                other.close();
                world.send(new byte[1], 0, 1);
                world.receive(new byte[1], 0, 3);
                EndpointStatistics.Matching counters = endpoint.statistics().matching();
                assertEquals(0, counters.unexpected());
            }
        });
    }

    @Test
    void errorsNameTheRankWhoseCallIsRefused() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int rank = world.rank();
            SennitException tag = assertThrows(SennitException.class, () -> world.createFromGroup(world.group(), -1));
            assertEquals(
                    "tag outside 0 to 2147483647: operation=createFromGroup rank=" + rank
                            + " tag=-1 communicator=world",
                    tag.getMessage());
            Communicator other = world.duplicate();
            String name = other.name();
            other.close();
            SennitException closed = assertThrows(SennitException.class, () -> other.send(new byte[1], 0, 1));
            assertEquals(
                    "communicator has been closed: operation=send rank=" + rank + " communicator=" + name,
                    closed.getMessage());
        });
    }

    @Test
    void aSendThatWaitsWhenThePeerClosesGoesOn() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Communicator other = world.duplicate();
            if (world.rank() == 0) {
                Request large = other.nonblocking().send(new byte[1 << 20], 1, 2);
                Request synchronous = other.nonblocking().sendSynchronous(new byte[1], 1, 2);
                world.send(new byte[1], 1, 1);
                Request.awaitAll(large, synchronous);
                world.send(new byte[1], 1, 3);
                other.close();
            } else {
                world.receive(new byte[1], 0, 1);
                other.close();
                world.receive(new byte[1], 0, 3);
            }
        });
    }

    @Test
    void aReceiveThatWaitsStillGetsItsMessage() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            Communicator other = world.duplicate();
            int[] memory = new int[1];
            if (world.rank() == 0) {
                world.receive(new byte[1], 1, 1);
                other.send(new int[] {7}, 1, 2);
                other.close();
            } else {
                Request receive = other.nonblocking().receive(memory, 0, 2);
                other.close();
                world.send(new byte[1], 0, 1);
                receive.await();
                assertEquals(7, memory[0]);
            }
        });
    }

    /** In one process, and between two. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aMessageThatHasBeenTakenIsStillReceived(boolean isBetweenProcesses) {
        EndpointProgram program = endpoint -> {
            Communicator world = endpoint.world();
            Communicator other = world.duplicate();
            if (world.rank() == 0) {
                Request[] sends = {
                    other.nonblocking().sendSynchronous(new int[] {7}, 1, 2),
                    other.nonblocking().sendSynchronous(new int[] {8}, 1, 3),
                    other.nonblocking().send(new int[LARGE], 1, 4)
                };
                Request.awaitAll(sends);
                other.close();
            } else {
                MatchedMessage first = other.probeMatched(0, 2);
                MatchedMessage second = other.probeMatched(0, 3);
                MatchedMessage large = other.probeMatched(0, 4);
                other.close();
                int[] memory = new int[1];
                first.receive(memory);
                assertEquals(7, memory[0]);
                second.receiveNonblocking(memory).await();
                assertEquals(8, memory[0]);
                Status status = new Status();
                large.receive(new int[LARGE], DataLayout.INT, status);
                assertEquals(4L * LARGE, status.countBytes());
                SennitException empty = assertThrows(SennitException.class, () -> first.receive(memory));
                assertEquals(ErrorClass.COMM, empty.errorClass());
            }
        };
        if (isBetweenProcesses) {
            new InProcessJob(new LocalNetwork(SEED, true, _ -> null), 2, 1, Options.fromEnvironment()).run(program);
        } else {
            Job.run(2, program);
        }
    }
}
