package org.sennit.bench.crowd;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * What the operating system and the JDK take for a hop without a runtime: two threads that wake each other and park.
 * One thread; blocks while it measures.
 */
final class SwitchCost {
    private static final int HOPS = 20_000;
    private static final int BATCHES = 7;

    private SwitchCost() {}

    /** Returns the median time in ns of unparking a parked thread until it runs. */
    static double parkedNs(boolean isVirtual) throws InterruptedException {
        double[] perHop = new double[BATCHES];
        Thread[] threads = new Thread[2];
        AtomicInteger turn = new AtomicInteger();
        for (int side = 0; side < 2; side++) {
            int own = side;
            Runnable body = () -> {
                for (int batch = -1; batch < BATCHES; batch++) {
                    long start = System.nanoTime();
                    hops(own, turn, threads);
                    if (own == 0 && batch >= 0) {
                        perHop[batch] = (System.nanoTime() - start) / (2.0 * HOPS);
                    }
                }
            };
            threads[side] = isVirtual
                    ? Thread.ofVirtual().unstarted(body)
                    : Thread.ofPlatform().daemon(true).unstarted(body);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        Arrays.sort(perHop);
        return perHop[BATCHES / 2];
    }

    private static void hops(int own, AtomicInteger turn, Thread[] threads) {
        for (int i = 0; i < HOPS; i++) {
            while (turn.get() != own) {
                LockSupport.park();
            }
            turn.set(1 - own);
            LockSupport.unpark(threads[1 - own]);
        }
    }
}
