package org.sennit.conformance.faults;

import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Group;
import org.sennit.Job;
import org.sennit.Operation;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * All ranks but the last call something that names the last, which answers nothing: it waits to be killed, or throws,
 * or rank 0 aborts the job. Then the others show that they go on.
 */
final class NamingCallsProgram {
    static final String READY = "the last rank is ready";
    static final String HEARD = "heard ";
    static final String SURVIVED = "survived ";
    private static final int TAG = 100;

    private NamingCallsProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            int last = world.size() - 1;
            meet(world, last);
            if (world.rank() == last) {
                end(args[0]);
            }
            if (args[0].equals("abort") && world.rank() == 0) {
                world.abort(new IllegalStateException("as planned"));
            }
            SennitException error = error(world, last);
            System.out.println(HEARD + world.rank() + " " + NamingCall.of(world.rank()) + " " + error.errorClass() + " "
                    + error.getMessage().replace(System.lineSeparator(), " "));
            if (args[0].equals("abort")) {
                throw error;
            }
            goOn(world, last);
            System.out.println(SURVIVED + world.rank());
        });
    }

    /** Only the last one waits: who were still in a barrier when it fails would hear that the barrier has failed. */
    private static void meet(Communicator world, int last) {
        if (world.rank() < last) {
            world.send(new byte[1], last, TAG + 3);
            return;
        }
        for (int rank = 0; rank < last; rank++) {
            world.receive(new byte[1], rank, TAG + 3);
        }
    }

    /** What the last rank does. */
    private static void end(String how) throws InterruptedException {
        System.out.println(READY);
        if (how.equals("throw")) {
            throw new IllegalStateException("as planned");
        }
        new CountDownLatch(1).await();
    }

    private static SennitException error(Communicator world, int last) throws Exception {
        NamingCall call = NamingCall.of(world.rank());
        try {
            call.run(world, last);
        } catch (SennitException e) {
            return e;
        }
        throw new AssertionError(call + " has ended without an error");
    }

    private static void goOn(Communicator world, int last) {
        Death.ends(() -> world.barrier());
        Death.ends(() -> world.nonblocking()
                .allreduce(new int[1], new int[1], Operation.SUM)
                .await());
        Death.ends(() -> world.split(0, 0));
        Death.ends(() -> world.send(new byte[1], last, TAG));
        Death.ends(() -> world.receive(new byte[1], last, TAG));
        Death.ends(() -> world.receive(new byte[1], Communicator.ANY_SOURCE, TAG));

        int next = (world.rank() + 1) % last;
        int previous = (world.rank() + last - 1) % last;
        for (int bytes : new int[] {0, 8, 5000, 3 << 20}) { // on the world, from one survivor to the next
            byte[] there = new byte[bytes];
            java.util.Arrays.fill(there, (byte) world.rank());
            byte[] here = new byte[bytes];
            world.sendReceive(there, next, TAG + 1, here, previous, TAG + 1, null);
            check(bytes == 0 || here[bytes - 1] == (byte) previous, "wrong bytes: length=" + bytes);
        }

        Group survivors = world.group().difference(world.failed());
        check(world.failed().size() == 1 && survivors.size() == last, "failed=" + world.failed());
        try (Communicator rest = world.createFromGroup(survivors, 0)) {
            int[] sum = new int[1];
            rest.allreduce(new int[] {rest.rank()}, sum, Operation.SUM);
            check(sum[0] == last * (last - 1) / 2, "sum=" + sum[0]);
            try (Communicator part = rest.split(rest.rank() % 2, 0)) {
                part.barrier();
            }
            world.acknowledgeFailures(); // all have had their error of a receive from any source
            rest.barrier();
            world.send(new int[] {world.rank()}, next, TAG + 2);
            int[] from = new int[1];
            Status status = new Status();
            world.receive(from, Communicator.ANY_SOURCE, TAG + 2, status);
            check(from[0] == previous && status.source() == previous, "from=" + from[0]);
            rest.barrier();
        }
    }

    private static void check(boolean isSo, String what) {
        if (!isSo) {
            throw new AssertionError(what);
        }
    }
}
