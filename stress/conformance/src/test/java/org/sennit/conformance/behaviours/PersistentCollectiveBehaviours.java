package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.Operation;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/**
 * Starts of persistent collectives are matched by the order in which these were made, not by the order of the starts.
 */
final class PersistentCollectiveBehaviours {
    private static final int ROUNDS = 30;
    private static final int LONG = 5000;
    private static final int TAG = 11;

    private PersistentCollectiveBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("persistentCollectivesMayBeStartedInAnyOrder", PersistentCollectiveBehaviours::anyOrder),
                new Behaviour(
                        "aPersistentCollectiveIsStartedBeforeOrAfterABarrier",
                        PersistentCollectiveBehaviours::aroundABarrier),
                new Behaviour(
                        "aPersistentCollectiveIsStartedAgainWhileAnotherOneWaits",
                        PersistentCollectiveBehaviours::severalStarts),
                new Behaviour(
                        "persistentCollectivesOfTwoSidesMayBeStartedInAnyOrder",
                        PersistentCollectiveBehaviours::twoSides),
                new Behaviour(
                        "aPersistentCollectiveThatCannotBeMadeIsNotCounted",
                        PersistentCollectiveBehaviours::notCounted));
    }

    private static void anyOrder(Communicator world) {
        int size = world.size();
        int me = world.rank();
        long[] one = new long[1];
        long[] sum = new long[1];
        long[] many = new long[LONG];
        long[] sums = new long[LONG];
        long[] brought = new long[2];
        long[] given = new long[size];
        long[] turned = new long[size];
        long[] before = new long[1];
        long[] all = new long[size];
        Random random = new Random(31L * me + 7);
        for (int made = 0; made < 4; made++) {
            Request[] requests = {
                world.persistent().allreduce(one, sum, Operation.SUM),
                world.persistent().allreduce(many, sums, Operation.SUM),
                world.persistent().broadcast(brought, size - 1),
                world.persistent().barrier(),
                world.persistent().alltoall(given, turned),
                world.persistent().scan(one, before, Operation.SUM),
                world.persistent().allgather(one, all)
            };
            for (int round = 0; round < ROUNDS; round++) {
                int now = made * ROUNDS + round;
                one[0] = 1000L * now + me;
                Arrays.fill(many, 10L * now + me);
                Arrays.fill(brought, me == size - 1 ? now : -1);
                Arrays.setAll(given, i -> 100L * now + 10L * me + i);
                List<Request> order = new ArrayList<>(List.of(requests));
                Collections.shuffle(order, random);
                int blocking = random.nextInt(order.size());
                for (int i = 0; i < order.size(); i++) {
                    if (i == blocking) {
                        long[] ranks = new long[1];
                        world.allreduce(new long[] {me}, ranks, Operation.SUM);
                        assertEquals(size * (size - 1) / 2, ranks[0]);
                    }
                    order.get(i).start();
                }
                Collections.shuffle(order, random);
                order.forEach(Request::await);
                long ranks = size * (size - 1L) / 2;
                assertEquals(1000L * now * size + ranks, sum[0]);
                assertEquals(10L * now * size + ranks, sums[0]);
                assertEquals(10L * now * size + ranks, sums[LONG - 1]);
                assertEquals(now, brought[1]);
                assertEquals(1000L * now * (me + 1) + me * (me + 1L) / 2, before[0]);
                for (int i = 0; i < size; i++) {
                    assertEquals(100L * now + 10L * i + me, turned[i]);
                    assertEquals(1000L * now + i, all[i]);
                }
            }
            Collections.shuffle(Arrays.asList(requests), random);
            for (Request request : requests) {
                request.free();
            }
        }
    }

    private static void aroundABarrier(Communicator world) {
        int last = world.size() - 1;
        long[] sum = new long[1];
        Request request = world.persistent().allreduce(new long[] {1}, sum, Operation.SUM);
        for (int i = 0; i < ROUNDS; i++) {
            boolean isEarly = world.rank() == 0 || world.rank() == last && i % 2 == 0;
            if (isEarly) {
                request.start();
            }
            world.barrier();
            if (!isEarly) {
                request.start();
            }
            request.await();
            assertEquals(world.size(), sum[0]);
            sum[0] = 0;
        }
        request.free();
    }

    /** The last member starts the second one only when the first one has been started often. */
    private static void severalStarts(Communicator world) {
        int last = world.size() - 1;
        long[] first = new long[1];
        long[] second = new long[1];
        Request often = world.persistent().allreduce(new long[] {world.rank()}, first, Operation.SUM);
        Request once = world.persistent().broadcast(second, 0);
        second[0] = world.rank() == 0 ? 77 : 0;
        if (world.rank() != last) {
            once.start();
        }
        for (int i = 0; i < ROUNDS; i++) {
            often.start();
            often.await();
            assertEquals(last * (last + 1) / 2, first[0]);
            first[0] = -1;
        }
        if (world.rank() == last) {
            once.start();
        }
        once.await();
        assertEquals(77, second[0]);
    }

    private static void twoSides(Communicator world) {
        int side = world.rank() % 2;
        try (Communicator own = world.split(side, 0);
                Intercommunicator both =
                        own.createIntercommunicator(0, own.rank() == 0 ? world : null, 1 - side, TAG)) {
            int remote = both.remoteSize();
            long[] sum = new long[1];
            long[] one = new long[1];
            long[] gathered = new long[remote];
            Request[] requests = {
                both.persistent().allreduce(one, sum, Operation.SUM),
                both.persistent().allgather(one, gathered),
                both.persistent().barrier()
            };
            Random random = new Random(17L * world.rank());
            for (int round = 0; round < ROUNDS; round++) {
                one[0] = 100L * round + world.rank();
                List<Request> order = new ArrayList<>(List.of(requests));
                Collections.shuffle(order, random);
                for (int i = 0; i < order.size(); i++) {
                    if (i == (round + world.rank()) % 3) {
                        both.barrier();
                    }
                    order.get(i).start();
                }
                Collections.shuffle(order, random);
                order.forEach(Request::await);
                long expected = 0;
                for (int i = 0; i < remote; i++) {
                    long theirs = 100L * round + 2 * i + 1 - side;
                    assertEquals(theirs, gathered[i]);
                    expected += theirs;
                }
                assertEquals(expected, sum[0]);
            }
        }
    }

    private static void notCounted(Communicator world) {
        long[] sum = new long[1];
        if (world.rank() == 0) {
            SennitException error = assertThrows(
                    SennitException.class,
                    () -> world.persistent().allreduce(new long[] {1}, sum, DataLayout.LONG.count(2), Operation.SUM));
            assertEquals(ErrorClass.COUNT, error.errorClass());
        }
        Request allreduce = world.persistent().allreduce(new long[] {1}, sum, Operation.SUM);
        Request barrier = world.persistent().barrier();
        Request.startAll(world.rank() == 0 ? new Request[] {barrier, allreduce} : new Request[] {allreduce, barrier});
        Request.awaitAll(barrier, allreduce);
        assertEquals(world.size(), sum[0]);
    }
}
