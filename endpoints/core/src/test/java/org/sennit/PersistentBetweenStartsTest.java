package org.sennit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sennit.LargeMessageModesTest.Mode;
import org.sennit.config.Options;
import org.sennit.contract.local.LocalNetwork;
import org.sennit.internal.runtime.bootstrap.JobOptions;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/**
 * What may happen between two starts of persistent requests for large messages to other processes, while they are
 * inactive: one is freed, its peer dies. In each mode of the Nemesis document.
 */
@Deadline(seconds = 60)
@Behaviours(144)
class PersistentBetweenStartsTest {
    private static final int LONG = 20_000; // doubles: 160 kB
    private static final long SEED = 53;

    private static LocalNetwork network(Mode mode) {
        return new LocalNetwork(SEED, true, mode.transfers(300));
    }

    /** The transfer that a freed request has kept is no other request's, whose messages go over the same tag. */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void whatIsFreedWhileInactiveIsFollowedByAnother(Mode mode) {
        LocalNetwork network = network(mode);
        new InProcessJob(network, 2, 1, Options.fromEnvironment()).run(endpoint -> {
            Communicator world = endpoint.world();
            int peer = 1 - world.rank();
            for (int round = 0; round < 20; round++) {
                double[] out = new double[LONG];
                double[] in = new double[LONG];
                Request send = world.persistent().send(out, peer, 1);
                Request receive = world.persistent().receive(in, peer, 1);
                for (int start = 0; start < round % 4; start++) {
                    Arrays.fill(out, 10 * round + start);
                    Request.startAll(send, receive);
                    Request.awaitAll(send, receive);
                    double expected = 10 * round + start;
                    assertTrue(Arrays.stream(in).allMatch(value -> value == expected));
                }
                send.free();
                receive.free();
                for (Request freed : new Request[] {send, receive}) {
                    assertEquals(
                            ErrorClass.REQUEST,
                            assertThrows(SennitException.class, freed::start).errorClass());
                }
            }
        });
        assertEquals(0, network.sharedCount());
    }

    /**
     * Each request notices at its next start, not before, and stays as it was: inactive, to be started with an error or
     * freed.
     */
    @ParameterizedTest
    @EnumSource(Mode.class)
    void whenThePeerDiesWhileInactiveEachFurtherStartFails(Mode mode) {
        Options continuing = Options.fromEnvironment().with(JobOptions.FAILURE, "continue", "test");
        LocalNetwork network = network(mode);
        InProcessJob job = new InProcessJob(network, 2, 1, continuing);
        CountDownLatch isOver = new CountDownLatch(1);
        job.run(endpoint -> {
            Communicator world = endpoint.world();
            double[] out = new double[LONG];
            double[] in = new double[LONG];
            int peer = 1 - world.rank();
            Request send = world.persistent().send(out, peer, 1);
            Request receive = world.persistent().receive(in, peer, 1);
            for (int start = 0; start < 5; start++) {
                Request.startAll(send, receive);
                Request.awaitAll(send, receive);
            }
            if (world.rank() == 1) {
                isOver.await();
                return;
            }
            job.module(0).peerDied(1, new SennitException(ErrorClass.PROC_FAILED, "killed by the test"));
            for (Request each : new Request[] {send, receive, send, receive}) {
                assertTrue(each.isInactive());
                SennitException error = assertThrows(SennitException.class, () -> {
                    each.start();
                    each.await();
                });
                assertEquals(ErrorClass.PROC_FAILED, error.errorClass());
                assertTrue(each.isInactive());
            }
            send.free();
            receive.free();
            isOver.countDown();
        });
        assertEquals(0, network.sharedCount());
    }
}
