package org.sennit.examples.learning;

import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.DataLayout;
import org.sennit.message.Status;

/**
 * The program {@code workers}: a master hands out tasks to idle workers, and counts the primes below two million.
 *
 * <p>For users of MPI: {@code ANY_SOURCE} takes the next answer from any rank, whether its thread lives in this
 * JVM or in another one, in order of arrival and without starving anyone. The status is the caller's own object
 * and is used again and again.
 */
public final class Workers {
    private static final int MASTER = 0;
    private static final int LIMIT = 2_000_000;
    private static final int TASK_LENGTH = 20_000;

    // Tags.
    private static final int TASK = 1;
    private static final int ANSWER = 2;
    private static final int STOP = 3;

    private Workers() {}

    /**
     * Runs four endpoints in this JVM, or what the launcher says: one master, the rest workers.
     *
     * @param args ignored
     */
    public static void main(String[] args) {
        Job.run(4, endpoint -> {
            Communicator world = endpoint.world();
            if (world.size() == 1) {
                System.out.println("no workers here: the master counts " + primesIn(0, LIMIT) + " primes by itself");
            } else if (world.rank() == MASTER) {
                handOut(world);
            } else {
                work(world);
            }
        });
    }

    private static void handOut(Communicator world) {
        int[] tasksDone = new int[world.size()];
        int next = 0;
        int busy = 0;
        for (int worker = 1; worker < world.size(); worker++) { // a first task for each
            next = assign(world, worker, next);
            busy++;
        }
        long primes = 0;
        long[] answer = new long[1];
        Status status = new Status();
        while (busy > 0) {
            world.receive(answer, DataLayout.LONG, Communicator.ANY_SOURCE, ANSWER, status);
            primes += answer[0];
            tasksDone[status.source()]++;
            if (next < LIMIT) {
                next = assign(world, status.source(), next); // the idle worker gets the next one
            } else {
                world.send(null, DataLayout.INT.count(0), status.source(), STOP);
                busy--;
            }
        }
        report(primes, tasksDone);
    }

    private static int assign(Communicator world, int worker, int from) {
        world.send(new int[] {from, Math.min(LIMIT, from + TASK_LENGTH)}, worker, TASK);
        return from + TASK_LENGTH;
    }

    private static void work(Communicator world) {
        int[] interval = new int[2];
        Status status = new Status();
        while (true) {
            world.receive(interval, DataLayout.INT, MASTER, Communicator.ANY_TAG, status);
            if (status.tag() == STOP) {
                return;
            }
            world.send(new long[] {primesIn(interval[0], interval[1])}, MASTER, ANSWER);
        }
    }

    private static void report(long primes, int[] tasksDone) {
        System.out.println(primes + " primes below " + LIMIT);
        for (int worker = 1; worker < tasksDone.length; worker++) {
            System.out.println("worker " + worker + " did " + tasksDone[worker] + " tasks");
        }
    }

    private static long primesIn(int from, int to) {
        long count = 0;
        for (int candidate = Math.max(2, from); candidate < to; candidate++) {
            if (isPrime(candidate)) {
                count++;
            }
        }
        return count;
    }

    private static boolean isPrime(int n) {
        if (n < 4) {
            return n > 1;
        }
        if (n % 2 == 0) {
            return false;
        }
        for (int divisor = 3; divisor <= n / divisor; divisor += 2) {
            if (n % divisor == 0) {
                return false;
            }
        }
        return true;
    }
}
