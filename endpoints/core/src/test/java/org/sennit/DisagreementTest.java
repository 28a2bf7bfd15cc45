package org.sennit;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Deadline;

/**
 * Members that call different collectives, or the same with different roots, get an error that says so, also without
 * checked mode.
 */
@Deadline(seconds = 120)
class DisagreementTest {
    private static final Options UNCHECKED = Options.defaults();

    @ParameterizedTest
    @CsvSource({"2,1", "2,100000", "3,1", "5,1", "5,100000", "9,1", "17,1", "80,1"})
    void eachTakesAnotherForTheRoot(int size, int count) {
        fails(size, world -> world.broadcast(new int[count], (world.rank() + 1) % world.size()));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "2,100000", "3,1", "5,1", "5,100000", "9,1", "17,1", "80,1"})
    void eachTakesItselfForTheRoot(int size, int count) {
        fails(size, world -> world.broadcast(new int[count], world.rank()));
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "5,1", "9,1", "2,100000", "5,100000"})
    void oneReducesAndTheOthersBroadcast(int size, int count) {
        fails(size, world -> {
            if (world.rank() == 1) {
                world.reduce(new int[count], new int[count], Operation.SUM, 0);
            } else {
                world.broadcast(new int[count], 0);
            }
        });
    }

    @ParameterizedTest
    @CsvSource({"2,1", "3,1", "5,1", "9,1"})
    void eachReducesToAnother(int size, int count) {
        fails(
                size,
                world ->
                        world.reduce(new int[count], new int[count], Operation.SUM, (world.rank() + 1) % world.size()));
    }

    @ParameterizedTest
    @CsvSource({"2", "3", "5", "9"})
    void oneGathersNothingAndTheOthersMeet(int size) {
        fails(size, world -> {
            if (world.rank() == 1) {
                world.allgather(new int[0], new int[0]);
            } else {
                world.barrier();
            }
        });
    }

    @Test
    void aNonblockingOneIsToldToo() {
        fails(
                3,
                world -> world.nonblocking()
                        .broadcast(new int[1], (world.rank() + 1) % world.size())
                        .await());
    }

    /** The longest block that goes with the flag, and one that does not. */
    @ParameterizedTest
    @CsvSource({"2,2048,2049", "2,2049,2048", "3,2048,2049", "4,2049,2048", "2,112,113", "2,113,112"})
    void theRootGathersBlocksOfAnotherLength(int size, int atRoot, int elsewhere) {
        fails(size, world -> {
            int bytes = world.rank() == 0 ? atRoot : elsewhere;
            world.gather(new byte[bytes], new byte[world.rank() == 0 ? size * bytes : 0], 0);
            world.barrier();
        });
    }

    @ParameterizedTest
    @CsvSource({"2,2048,2049", "2,2049,2048", "3,2048,2049", "4,2049,2048", "2,112,113", "2,113,112"})
    void oneThatPollsIsToldToo(int size, int atRoot, int elsewhere) {
        fails(size, world -> {
            int bytes = world.rank() == 0 ? atRoot : elsewhere;
            Request gather =
                    world.nonblocking().gather(new byte[bytes], new byte[world.rank() == 0 ? size * bytes : 0], 0);
            while (!gather.test()) {
                Thread.onSpinWait();
            }
            Request barrier = world.nonblocking().barrier();
            while (!barrier.test()) {
                Thread.onSpinWait();
            }
        });
    }

    /** One endpoint in each of two processes: only messages tell what the other calls. */
    @ParameterizedTest
    @CsvSource({"1", "1000", "100000"})
    void oneReducesAndTheOtherBroadcastsBetweenProcesses(int count) {
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> new InProcessJob(new LocalNetwork(3, false, any -> null), 2, 1, UNCHECKED).run(endpoint -> {
                    Communicator world = endpoint.world();
                    if (world.rank() == 0) {
                        world.reduce(new int[count], new int[count], Operation.SUM, 0);
                    } else {
                        world.broadcast(new int[count], 1);
                    }
                    world.barrier();
                }));
        assertSaysSo(error);
    }

    /** None of them waits, and what they send is for calls that are over. */
    @ParameterizedTest
    @CsvSource({"2,1", "2,1000", "3,1"})
    void eachProcessTakesItselfForTheRoot(int processes, int count) {
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> new InProcessJob(new LocalNetwork(3, false, any -> null), processes, 1, UNCHECKED)
                        .run(endpoint -> {
                            Communicator world = endpoint.world();
                            world.broadcast(new int[count], world.rank());
                            world.barrier();
                        }));
        assertSaysSo(error);
    }

    /** The message is dropped with its communicator, before the endpoints end. */
    @Test
    void eachProcessTakesItselfForTheRootOnACommunicatorThatIsClosed() {
        AssertionError error = assertThrows(
                AssertionError.class,
                () -> new InProcessJob(new LocalNetwork(3, false, any -> null), 2, 1, UNCHECKED).run(endpoint -> {
                    try (Communicator copy = endpoint.world().duplicate()) {
                        copy.broadcast(new int[1], copy.rank());
                        endpoint.world().barrier();
                    }
                }));
        assertSaysSo(error);
    }

    private interface Call {
        void make(Communicator world);
    }

    private static void fails(int size, Call call) {
        assertSaysSo(assertThrows(
                SennitException.class,
                () -> Job.run(size, UNCHECKED, endpoint -> {
                    call.make(endpoint.world());
                })));
    }

    private static void assertSaysSo(Throwable error) {
        Throwable cause = error;
        while (cause.getCause() != null
                && !cause.getMessage().contains("the members do not make the same call with the same root and sizes")) {
            cause = cause.getCause();
        }
        assertTrue(
                cause.getMessage().contains("the members do not make the same call with the same root and sizes"),
                String.valueOf(cause));
        for (Throwable each = error; each != null; each = each.getCause()) { // no program has sent the message inside
            assertFalse(each.getMessage().startsWith("types do not agree"), each.getMessage());
        }
    }
}
