package org.sennit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.Request;
import org.sennit.message.SennitException;
import org.sennit.message.Status;
import org.sennit.testkit.Deadline;

/** Nonblocking receives into short arrays, posted before their messages come: whatever these are, and whence. */
@Deadline(seconds = 60)
class ShortArrayReceivesTest {
    private interface Exchange {
        void run(Communicator self);
    }

    private static void alone(Exchange exchange) {
        Job.run(1, endpoint -> exchange.run(endpoint.world()));
    }

    @Test
    void fillPartsOfArraysOfEachType() {
        alone(self -> {
            byte[] bytes = new byte[20];
            int[] ints = new int[4];
            long[] longs = new long[4];
            double[] doubles = new double[4];
            float[] floats = new float[4];
            Request[] receives = {
                self.nonblocking().receive(bytes, DataLayout.BYTE.slice(3, 15), 0, 1),
                self.nonblocking().receive(ints, DataLayout.INT.slice(1, 2), 0, 2),
                self.nonblocking().receive(longs, DataLayout.LONG.slice(2, 2), 0, 3),
                self.nonblocking().receive(doubles, DataLayout.DOUBLE.count(3), 0, 4),
                self.nonblocking().receive(floats, DataLayout.FLOAT.slice(1, 1), 0, 5)
            };
            self.send(new byte[] {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}, 0, 1);
            self.send(new int[] {5, 6}, 0, 2);
            self.send(new long[] {7}, 0, 3);
            self.send(new double[] {1.5, -0.0, 2.5}, 0, 4);
            self.send(new float[] {3.5f}, 0, 5);
            Request.awaitAll(receives);
            assertArrayEquals(new byte[] {0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0, 0, 0, 0, 0, 0}, bytes);
            assertArrayEquals(new int[] {0, 5, 6, 0}, ints);
            assertArrayEquals(new long[] {0, 0, 7, 0}, longs);
            assertArrayEquals(new double[] {1.5, -0.0, 2.5, 0}, doubles);
            assertArrayEquals(new float[] {0, 3.5f, 0, 0}, floats);
        });
    }

    @Test
    void takeMessagesThatStayWithTheirSender() {
        alone(self -> {
            double[] memory = new double[2];
            Request receive = self.nonblocking().receive(memory, 0, 1);
            Request send = self.nonblocking().sendSynchronous(new double[] {1, 2}, 0, 1);
            receive.await();
            send.await();
            assertArrayEquals(new double[] {1, 2}, memory);
        });
    }

    @Test
    void takeLayoutsWithGapsAndBytesOfAnyNumber() {
        alone(self -> {
            int[] ints = new int[3];
            byte[] bytes = new byte[12];
            Request first = self.nonblocking().receive(ints, 0, 1);
            Request second = self.nonblocking().receive(bytes, 0, 2);
            self.send(new int[] {1, 0, 2, 0, 3}, DataLayout.vector(3, 1, 2, DataLayout.INT), 0, 1);
            self.send(new byte[] {1, 2, 3, 4, 5, 6, 7}, 0, 2);
            first.await();
            Status status = second.await();
            assertArrayEquals(new int[] {1, 2, 3}, ints);
            assertEquals(7, status.countBytes());
            assertEquals(7, bytes[6]);
        });
    }

    @Test
    void failWhereAMessageIsTooLongOrOfAnotherType() {
        alone(self -> {
            int[] memory = {-1};
            Request tooLong = self.nonblocking().receive(memory, 0, 1);
            Request muchTooLong = self.nonblocking().receive(memory, 0, 2);
            Request ofAnotherType = self.nonblocking().receive(memory, 0, 3);
            self.send(new int[] {1, 2}, 0, 1);
            Request large = self.nonblocking().send(new int[100_000], 0, 2);
            self.send(new float[] {1}, 0, 3);
            assertEquals(ErrorClass.TRUNCATE, failureOf(tooLong).errorClass());
            assertEquals(ErrorClass.TRUNCATE, failureOf(muchTooLong).errorClass());
            assertEquals(ErrorClass.TYPE, failureOf(ofAnotherType).errorClass());
            large.await();
            assertArrayEquals(new int[] {-1}, memory);
        });
    }

    private static SennitException failureOf(Request receive) {
        return assertThrows(SennitException.class, receive::await);
    }

    @Test
    void canBeCancelledAndFreed() {
        alone(self -> {
            long[] memory = {-1};
            Request cancelled = self.nonblocking().receive(memory, 0, 1);
            cancelled.cancel();
            assertTrue(cancelled.await().isCancelled());
            self.nonblocking().receive(memory, 0, 1).free();
            self.send(new long[] {4}, 0, 1);
            self.send(new byte[0], 0, 2);
            self.receive(new byte[0], 0, 2);
            assertEquals(4, memory[0]);
        });
    }

    @Test
    void keepTheOrderOfPostingWithOthersAmongThem() {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int other = 1 - world.rank();
            int rounds = 2000;
            int window = 40;
            int[][] memory = new int[window][2];
            Request[] requests = new Request[2 * window];
            for (int round = 0; round < rounds; round++) {
                for (int i = 0; i < window; i++) {
                    requests[i] = i % 7 == 3
                            ? world.nonblocking().receive(memory[i], DataLayout.INT.count(2), -1, -1)
                            : world.nonblocking().receive(memory[i], other, 5);
                    requests[window + i] = world.nonblocking().send(new int[] {round, i}, other, 5);
                }
                Request.awaitAll(requests);
                for (int i = 0; i < window; i++) {
                    assertArrayEquals(new int[] {round, i}, memory[i]);
                }
            }
        });
    }
}
