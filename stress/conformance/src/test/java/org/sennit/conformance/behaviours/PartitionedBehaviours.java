package org.sennit.conformance.behaviours;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.sennit.Communicator.ANY_SOURCE;
import static org.sennit.Communicator.ANY_TAG;
import static org.sennit.Communicator.NULL_PROCESS;

import java.util.Arrays;
import java.util.List;
import org.sennit.Communicator;
import org.sennit.PartitionedReceive;
import org.sennit.PartitionedSend;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;

/** Messages that become ready in partitions. */
final class PartitionedBehaviours {
    private static final int TAG = 42;

    private PartitionedBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                new Behaviour("partitionsArriveWhateverTheCuts", PartitionedBehaviours::anyCuts),
                new Behaviour("partitionsMayBeReadyFromSeveralThreads", PartitionedBehaviours::severalThreads),
                new Behaviour("aPartitionArrivesBeforeTheOthersAreReady", PartitionedBehaviours::arrivesAlone),
                new Behaviour("partitionsMayHaveGaps", PartitionedBehaviours::gaps),
                new Behaviour("partitionedMatchInOrderAndApart", PartitionedBehaviours::matchInOrder),
                new Behaviour("misuseOfPartitionsIsAnError", PartitionedBehaviours::misuse),
                new Behaviour("partitionedLengthsMustAgree", PartitionedBehaviours::lengthsMustAgree),
                new Behaviour("17 partitionsToTheNullProcess", PartitionedBehaviours::nullProcess));
    }

    private static void anyCuts(Communicator world) {
        int last = world.size() - 1;
        int[][] cuts = {{1, 1}, {4, 4}, {12, 1}, {1, 12}, {6, 4}, {3, 8}, {24, 5 * 24}};
        for (int total : new int[] {120, 120_000, 1_200_000}) {
            for (int[] cut : cuts) {
                long[] memory = new long[total];
                if (world.rank() == 0) {
                    PartitionedSend send = world.persistent()
                            .sendPartitioned(memory, cut[0], DataLayout.LONG.count(total / cut[0]), last, TAG);
                    for (int round = 0; round < 3; round++) {
                        send.start();
                        for (int k = 0; k < cut[0]; k++) { // from both ends in turn
                            int partition = k % 2 == 0 ? k / 2 : cut[0] - 1 - k / 2;
                            fill(memory, partition, total / cut[0], round);
                            send.ready(partition);
                        }
                        send.await();
                    }
                    send.free();
                } else if (world.rank() == last) {
                    PartitionedReceive receive = world.persistent()
                            .receivePartitioned(memory, cut[1], DataLayout.LONG, 0, TAG); // equal shares
                    for (int round = 0; round < 3; round++) {
                        receive.start();
                        for (int partition = 0; partition < cut[1]; partition++) {
                            while (!receive.hasArrived(partition)) {
                                Thread.onSpinWait();
                            }
                            check(memory, partition, total / cut[1], round);
                        }
                        assertEquals(
                                "source=0 tag=42 length=" + 8L * total,
                                receive.await().toString());
                    }
                    receive.free();
                }
            }
        }
    }

    private static void fill(long[] memory, int partition, int length, int round) {
        for (int i = partition * length; i < (partition + 1) * length; i++) {
            memory[i] = 31L * i + round;
        }
    }

    private static void check(long[] memory, int partition, int length, int round) {
        for (int i = partition * length; i < (partition + 1) * length; i++) {
            if (memory[i] != 31L * i + round) {
                fail("element " + i + " in round " + round + " is " + memory[i]);
            }
        }
    }

    private static void severalThreads(Communicator world) throws InterruptedException {
        int last = world.size() - 1;
        int partitions = 16;
        int length = 1000;
        int rounds = 50;
        long[] memory = new long[partitions * length];
        if (world.rank() == 0) {
            PartitionedSend send =
                    world.persistent().sendPartitioned(memory, partitions, DataLayout.LONG.count(length), last, TAG);
            for (int round = 0; round < rounds; round++) {
                send.start();
                Thread[] threads = new Thread[4];
                for (int t = 0; t < threads.length; t++) {
                    int first = t * partitions / threads.length;
                    int end = (t + 1) * partitions / threads.length;
                    int number = round;
                    threads[t] = Thread.ofPlatform().start(() -> {
                        for (int partition = first; partition < end; partition++) {
                            fill(memory, partition, length, number);
                            send.ready(partition);
                        }
                    });
                }
                send.await(); // while they still work
                for (Thread thread : threads) {
                    thread.join();
                }
            }
        } else if (world.rank() == last) {
            PartitionedReceive receive = world.persistent()
                    .receivePartitioned(memory, partitions / 2, DataLayout.LONG.count(2 * length), 0, TAG);
            for (int round = 0; round < rounds; round++) {
                receive.start();
                receive.await();
                for (int partition = 0; partition < partitions; partition++) {
                    check(memory, partition, length, round);
                }
            }
        }
    }

    private static void arrivesAlone(Communicator world) {
        int last = world.size() - 1;
        byte[] memory = new byte[30];
        byte[] word = new byte[1];
        if (world.rank() == 0) {
            PartitionedSend send = world.persistent().sendPartitioned(memory, 3, DataLayout.BYTE, last, TAG);
            send.start();
            memory[10] = 1;
            send.ready(1);
            world.receive(word, last, 1); // the receiver has it
            assertFalse(send.test(), "two partitions are missing");
            send.readyList(0, 2);
            send.await();
        } else if (world.rank() == last) {
            PartitionedReceive receive = world.persistent().receivePartitioned(memory, 3, DataLayout.BYTE, 0, TAG);
            assertTrue(receive.hasArrived(2), "inactive");
            receive.start();
            while (!receive.hasArrived(1)) {
                Thread.onSpinWait();
            }
            assertEquals(1, memory[10]);
            assertFalse(receive.hasArrived(0) || receive.hasArrived(2), "they are not ready");
            assertFalse(receive.test(), "two partitions are missing");
            world.send(word, 0, 1);
            receive.await();
        }
    }

    /** Every second element of two partitions of five, into three partitions of two elements side by side, and back. */
    private static void gaps(Communicator world) {
        int peer = world.rank() == 0 ? world.size() - 1 : world.rank() == world.size() - 1 ? 0 : -1;
        if (peer < 0) {
            return;
        }
        int[] spread = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
        int[] dense = new int[6];
        DataLayout everySecond = DataLayout.vector(3, 1, 2, DataLayout.INT); // five elements long
        if (world.rank() == 0) {
            PartitionedSend send = world.persistent().sendPartitioned(spread, 2, everySecond, peer, TAG);
            send.start();
            send.readyList(1, 0);
            send.await();
            Arrays.fill(spread, -1);
            PartitionedReceive receive = world.persistent().receivePartitioned(spread, 2, everySecond, peer, TAG);
            receive.start();
            receive.await();
            assertEquals("[0, -1, 2, -1, 4, 5, -1, 7, -1, 9]", Arrays.toString(spread), "what lies in the gaps stays");
        } else {
            PartitionedReceive receive =
                    world.persistent().receivePartitioned(dense, 3, DataLayout.INT.count(2), peer, TAG);
            receive.start();
            receive.await();
            assertEquals("[0, 2, 4, 5, 7, 9]", Arrays.toString(dense));
            PartitionedSend send = world.persistent().sendPartitioned(dense, 1, DataLayout.INT.count(6), peer, TAG);
            send.start();
            send.ready(0);
            send.await();
        }
    }

    /** Two pairs with one tag, started in reverse, and an ordinary message with the same tag between them. */
    private static void matchInOrder(Communicator world) {
        int last = world.size() - 1;
        int[] first = {1};
        int[] second = {2};
        int[] plain = {3};
        if (world.rank() == 0) {
            PartitionedSend a = world.persistent().sendPartitioned(first, 1, DataLayout.INT, last, TAG);
            PartitionedSend b = world.persistent().sendPartitioned(second, 1, DataLayout.INT, last, TAG);
            b.start();
            b.ready(0);
            world.send(plain, last, TAG);
            a.start();
            a.ready(0);
            Request.awaitAll(a, b);
        } else if (world.rank() == last) {
            int[] x = new int[1];
            int[] y = new int[1];
            int[] z = new int[1];
            PartitionedReceive a = world.persistent().receivePartitioned(x, 1, DataLayout.INT, 0, TAG);
            PartitionedReceive b = world.persistent().receivePartitioned(y, 1, DataLayout.INT, 0, TAG);
            Request.startAll(a, b);
            world.receive(z, ANY_SOURCE, ANY_TAG);
            assertEquals(3, z[0]);
            Request.awaitAll(a, b);
            assertEquals(1, x[0]);
            assertEquals(2, y[0]);
        }
    }

    private static void misuse(Communicator world) {
        int me = world.rank();
        int[] out = {1, 2};
        int[] in = new int[2];
        PartitionedSend send = world.persistent().sendPartitioned(out, 2, DataLayout.INT.count(1), me, TAG);
        PartitionedReceive receive = world.persistent().receivePartitioned(in, 2, DataLayout.INT.count(1), me, TAG);
        refused(ErrorClass.REQUEST, () -> send.ready(0), "has not been started");
        Request.startAll(send, receive);
        refused(ErrorClass.REQUEST, send::start, "active already");
        refused(ErrorClass.REQUEST, receive::start, "active already");
        refused(ErrorClass.ARG, () -> send.ready(2), "partitions=2");
        refused(ErrorClass.ARG, () -> receive.hasArrived(-1), "partitions=2");
        send.ready(1);
        refused(ErrorClass.REQUEST, () -> send.ready(1), "ready already");
        send.readyRange(0, 0);
        Request.awaitAll(send, receive);
        assertEquals(1, in[0]);
        assertEquals(2, in[1]);
        refused(ErrorClass.REQUEST, () -> send.ready(0), "has not been started");
        refused(
                ErrorClass.ARG,
                () -> world.persistent().sendPartitioned(out, 0, DataLayout.INT, me, TAG),
                "at least one");
        refused(
                ErrorClass.COUNT,
                () -> world.persistent().sendPartitioned(out, 3, DataLayout.INT, me, TAG),
                "partitions=3");
        refused(
                ErrorClass.COUNT,
                () -> world.persistent().sendPartitioned(out, 3, DataLayout.INT.count(1), me, TAG),
                "needs=12");
        refused(
                ErrorClass.RANK,
                () -> world.persistent().receivePartitioned(in, 2, DataLayout.INT, ANY_SOURCE, TAG),
                "peer=ANY_SOURCE");
        refused(
                ErrorClass.TAG,
                () -> world.persistent().receivePartitioned(in, 2, DataLayout.INT, me, ANY_TAG),
                "tag=ANY_TAG");
        send.free();
        refused(ErrorClass.REQUEST, send::start, "freed");
    }

    private static void refused(ErrorClass errorClass, Runnable call, String part) {
        SennitException error = assertThrows(SennitException.class, call::run);
        assertEquals(errorClass, error.errorClass());
        assertTrue(error.getMessage().contains(part), part + " is not in: " + error.getMessage());
    }

    private static void lengthsMustAgree(Communicator world) {
        int last = world.size() - 1;
        if (world.rank() == 0) {
            PartitionedSend send = world.persistent().sendPartitioned(new byte[12], 3, DataLayout.BYTE, last, TAG);
            for (int round = 0; round < 2; round++) {
                send.start();
                send.readyRange(0, 2);
                send.await(); // is not left waiting
            }
        } else if (world.rank() == last) {
            byte[] memory = new byte[14];
            PartitionedReceive receive = world.persistent().receivePartitioned(memory, 2, DataLayout.BYTE, 0, TAG);
            for (int round = 0; round < 2; round++) {
                receive.start();
                SennitException error = assertThrows(SennitException.class, receive::await);
                assertEquals(ErrorClass.TRUNCATE, error.errorClass());
                assertTrue(error.getMessage().contains("sent=12 received=14"), error.getMessage());
            }
        }
    }

    private static void nullProcess(Communicator world) {
        PartitionedSend send = world.persistent().sendPartitioned(new byte[4], 2, DataLayout.BYTE, NULL_PROCESS, TAG);
        PartitionedReceive receive =
                world.persistent().receivePartitioned(new byte[4], 2, DataLayout.BYTE, NULL_PROCESS, TAG);
        for (int round = 0; round < 2; round++) {
            Request.startAll(send, receive);
            send.readyRange(0, 1);
            assertTrue(receive.hasArrived(1));
            assertEquals("source=-2 tag=-1 length=0", receive.await().toString());
            send.await();
        }
    }
}
