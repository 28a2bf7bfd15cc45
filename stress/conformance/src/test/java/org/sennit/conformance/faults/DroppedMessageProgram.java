package org.sennit.conformance.faults;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.lapi.ControlFlag;
import org.sennit.lapi.CounterAddress;
import org.sennit.lapi.Lapi;
import org.sennit.lapi.LapiCounter;
import org.sennit.lapi.LapiError;
import org.sennit.lapi.LapiVector;

/**
 * Three tasks of LAPI. Task 0 drops a message of task 1 until task 2 has died, which task 0 does not purge, and has
 * dropped it some times more.
 */
final class DroppedMessageProgram {
    static final String DONE = "done ";

    private static final int VICTIM = 2;
    private static final int BYTES = 1000;
    private static final int CALLS = 3;

    private final AtomicInteger calls = new AtomicInteger(); // of the header handler, since the death was heard of

    private DroppedMessageProgram() {}

    public static void main(String[] args) {
        DroppedMessageProgram program = new DroppedMessageProgram();
        Job.run(1, endpoint -> program.run(endpoint.world()));
    }

    private void run(Communicator world) {
        Lapi lapi = Lapi.init(world);
        AtomicReference<LapiError> reported = new AtomicReference<>();
        lapi.setErrorHandler((handle, error) -> reported.set(error));
        LapiCounter arrived = lapi.newCounter();
        CounterAddress[] arrivals = lapi.addressInit(arrived);
        byte[] room = new byte[BYTES];
        int[] dropped = {0}; // guarded: header handlers run one at a time
        int handler = lapi.registerHandler(message -> {
            if (dropped[0]++ == 0) {
                calls.set(Integer.MIN_VALUE);
            }
            if (calls.incrementAndGet() < CALLS) {
                message.setControlFlag(ControlFlag.DROP_MSG);
                return null;
            }
            return LapiVector.of(room, BYTES);
        });
        lapi.gfence();
        switch (world.rank()) {
            case VICTIM -> {
                world.receive(new byte[0], 0, 1);
                throw new IllegalStateException("as planned");
            }
            case 0 -> take(lapi, world, arrived, room, reported);
            default -> send(lapi, handler, arrivals[0]);
        }
        System.out.println(DONE + world.rank());
    }

    private void take(
            Lapi lapi, Communicator world, LapiCounter arrived, byte[] room, AtomicReference<LapiError> reported) {
        while (calls.get() >= 0) { // the message has not come; the deadline of the test ends this
            lapi.probe();
        }
        world.send(new byte[0], VICTIM, 1);
        Death.ends(() -> lapi.waitcntr(arrived, 1));
        calls.set(0);
        awaitArrival(lapi, arrived);
        byte[] sevens = new byte[BYTES];
        Arrays.fill(sevens, (byte) 7);
        if (reported.get() != null || !Arrays.equals(sevens, room)) {
            throw new AssertionError("reported=" + reported.get() + " first byte=" + room[0]);
        }
    }

    private static void awaitArrival(Lapi lapi, LapiCounter arrived) {
        while (lapi.getcntr(arrived) == 0) { // a wait would end with the death
            lapi.probe();
        }
    }

    private static void send(Lapi lapi, int handler, CounterAddress arrival) {
        LapiCounter completion = lapi.newCounter();
        byte[] sevens = new byte[BYTES];
        Arrays.fill(sevens, (byte) 7);
        lapi.amsend(0, handler, null, 0, sevens, BYTES, arrival, null, completion);
        awaitArrival(lapi, completion);
    }
}
