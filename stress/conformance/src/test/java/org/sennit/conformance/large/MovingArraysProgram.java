package org.sennit.conformance.large;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.sennit.Communicator;
import org.sennit.Job;

/**
 * Two JVMs exchange arrays that are as young as can be while another thread of each makes garbage, so that the
 * collector moves arrays before, after, and while the peer reads them. Each element says which message it belongs to,
 * and where.
 *
 * <p>Arguments: the seconds, the seed.
 */
final class MovingArraysProgram {
    private static final int MOST_ELEMENTS = 200_000;
    private static final int KEPT = 8;

    private MovingArraysProgram() {}

    public static void main(String[] args) {
        long endNs = System.nanoTime() + Long.parseLong(args[0]) * 1_000_000_000L;
        long seed = Long.parseLong(args[1]);
        Job.run(1, endpoint -> {
            AtomicBoolean isOver = new AtomicBoolean();
            Thread garbage = Thread.ofPlatform().daemon().start(() -> makeGarbage(isOver));
            long messages = exchange(endpoint.world(), seed, endNs);
            isOver.set(true);
            garbage.join();
            System.out.println("all whole, messages " + messages);
        });
    }

    private static void makeGarbage(AtomicBoolean isOver) {
        byte[][] kept = new byte[64][];
        for (int i = 0; !isOver.get(); i++) {
            byte[] bytes = new byte[50_000];
            Arrays.fill(bytes, (byte) i); // old places of arrays do not keep what lay there
            kept[i % kept.length] = bytes;
            if (i % 8 == 0) {
                LockSupport.parkNanos(1); // there are more threads than cores: the exchange is to go on
            }
        }
    }

    private static long exchange(Communicator world, long seed, long endNs) {
        SplittableRandom random = new SplittableRandom(seed); // the same on both sides
        int peer = 1 - world.rank();
        long[][] kept = new long[KEPT][];
        long[] goOn = {1};
        for (long message = 0; ; message++) {
            int elements = 1 + random.nextInt(random.nextBoolean() ? 10_000 : MOST_ELEMENTS);
            boolean isSender = (message & 1) == world.rank();
            long[] array = new long[elements];
            kept[(int) (message % KEPT)] = array;
            if (isSender) {
                for (int i = 0; i < elements; i++) {
                    array[i] = message << 32 | i;
                }
                world.send(array, peer, 1);
            } else {
                world.receive(array, peer, 1);
                for (int i = 0; i < elements; i++) {
                    if (array[i] != (message << 32 | i)) {
                        throw new AssertionError("message=" + message + " elements=" + elements + " at=" + i + " is="
                                + Long.toHexString(array[i]));
                    }
                }
            }
            if (message % 64 == 63) {
                goOn[0] = System.nanoTime() < endNs ? 1 : 0;
                world.broadcast(goOn, 0);
                if (goOn[0] == 0) {
                    return message + 1;
                }
            }
        }
    }
}
