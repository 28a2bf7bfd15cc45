package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.Intercommunicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** Waiting and testing. */
final class RequestBehaviours {
    private RequestBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("20 aBarrierLetsPendingMessagesThrough", RequestBehaviours::barrierWithPendingTraffic),
                new Behaviour("23 testAllTakesAllOrNone", RequestBehaviours::testAllTakesAllOrNone),
                new Behaviour("24 awaitAnyFindsACompletedOne", RequestBehaviours::awaitAnyFindsACompletedOne),
                new Behaviour("24 awaitAnyOfNothingReturnsAtOnce", RequestBehaviours::awaitAnyOfNothing));
    }

    /** Rank 0 comes to the barrier when its message was received, by a rank that is in the barrier and nowhere else. */
    private static void barrierWithPendingTraffic(Communicator world) {
        int half = world.rank() % 2;
        try (Communicator copy = world.duplicate();
                Communicator side = world.split(half, world.rank());
                Intercommunicator across = side.createIntercommunicator(0, world, 1 - half, 5)) {
            Request persistent = world.persistent().barrier();
            List<Runnable> barriers = List.of(
                    world::barrier,
                    copy::barrier,
                    across::barrier,
                    () -> world.nonblocking().barrier().await(),
                    () -> across.nonblocking().barrier().await(),
                    () -> testUntilComplete(world.nonblocking().barrier()),
                    () -> {
                        persistent.start();
                        persistent.await();
                    });
            for (Runnable barrier : barriers) {
                for (int length : new int[] {8, 300, 70_000, 1 << 20}) {
                    barrierWithMessage(world, length, barrier);
                }
            }
            persistent.free();
        }
    }

    private static void barrierWithMessage(Communicator world, int length, Runnable barrier) {
        int last = world.size() - 1;
        byte[] memory = new byte[length];
        if (world.rank() == last) {
            Request pending = world.nonblocking().receive(memory, 0, 20);
            barrier.run();
            pending.await();
            assertEquals(20, memory[0]);
            assertEquals(20, memory[length - 1]);
        } else {
            if (world.rank() == 0) {
                Arrays.fill(memory, (byte) 20);
                world.sendSynchronous(memory, last, 20);
            }
            barrier.run();
        }
    }

    private static void testUntilComplete(Request request) {
        while (!request.test()) {
            Thread.onSpinWait();
        }
    }

    private static void testAllTakesAllOrNone(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] a = new int[1];
            int[] b = new int[1];
            Request[] both = {
                world.nonblocking().receive(a, 0, 1), world.nonblocking().receive(b, 0, 2)
            };
            while (!both[0].isComplete()) {
                assertFalse(Request.testAll(both), "one of two has not arrived");
            }
            assertFalse(Request.testAll(both), "one of two has not arrived");
            assertFalse(both[0].isInactive(), "the complete one was retired");
            assertFalse(both[1].isInactive(), "the pending one was retired");
            tellToGoOn(world, 0);
            Status[] statuses = {new Status(), new Status()};
            while (!Request.testAll(both, statuses)) {
                Thread.onSpinWait();
            }
            assertEquals(1, statuses[0].tag());
            assertEquals(2, statuses[1].tag());
            assertTrue(both[0].isInactive() && both[1].isInactive());
        } else if (world.rank() == 0) {
            world.send(new int[] {1}, last, 1);
            awaitWord(world, last);
            world.send(new int[] {2}, last, 2);
        }
    }

    private static void awaitAnyFindsACompletedOne(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] memory = new int[1];
            Request inactive = world.nonblocking().receive(memory, last, 3);
            world.send(new int[] {1}, last, 3);
            inactive.await();
            Request pending = world.nonblocking().receive(new int[1], 0, 1);
            Request arriving = world.nonblocking().receive(memory, 0, 2);
            Request[] all = {null, inactive, pending, arriving};
            assertEquals(Request.NONE, Request.testAny(all), "nothing has been sent yet");
            tellToGoOn(world, 0);
            Status status = new Status();
            assertEquals(3, Request.awaitAny(all, status));
            assertEquals(2, status.tag());
            assertEquals(24, memory[0]);
            assertTrue(arriving.isInactive(), "its outcome was taken");
            tellToGoOn(world, 0);
            assertEquals(2, Request.awaitAny(all, status));
        } else if (world.rank() == 0) {
            awaitWord(world, last);
            world.send(new int[] {24}, last, 2);
            awaitWord(world, last);
            world.send(new int[] {25}, last, 1);
        }
    }

    private static void awaitAnyOfNothing(Communicator world) {
        int[] memory = new int[1];
        Request inactive = world.nonblocking().receive(memory, world.rank(), 3);
        world.send(new int[] {1}, world.rank(), 3);
        inactive.await();
        Status status = new Status().set(1, 2, 3, true);
        assertEquals(Request.UNDEFINED, Request.awaitAny(new Request[] {null, inactive}, status));
        assertEquals(Status.ANY, status.source());
        assertEquals(0, status.countBytes());
        assertEquals(Request.UNDEFINED, Request.testAny(null, inactive));
        assertEquals(0, Request.awaitSome(null, inactive).length);
        assertTrue(Request.testAll(null, inactive));
    }

    private static void tellToGoOn(Communicator world, int rank) {
        world.send(null, DataLayout.BYTE.count(0), rank, 99);
    }

    private static void awaitWord(Communicator world, int rank) {
        world.receive(null, DataLayout.BYTE.count(0), rank, 99);
    }
}
