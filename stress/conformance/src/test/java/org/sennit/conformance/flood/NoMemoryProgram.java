package org.sennit.conformance.flood;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Two senders fill the inbox of a receiver that does not look, until there is no memory; what they could send arrives,
 * and then they can send again. Started with little memory off the heap.
 */
public final class NoMemoryProgram {
    private static final int SENDERS = 2;

    private NoMemoryProgram() {}

    /**
     * Runs the program.
     *
     * @param args none
     */
    public static void main(String[] args) {
        CountDownLatch isFull = new CountDownLatch(SENDERS);
        CountDownLatch isEmpty = new CountDownLatch(1);
        AtomicIntegerArray sent = new AtomicIntegerArray(1 + SENDERS);
        Job.run(1 + SENDERS, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() > 0) {
                sent.set(world.rank(), sendUntilFull(world, 0));
                isFull.countDown();
                isEmpty.await();
                sendUntil(world, sent.get(world.rank()), 1000);
            } else {
                isFull.await();
                receive(world, sent.get(1), sent.get(2), new int[1 + SENDERS]);
                isEmpty.countDown();
                int[] next = {0, sent.get(1), sent.get(2)};
                receive(world, 1000, 1000, next);
                System.out.println("all that was sent has arrived");
            }
        });
    }

    /** Goes on after the first failure: each leaves a place without a message, and takes the JVM half a second. */
    private static int sendUntilFull(Communicator world, int first) {
        int failures = 0;
        int next = first;
        while (failures < 3) {
            try {
                world.send(new int[] {next}, 0, 1);
                next++;
            } catch (SennitException e) {
                if (e.errorClass() != ErrorClass.NO_MEM) {
                    throw e;
                }
                failures++;
            }
        }
        return next;
    }

    private static void sendUntil(Communicator world, int first, int count) {
        for (int i = 0; i < count; i++) {
            world.send(new int[] {first + i}, 0, 1);
        }
    }

    private static void receive(Communicator world, int fromOne, int fromTwo, int[] next) {
        int[] message = new int[1];
        Status status = new Status();
        for (int i = 0; i < fromOne + fromTwo; i++) {
            world.receive(message, Communicator.ANY_SOURCE, 1, status);
            if (message[0] != next[status.source()]++) {
                throw new AssertionError("from " + status.source() + ": " + message[0]);
            }
        }
    }
}
