package org.sennit.conformance.observe;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.CyclicBarrier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sennit.Communicator;
import org.sennit.EndpointStatistics;
import org.sennit.Job;
import org.sennit.config.Options;
import org.sennit.conformance.OneJvmJob;
import org.sennit.internal.shm.protocol.ImmediateProtocol;
import org.sennit.internal.shm.protocol.SynergisticProtocol;
import org.sennit.message.Request;
import org.sennit.ownership.OwnershipPool;
import org.sennit.ownership.PoolStatistics;
import org.sennit.testkit.Behaviours;
import org.sennit.testkit.Deadline;

/** What an endpoint says of its messages is exact. */
@Deadline(seconds = 60)
@Behaviours(142)
class StatisticsTest {
    private static final Options OPTIONS = Options.fromEnvironment()
            .with(ImmediateProtocol.LIMIT, 256, "the test")
            .with(SynergisticProtocol.FROM, 100_000L, "the test");

    @Test
    void messagesAndBytesOfEachProtocolAreExact() {
        Job.run(2, OPTIONS, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() == 0) {
                send(world, 10, 8);
                send(world, 5, 1_000);
                send(world, 2, 1 << 20);
                toMyself(world);
            } else {
                receive(world, 10, 8);
                receive(world, 5, 1_000);
                receive(world, 2, 1 << 20);
            }
            world.barrier();
            EndpointStatistics.Protocols counted = endpoint.statistics().protocols();
            boolean isSender = world.rank() == 0;
            assertEquals(isSender ? 10 + 3 : 0, counted.immediate());
            assertEquals(isSender ? 10 * 8 + 3 * 4 : 0, counted.immediateBytes());
            assertEquals(isSender ? 5 + 2 : 0, counted.byReference());
            assertEquals(isSender ? 5 * 1_000 + (2 << 20) : 0, counted.byReferenceBytes());
            assertEquals(isSender ? 3 : 0, counted.toSelf());
            assertEquals(isSender ? 0 : 2, counted.synergisticReceived());
            assertEquals(0, counted.eager() + counted.rendezvous());
        });
    }

    /** Long messages are announced first, since no module takes so much in one packet. */
    @ParameterizedTest
    @ValueSource(strings = {"tcp", "unix", "mapped"})
    void messagesAndBytesBetweenProcessesAreExact(String network) {
        new OneJvmJob(2, 1, Map.of("net.module", network)).run(endpoint -> {
            Communicator world = endpoint.world();
            world.barrier();
            EndpointStatistics before = endpoint.statistics();
            boolean isSender = world.rank() == 0;
            if (isSender) {
                send(world, 10, 8);
                send(world, 3, 1 << 20);
                send(world, 1, 0);
            } else {
                receive(world, 10, 8);
                receive(world, 3, 1 << 20);
                receive(world, 1, 0);
            }
            EndpointStatistics after = endpoint.statistics();
            EndpointStatistics.Protocols from = before.protocols();
            EndpointStatistics.Protocols to = after.protocols();
            assertEquals(isSender ? 11 : 0, to.eager() - from.eager());
            assertEquals(isSender ? 10 * 8 : 0, to.eagerBytes() - from.eagerBytes());
            assertEquals(isSender ? 3 : 0, to.rendezvous() - from.rendezvous());
            assertEquals(isSender ? 3 << 20 : 0, to.rendezvousBytes() - from.rendezvousBytes());
            assertEquals(0, to.immediate() + to.byReference() + to.toSelf() + to.synergisticReceived());
            assertEquals(
                    isSender ? 0 : 14,
                    after.matching().matches() - before.matching().matches());
            world.barrier();
        });
    }

    /** The receiver begins, the sender copies all that is left, the receiver ends. */
    @Test
    void bytesThatTheSenderHasCopiedAreExact() {
        CyclicBarrier turns = new CyclicBarrier(2);
        Job.run(2, OPTIONS, endpoint -> {
            Communicator world = endpoint.world();
            byte[] memory = new byte[4 << 20];
            if (world.rank() == 0) {
                Arrays.fill(memory, (byte) 1);
                Request send = world.nonblocking().send(memory, 1, 1);
                turns.await();
                turns.await(); // the receiver has begun
                for (int i = 0; i < 1000; i++) {
                    assertFalse(send.test());
                }
                turns.await();
                send.await();
            } else {
                turns.await();
                Request receive = world.nonblocking().receive(memory, 0, 1);
                assertFalse(receive.test());
                long copied = ones(memory);
                turns.await();
                turns.await(); // the sender has helped
                assertEquals(memory.length, ones(memory));
                receive.await();
                EndpointStatistics.Protocols counted = endpoint.statistics().protocols();
                assertTrue(0 < copied && copied < memory.length, () -> "copied=" + copied);
                assertEquals(memory.length - copied, counted.helpedBytes());
                assertEquals(1, counted.synergisticReceived());
            }
        });
    }

    private static long ones(byte[] memory) {
        long ones = 0;
        for (byte each : memory) {
            ones += each;
        }
        return ones;
    }

    @Test
    void depthsAndMatchesOfTheQueuesAreExact() {
        Job.run(2, OPTIONS, endpoint -> {
            Communicator world = endpoint.world();
            EndpointStatistics.Matching before = endpoint.statistics().matching();
            if (world.rank() == 0) {
                send(world, 5, 8);
                world.barrier();
            } else {
                world.barrier();
                assertFalse(world.nonblocking().probe(0, 9, null));
                EndpointStatistics.Matching waiting = endpoint.statistics().matching();
                assertEquals(5, waiting.unexpected());
                assertEquals(5, waiting.drained() - before.drained());
                assertEquals(0, waiting.matches() - before.matches());
                receive(world, 3, 8);
                Request[] posted = new Request[4];
                Arrays.setAll(posted, i -> world.nonblocking().receive(new byte[1], 0, 9));
                EndpointStatistics.Matching after = endpoint.statistics().matching();
                assertEquals(2, after.unexpected());
                assertEquals(5, after.mostUnexpected());
                assertEquals(3, after.matches() - before.matches());
                assertEquals(4, after.posted());
                assertEquals(4, after.mostPosted());
                for (Request each : posted) {
                    each.cancel();
                    each.await();
                }
                receive(world, 2, 8);
                EndpointStatistics.Matching end = endpoint.statistics().matching();
                assertEquals(0, end.unexpected() + end.posted());
                assertEquals(5, end.matches() - before.matches());
                assertEquals(0, end.keptBytes());
            }
        });
    }

    @Test
    void hitsAndMissesOfAPoolAreExact() {
        Job.run(1, endpoint -> {
            OwnershipPool pool = OwnershipPool.of(endpoint);
            for (int i = 0; i < 5; i++) {
                pool.free(pool.alloc(1000));
            }
            PoolStatistics counted = pool.statistics();
            assertEquals(1, counted.misses());
            assertEquals(4, counted.hits());
            assertEquals(0, counted.owned());
            assertEquals(1, counted.freeBuffers());
        });
    }

    private static void send(Communicator world, int count, int bytes) {
        for (int i = 0; i < count; i++) {
            world.send(new byte[bytes], 1, 1);
        }
    }

    private static void receive(Communicator world, int count, int bytes) {
        for (int i = 0; i < count; i++) {
            world.receive(new byte[bytes], 0, 1);
        }
    }

    private static void toMyself(Communicator world) {
        for (int i = 0; i < 3; i++) {
            world.send(new int[1], 0, 2);
            world.receive(new int[1], 0, 2);
        }
    }
}
