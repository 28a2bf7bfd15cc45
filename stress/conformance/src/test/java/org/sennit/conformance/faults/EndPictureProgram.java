package org.sennit.conformance.faults;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import org.sennit.Communicator;
import org.sennit.Job;

/**
 * Rank 0 waits for the last rank, which sleeps or ends the JVM. {@value #READY} is printed for each of the two once its
 * thread has come so far, in a JVM that exits for rank 0 alone.
 */
final class EndPictureProgram {
    static final String READY = "ready";

    private EndPictureProgram() {}

    public static void main(String[] args) {
        boolean isExiting = args.length > 0;
        CountDownLatch isAwaited = new CountDownLatch(1);
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() < world.size() - 1) {
                onceThisThread(
                        thread -> thread.getName().contains(" waits: "), isAwaited::countDown); // its wait is long
                world.receive(new int[1], world.size() - 1, 7);
                return;
            }
            if (isExiting) {
                isAwaited.await();
                System.exit(3);
            }
            onceThisThread(thread -> thread.getState() == Thread.State.TIMED_WAITING, () -> {});
            TimeUnit.DAYS.sleep(1);
        });
    }

    /** Prints, by another thread, when the calling one has come so far; then runs {@code after}. */
    private static void onceThisThread(Predicate<Thread> isSoFar, Runnable after) {
        Thread self = Thread.currentThread();
        Thread.ofPlatform().daemon(true).start(() -> {
            while (!isSoFar.test(self)) {
                Thread.yield();
            }
            System.out.println(READY);
            after.run();
        });
    }
}
