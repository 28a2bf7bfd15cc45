package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Persistent requests: started again and again, inactive in between. */
final class PersistentBehaviours {
    private static final int TAG = 9;

    private PersistentBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("persistentRequestsMayBeStartedAgainAndAgain", PersistentBehaviours::again),
                new Behaviour("aStartOfAnActiveRequestHarmsNothing", PersistentBehaviours::startOfActive),
                new Behaviour(
                        "24 inactivePersistentRequestsArePassedOver", PersistentBehaviours::inactiveArePassedOver),
                new Behaviour("56 aWaitForTheSecondGetsTheSecondMessage", PersistentBehaviours::pendingOrder));
    }

    private static void again(Communicator world) {
        int peer = partner(world);
        if (peer < 0) {
            return;
        }
        int rounds = 300;
        for (int length : new int[] {1, 100, 5000}) {
            long[] out = new long[length];
            long[] in = new long[length];
            Request[] both = {
                world.persistent().receive(in, peer, TAG), world.persistent().send(out, peer, TAG)
            };
            Status[] statuses = {new Status(), null};
            for (int i = 0; i < rounds; i++) {
                Arrays.fill(out, (long) world.rank() << 32 | i);
                Request.startAll(both);
                if (i % 8 > 0) { // a test holds a core, and the partner may need it
                    Request.awaitAll(both, statuses);
                } else {
                    while (!Request.testAll(both, statuses)) {
                        Thread.onSpinWait();
                    }
                }
                assertEquals((long) peer << 32 | i, in[0]);
                assertEquals((long) peer << 32 | i, in[length - 1]);
                assertEquals(8L * length, statuses[0].countBytes());
                assertTrue(both[0].isInactive() && both[1].isInactive());
            }
            both[0].free();
            both[1].free();
            SennitException freed = assertThrows(SennitException.class, () -> both[0].start());
            assertEquals(ErrorClass.REQUEST, freed.errorClass());
        }
    }

    private static void startOfActive(Communicator world) {
        int me = world.rank();
        for (int length : new int[] {8, 100_000}) {
            byte[] in = new byte[length];
            Request receive = world.persistent().receive(in, ANY_SOURCE, TAG);
            receive.start();
            SennitException twice = assertThrows(SennitException.class, receive::start);
            assertEquals(ErrorClass.REQUEST, twice.errorClass());
            assertTrue(twice.getMessage().contains("tag=9"), twice.getMessage());
            byte[] out = new byte[length];
            out[length - 1] = 7;
            Request send = world.persistent().sendSynchronous(out, me, TAG);
            send.start();
            assertThrows(SennitException.class, send::start);
            Request.awaitAll(send, receive);
            assertEquals(7, in[length - 1]);
            assertFalse(world.nonblocking().probe(ANY_SOURCE, TAG, null), "the message was sent twice");
        }
    }

    private static void inactiveArePassedOver(Communicator world) {
        int me = world.rank();
        int[] memory = new int[1];
        Request receive = world.persistent().receive(memory, me, TAG);
        Request other = world.persistent().receive(new int[1], me, TAG + 1);
        Request[] all = {null, receive, other};
        for (int round = 0; round < 3; round++) {
            assertEquals(Request.UNDEFINED, Request.awaitAny(all));
            assertEquals(Request.UNDEFINED, Request.testAny(all));
            assertEquals(0, Request.awaitSome(all).length);
            assertTrue(Request.testAll(all));
            assertTrue(receive.test());
            assertEquals(Status.ANY, receive.await().source());
            receive.start();
            assertFalse(Request.testAll(all), "nothing has been sent yet");
            assertEquals(Request.NONE, Request.testAny(all));
            assertEquals(0, Request.testSome(all).length);
            world.send(new int[] {round}, me, TAG);
            assertEquals(1, Request.awaitAny(all));
            assertEquals(round, memory[0]);
        }
    }

    private static void pendingOrder(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] a = new int[1];
            int[] b = new int[1];
            Request first = world.persistent().receive(a, 0, TAG);
            Request second = world.persistent().receive(b, 0, TAG);
            for (int i = 0; i < 50; i++) {
                Request.startAll(first, second);
                second.await();
                assertEquals(2 * i + 1, b[0], "the second receive");
                first.await();
                assertEquals(2 * i, a[0], "the first receive");
            }
        } else if (world.rank() == 0) {
            int[] number = new int[1];
            Request send = world.persistent().send(number, last, TAG);
            for (int i = 0; i < 100; i++) {
                number[0] = i;
                send.start();
                send.await();
            }
        }
    }

    private static int partner(Communicator world) {
        int last = world.size() - 1;
        return world.rank() == 0 ? last : world.rank() == last ? 0 : -1;
    }
}
