package org.sennit.conformance.faults;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.LockKind;
import org.sennit.Window;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;

/**
 * Rank 2 dies in a completion handler, with a lock of rank 0's memory. Rank 0 waits for the completion of its message,
 * rank 1 for the lock. One rank in each process. With the argument {@value #HEAP} no other process can map the memory
 * of the window, and rank 0 goes on writing to that of rank 2.
 */
final class OneSidedDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";
    static final String HEAP = "heap";

    private static final int VICTIM = 2;
    private static final int KEPT = 1;
    private static final int COUNTED = 2;

    private OneSidedDeathProgram() {}

    public static void main(String[] args) {
        boolean isOnHeap = List.of(args).contains(HEAP);
        Path reported = args.length > 1 ? Path.of(args[1]) : null; // by rank 1, when its wait has ended
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            Communicator living = world.split(world.rank() == VICTIM ? Communicator.UNDEFINED : 0, world.rank());
            Window window = isOnHeap ? world.createWindow(new long[1]) : world.allocateWindow(Long.BYTES, Long.BYTES);
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
                    if (reported != null) { // and computes while rank 1 waits for the lock
                        active.send(VICTIM, KEPT, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
                        while (!Files.exists(reported)) {
                            Thread.yield();
                        }
                    }
                    Death.ends(() -> {
                        active.send(VICTIM, KEPT, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed);
                        if (isOnHeap) {
                            Death.ends(() -> write(window));
                        }
                        completed.await(1);
                    });
                    Death.ends(() -> active.send(
                            VICTIM, KEPT, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, completed));
                    window.lock(LockKind.SHARED, 1); // which none has locked
                    window.unlock(1);
                }
                default -> {
                    world.barrier();
                    Death.ends(() -> window.lock(LockKind.EXCLUSIVE, 0));
                    if (reported != null) {
                        Files.createFile(reported);
                    }
                    Death.ends(() -> window.lock(LockKind.EXCLUSIVE, 0));
                    Death.ends(() -> window.lock(LockKind.SHARED, VICTIM));
                }
            }
            exchange(living);
            System.out.println(DONE + world.rank());
        });
    }

    /** Until the target has died. */
    private static void write(Window window) {
        window.lock(LockKind.SHARED, VICTIM);
        long[] value = new long[1];
        while (true) {
            value[0]++;
            window.put(value, VICTIM, 0);
            window.flush(VICTIM);
        }
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
        try (Window window = living.allocateWindow(Long.BYTES, Long.BYTES);
                Window onHeap = living.createWindow(new long[1])) {
            window.lock(LockKind.EXCLUSIVE, 0);
            window.unlock(0);
            onHeap.lock(LockKind.EXCLUSIVE, other);
            onHeap.put(new long[] {1}, other, 0);
            onHeap.unlock(other);
        }
    }
}
