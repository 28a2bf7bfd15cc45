package org.sennit.conformance.faults;

import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.active.ActiveCounter;
import org.sennit.active.ActiveMessages;
import org.sennit.active.ActiveVector;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/**
 * Rank 1 sends long active messages to rank 0 until it dies: in the middle of one, since each begins when the one
 * before has arrived. With the argument {@value #AT_ONCE} it ends itself, as a killed process ends, right after it has
 * sent the first packet. One rank in each process.
 */
final class LongMessageDeathProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";
    static final String AT_ONCE = "at-once";
    static final int STATUS = 128 + 9;

    private static final int VICTIM = 1;
    private static final int BYTES = 32 << 20;

    private LongMessageDeathProgram() {}

    public static void main(String[] args) {
        boolean isAtOnce = args.length > 0 && args[0].equals(AT_ONCE);
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            ActiveMessages active = world.activeMessages();
            AtomicReference<SennitException> reported = new AtomicReference<>();
            byte[] room = new byte[BYTES];
            active.onError((source, handler, error) -> reported.set(error));
            int handler = active.register(message -> {
                System.out.println(READY);
                return ActiveVector.of(room);
            });
            ActiveCounter arrived = active.newCounter();
            world.barrier();
            if (world.rank() == VICTIM) {
                ActiveCounter completed = active.newCounter();
                while (true) {
                    active.send(0, handler, null, ActiveVector.of(room), arrived.number(), null, completed);
                    if (isAtOnce) {
                        Runtime.getRuntime().halt(STATUS);
                    }
                    completed.await(1);
                }
            }
            int whole = 0;
            while (arrives(arrived)) {
                whole++;
            }
            while (reported.get() == null) { // the deadline of the test ends this
                active.poll();
                Thread.onSpinWait();
            }
            if (reported.get().errorClass() != ErrorClass.PROC_FAILED || arrived.value() != 0) {
                throw new AssertionError("counter=" + arrived.value(), reported.get());
            }
            System.out.println(DONE + world.rank() + " after=" + whole);
        });
    }

    private static boolean arrives(ActiveCounter arrived) {
        try {
            arrived.await(1);
            return true;
        } catch (SennitException e) {
            if (e.errorClass() == ErrorClass.PROC_FAILED) {
                return false;
            }
            throw e;
        }
    }
}
