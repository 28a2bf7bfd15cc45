package org.sennit.conformance.faults;

import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.LockKind;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Rank 2 dies in a completion handler, with a lock of rank 0's memory. Rank 0 waits for the completion of its message, rank 1 for
 * the lock. One rank in each process.
 */
final class OneSidedDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private static final int VICTIM = 2;
    private static final int KEPT = 1;
    private static final int COUNTED = 2;

    private OneSidedDeathProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Communicator living = world.split(world.rank() == VICTIM ? Communicator.UNDEFINED : 0, world.rank());
            Window window = world.allocateWindow(Long.BYTES, Long.BYTES);
            ActiveMessages active = world.activeMessages();
            active.register(KEPT, message -> {
                message.onCompletion(none -> dieHere(), null);
                return null;
            });
            switch (world.rank()) {
                case VICTIM -> {
                    window.lock(LockKind.EXCLUSIVE, 0);
                    world.barrier();
                    new CountDownLatch(1).await();
                }
                case 0 -> {
                    world.barrier();
                    ActiveCounter completed = active.newCounter();
                    assertFailed(() -> {
                        active.send(VICTIM, KEPT, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
                        completed.await(1);
                    });
                    assertFailed(() -> active.send(
                            VICTIM, KEPT, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed));
                }
                default -> {
                    world.barrier();
                    assertFailed(() -> window.lock(LockKind.EXCLUSIVE, 0));
                }
            }
            exchange(living);
            System.out.println(DONE + world.rank());
        });
    }

    private static void dieHere() {
        System.out.println(READY);
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Those that live send each other active messages, and use a window, as before. */
    private static void exchange(Communicator living) {
        ActiveMessages active = living.activeMessages();
        ActiveCounter arrived = active.newCounter();
        ActiveCounter completed = active.newCounter();
        byte[] room = new byte[1];
        active.register(COUNTED, message -> ActiveVector.of(room));
        living.barrier();
        int other = 1 - living.rank();
        active.send(other, COUNTED, null, ActiveVector.of(new byte[] {7}), arrived.number(), null, completed);
        completed.await(1);
        arrived.await(1);
        if (room[0] != 7) {
            throw new AssertionError("room=" + room[0]);
        }
        try (Window window = living.allocateWindow(Long.BYTES, Long.BYTES)) {
            window.lock(LockKind.EXCLUSIVE, 0);
            window.unlock(0);
        }
    }

    private static void assertFailed(Runnable call) {
        try {
            call.run();
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.PROC_FAILED) {
                return;
            }
            throw e;
        }
        throw new AssertionError("no error");
    }
}
