package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.util.List;
import org.sennit.Communicator;
import org.sennit.MatchedMessage;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/** Floods, probes and cancelling. */
final class MatchingBehaviours {
    private MatchingBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("22 anUnexpectedFloodIsReceivedInReverse", MatchingBehaviours::unexpectedFlood),
                new Behaviour("54 aMatchedProbeTakesItsMessage", MatchingBehaviours::matchedProbeTakesItsMessage),
                new Behaviour("54 aHandleIsReceivedOnce", MatchingBehaviours::aHandleIsReceivedOnce),
                new Behaviour("54 aMessageThatIsNeverReceivedLetsItsSenderGo", MatchingBehaviours::aLostHandle),
                new Behaviour(
                        "54 aMatchedProbeOfTheNullProcessFindsAnEmptyMessage",
                        MatchingBehaviours::matchedProbeOfNullProcess),
                new Behaviour("55 aReceiveGetsWhatWasProbed", MatchingBehaviours::aReceiveGetsWhatWasProbed),
                new Behaviour("56 theReceivePostedSecondGetsTheSecondMessage", MatchingBehaviours::pendingListOrder),
                new Behaviour("58 anUnmatchedReceiveIsCancelled", MatchingBehaviours::anUnmatchedReceiveIsCancelled),
                new Behaviour("58 aMatchedReceiveDelivers", MatchingBehaviours::aMatchedReceiveDelivers));
    }

    private static void unexpectedFlood(Communicator world) {
        int last = world.size() - 1;
        boolean isLocal = world.processOf(0) == world.processOf(last);
        int flood = isLocal ? 100_000 : 20_000;
        int[] value = new int[1];
        if (world.rank() == 0) {
            for (int i = 0; i < flood; i++) {
                value[0] = i;
                world.send(value, last, i);
            }
            world.send(value, last, flood);
        } else if (world.rank() == last) {
            world.receive(value, 0, flood);
            for (int i = flood - 1; i >= 0; i--) {
                world.receive(value, 0, i);
                assertEquals(i, value[0]);
            }
        }
    }

    private static final int[] SIZES = {0, 8, 300, 64 << 10, 2 << 20};

    private static void matchedProbeTakesItsMessage(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == 0) {
            Request[] sends = new Request[2 * SIZES.length];
            for (int i = 0; i < sends.length; i++) {
                sends[i] = world.nonblocking().send(filled(SIZES[i / 2], i), last, 5);
            }
            Request.awaitAll(sends);
        } else if (world.rank() == last) {
            MatchedMessage reused = MatchedMessage.empty();
            byte[] memory = new byte[2 << 20];
            for (int i = 0; i < SIZES.length; i++) {
                world.probeMatched(i % 2 == 0 ? ANY_SOURCE : 0, i % 3 == 0 ? ANY_TAG : 5, reused);
                assertEquals(0, reused.source());
                assertEquals(5, reused.tag());
                assertEquals(SIZES[i], reused.countBytes());
                world.receive(memory, 0, 5); // the one behind it
                check(memory, SIZES[i], 2 * i + 1);
                if (i % 2 == 0) {
                    Status status = new Status();
                    reused.receive(memory, DataLayout.BYTE, status);
                    assertEquals(SIZES[i], status.countBytes());
                } else {
                    assertEquals(
                            SIZES[i], reused.receiveNonblocking(memory).await().countBytes());
                }
                check(memory, SIZES[i], 2 * i);
            }
            assertNull(world.nonblocking().probeMatched(ANY_SOURCE, ANY_TAG));
        }
    }

    private static byte[] filled(int length, int value) {
        byte[] memory = new byte[length];
        java.util.Arrays.fill(memory, (byte) value);
        return memory;
    }

    private static void check(byte[] memory, int length, int value) {
        if (length > 0) {
            assertEquals((byte) value, memory[0]);
            assertEquals((byte) value, memory[length - 1]);
        }
    }

    private static void aHandleIsReceivedOnce(Communicator world) {
        int[] memory = {4};
        world.send(memory, world.rank(), 1);
        MatchedMessage message = world.probeMatched(world.rank(), 1);
        SennitException full = assertThrows(SennitException.class, () -> world.probeMatched(ANY_SOURCE, 1, message));
        assertEquals(ErrorClass.REQUEST, full.errorClass());
        message.receive(new int[1]);
        assertTrue(message.isEmpty());
        SennitException used = assertThrows(SennitException.class, () -> message.receive(memory));
        assertEquals(ErrorClass.REQUEST, used.errorClass());
        SennitException unused =
                assertThrows(SennitException.class, () -> MatchedMessage.empty().receive(memory));
        assertEquals(ErrorClass.REQUEST, unused.errorClass());
    }

    /** The message is dropped when the endpoint ends; here its handle merely outlives the behaviour. */
    private static void aLostHandle(Communicator world) {
        if (world.rank() == 1) {
            Request send = world.nonblocking().send(new byte[64 << 10], 0, 54);
            world.receive(null, DataLayout.BYTE.count(0), 0, 99);
            send.test();
        } else if (world.rank() == 0) {
            assertNotNull(world.probeMatched(1, 54));
            assertFalse(world.nonblocking().probe(1, 54, null));
            world.send(null, DataLayout.BYTE.count(0), 1, 99);
        }
    }

    private static void matchedProbeOfNullProcess(Communicator world) {
        MatchedMessage message = world.probeMatched(NULL_PROCESS, 1);
        assertEquals(NULL_PROCESS, message.source());
        assertEquals(0, message.countBytes());
        int[] memory = {7};
        Status status = new Status();
        message.receive(memory, DataLayout.INT, status);
        assertEquals(NULL_PROCESS, status.source());
        assertEquals(7, memory[0]);
        assertEquals(
                NULL_PROCESS,
                world.nonblocking()
                        .probeMatched(NULL_PROCESS, ANY_TAG)
                        .receiveNonblocking(memory)
                        .await()
                        .source());
    }

    private static void aReceiveGetsWhatWasProbed(Communicator world) {
        int last = world.size() - 1;
        int rounds = 200;
        if (world.rank() == last) {
            for (int i = 0; i < rounds * last; i++) {
                Status probed = world.probe(ANY_SOURCE, ANY_TAG);
                int[] memory = new int[(int) probed.countBytes() / Integer.BYTES];
                Status received = new Status();
                world.receive(memory, DataLayout.INT, probed.source(), probed.tag(), received);
                assertEquals(probed.countBytes(), received.countBytes());
                assertEquals(probed.source(), memory[0]);
                assertEquals(probed.tag(), memory[1]);
            }
        } else {
            for (int i = 0; i < rounds; i++) {
                int[] message = new int[2 + i % 300];
                message[0] = world.rank();
                message[1] = i % 5;
                world.send(message, last, i % 5);
            }
        }
    }

    private static void pendingListOrder(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] a = new int[1];
            int[] b = new int[1];
            Request first = world.nonblocking().receive(a, 0, 6);
            Request second = world.nonblocking().receive(b, 0, 6);
            second.await();
            assertEquals(2, b[0]);
            first.await();
            assertEquals(1, a[0]);
        } else if (world.rank() == 0) {
            world.send(new int[] {1}, last, 6);
            world.send(new int[] {2}, last, 6);
        }
    }

    private static void anUnmatchedReceiveIsCancelled(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] memory = {-1};
            for (int source : new int[] {0, ANY_SOURCE}) {
                for (int tag : new int[] {7, ANY_TAG}) {
                    Request request = world.nonblocking().receive(memory, source, tag);
                    request.cancel();
                    assertTrue(request.await().isCancelled());
                }
            }
            world.send(memory, 0, 1);
            int[] got = new int[1];
            assertFalse(world.nonblocking().receive(got, 0, 7).await().isCancelled());
            assertEquals(58, got[0]);
            assertEquals(-1, memory[0]);
        } else if (world.rank() == 0) {
            world.receive(new int[1], last, 1);
            world.send(new int[] {58}, last, 7);
        }
    }

    private static void aMatchedReceiveDelivers(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            for (int size : new int[] {8, 300, 2 << 20}) {
                byte[] memory = new byte[size];
                Request request = world.nonblocking().receive(memory, 0, 8);
                world.receive(new int[1], 0, 9); // it comes after the message
                request.cancel();
                assertFalse(request.await().isCancelled());
                assertEquals(58, memory[size - 1]);
            }
        } else if (world.rank() == 0) {
            for (int size : new int[] {8, 300, 2 << 20}) {
                Request send = world.nonblocking().send(filled(size, 58), last, 8);
                world.send(new int[1], last, 9);
                send.await();
            }
        }
    }
}
