package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.message.DataLayout;
import org.sennit.message.Request;
import org.sennit.message.Status;

/** Which message goes to which receive. */
final class OrderBehaviours {
    private OrderBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("1 shortMessagesDoNotOvertake", OrderBehaviours::shortMessagesDoNotOvertake),
                new Behaviour("2 messagesOfAllProtocolsDoNotOvertake", OrderBehaviours::mixedProtocolsDoNotOvertake),
                new Behaviour("3 theReceivePostedFirstGetsTheMessage", OrderBehaviours::firstPostedGetsTheMessage),
                new Behaviour("4 drainAndMatchDoNotRace", OrderBehaviours::drainAndMatchDoNotRace),
                new Behaviour("5 anySourceTakesLocalAndRemoteOnceEach", OrderBehaviours::anySourceTakesEachOnce),
                new Behaviour("6 wildcardsSurviveAStorm", OrderBehaviours::wildcardsSurviveAStorm));
    }

    private static void shortMessagesDoNotOvertake(Communicator world) {
        int last = world.size() - 1;
        long[] number = new long[1];
        for (int i = 0; i < 10_000; i++) {
            if (world.rank() == 0) {
                number[0] = i;
                world.send(number, last, 1);
            } else if (world.rank() == last) {
                world.receive(number, 0, 1);
                assertEquals(i, number[0]);
            }
        }
    }

    private static void mixedProtocolsDoNotOvertake(Communicator world) {
        mixedProtocols(world, true);
        mixedProtocols(world, false);
    }

    /**
     * All receives are completed in the reverse of their order; posted before the first message is sent, or as it
     * comes.
     */
    private static void mixedProtocols(Communicator world, boolean isPostedFirst) {
        int[] sizes = {1, 300, 64 << 10, 2 << 20};
        int messages = 24;
        int last = world.size() - 1;
        if (world.rank() == 0) {
            if (isPostedFirst) {
                world.receive(null, DataLayout.BYTE.count(0), last, 3);
            }
            Request[] sends = new Request[messages];
            for (int i = 0; i < messages; i++) {
                sends[i] = world.nonblocking().send(filled(sizes[i % sizes.length], i), last, 2);
            }
            Request.awaitAll(sends);
        } else if (world.rank() == last) {
            byte[][] received = new byte[messages][2 << 20];
            Request[] receives = new Request[messages];
            for (int i = 0; i < messages; i++) {
                receives[i] = world.nonblocking().receive(received[i], 0, 2);
            }
            if (isPostedFirst) {
                world.send(null, DataLayout.BYTE.count(0), 0, 3);
            }
            for (int i = messages - 1; i >= 0; i--) {
                int length = sizes[i % sizes.length];
                assertEquals(length, receives[i].await().countBytes(), "length of message " + i);
                int wrong = Arrays.mismatch(filled(length, i), 0, length, received[i], 0, length);
                assertEquals(-1, wrong, "a byte of message " + i);
            }
        }
    }

    private static byte[] filled(int length, int number) {
        byte[] message = new byte[length];
        Arrays.fill(message, (byte) (number + 1));
        return message;
    }

    private static void firstPostedGetsTheMessage(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == last) {
            int[] a = new int[1];
            int[] b = new int[1];
            Request anyTag = world.nonblocking().receive(a, 0, ANY_TAG);
            Request tagFive = world.nonblocking().receive(b, 0, 5);
            world.send(null, DataLayout.BYTE.count(0), 0, 1); // both are posted
            assertEquals(5, anyTag.await().tag());
            assertEquals(50, a[0]);
            assertFalse(tagFive.test(), "the second receive got a message too");
            world.send(null, DataLayout.BYTE.count(0), 0, 1);
            tagFive.await();
            assertEquals(51, b[0]);
        } else if (world.rank() == 0) {
            world.receive(null, DataLayout.BYTE.count(0), last, 1);
            world.send(new int[] {50}, last, 5);
            world.receive(null, DataLayout.BYTE.count(0), last, 1);
            world.send(new int[] {51}, last, 5);
        }
    }

    private static void drainAndMatchDoNotRace(Communicator world) {
        boolean isLocal = world.processOf(0) == world.processOf(world.size() - 1);
        drainAndMatch(world, isLocal ? 20_000 : 5_000);
    }

    /** The sender goes on and on while the receiver posts, polls and drains; two equal receives keep their order. */
    static void drainAndMatch(Communicator world, int rounds) {
        int last = world.size() - 1;
        long[] a = new long[1];
        long[] b = new long[1];
        for (int i = 0; i < rounds; i++) {
            if (world.rank() == 0) {
                a[0] = 2L * i;
                world.send(a, last, 4);
                a[0] = 2L * i + 1;
                world.send(a, last, 4);
            } else if (world.rank() == last) {
                Request first = world.nonblocking().receive(a, 0, 4);
                Request second = world.nonblocking().receive(b, 0, 4);
                if ((i & 1) == 0) {
                    second.await();
                    first.await();
                } else {
                    while (!first.test()) {
                        Thread.onSpinWait();
                    }
                    second.await();
                }
                assertEquals(2L * i, a[0], "the receive that was posted first");
                assertEquals(2L * i + 1, b[0], "the receive that was posted second");
            }
        }
    }

    private static void anySourceTakesEachOnce(Communicator world) {
        if (world.rank() == 0) {
            int[][] values = new int[world.size() - 1][1];
            Request[] receives = new Request[values.length];
            for (int i = 0; i < receives.length; i++) {
                receives[i] = world.nonblocking().receive(values[i], ANY_SOURCE, 6);
            }
            boolean[] isSeen = new boolean[world.size()];
            for (int i = 0; i < receives.length; i++) {
                Status status = receives[i].await();
                assertEquals(100 + status.source(), values[i][0], "the status names another than the sender");
                assertFalse(isSeen[status.source()], "rank " + status.source() + " twice");
                isSeen[status.source()] = true;
            }
        } else {
            world.send(new int[] {100 + world.rank()}, 0, 6);
        }
    }

    static void wildcardsSurviveAStorm(Communicator world) {
        int each = 10_000;
        int[] message = new int[2];
        if (world.rank() == 0) {
            int[] next = new int[world.size()];
            Status status = new Status();
            for (int i = 0; i < each * (world.size() - 1); i++) {
                world.receive(message, ANY_SOURCE, ANY_TAG, status);
                assertEquals(status.source(), message[0], "the status names another than the sender");
                assertEquals(status.tag(), message[1] % 7, "the tag belongs to another message");
                assertEquals(next[message[0]]++, message[1], "order of rank " + message[0]);
            }
            assertFalse(world.nonblocking().probe(ANY_SOURCE, ANY_TAG, null), "more messages than were sent");
        } else {
            for (int i = 0; i < each; i++) {
                message[0] = world.rank();
                message[1] = i;
                world.send(message, 0, i % 7);
            }
        }
    }
}
