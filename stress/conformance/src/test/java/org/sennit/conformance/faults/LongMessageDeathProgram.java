package org.sennit.conformance.faults;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Rank 1 dies when the header handler of its long active message has run and no data has been sent: a handler of its own holds what
 * serves its network. One rank in each process.
 */
final class LongMessageDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private static final int HOLDING = 1;
    private static final int LONG = 2;
    private static final int VICTIM = 1;
    private static final int BYTES = 4 << 20;

    private LongMessageDeathProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            CountDownLatch held = new CountDownLatch(1);
            CountDownLatch never = new CountDownLatch(1);
            AtomicReference<SennitException> reported = new AtomicReference<>();
            byte[] room = new byte[BYTES];
            active.onError((source, handler, error) -> {
                if (source == VICTIM && handler == LONG) {
                    reported.set(error);
                }
            });
            active.register(HOLDING, message -> {
                held.countDown();
                await(never);
                return null;
            });
            active.register(LONG, message -> {
                message.onCompletion(none -> System.out.println("completed without its data"), null);
                System.out.println(READY);
                return ActiveVector.of(room);
            });
            ActiveCounter arrived = active.newCounter();
            world.barrier();
            if (world.rank() == VICTIM) {
                held.await();
                active.send(0, LONG, null, ActiveVector.of(room), arrived.number(), null, null);
                never.await();
            }
            active.send(VICTIM, HOLDING, null, ActiveVector.EMPTY, ActiveMessages.NO_COUNTER, null, null);
            assertFailed(() -> arrived.await(1));
            while (reported.get() == null) { // the deadline of the test ends this
                active.poll();
                Thread.onSpinWait();
            }
            if (reported.get().errorClass() != ErrorClass.PROC_FAILED || arrived.value() != 0) {
                throw new AssertionError("counter=" + arrived.value(), reported.get());
            }
            System.out.println(DONE + world.rank());
        });
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
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
