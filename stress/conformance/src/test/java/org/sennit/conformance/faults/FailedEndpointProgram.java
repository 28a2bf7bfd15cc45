package org.sennit.conformance.faults;

import java.util.Arrays;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.DataLayout;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;
import org.sennit.message.Status;

/**
 * Rank 0 sends messages of all lengths to some of the others and throws at once, without waiting for any of them: each
 * rank that was sent something gets all of it, in order, and hears of the failure then.
 */
final class FailedEndpointProgram {
    static final String DONE = "done ";

    private static final int MESSAGES = 400;
    private static final int[] LENGTHS = {0, 1, 100, 5_000, 70_000, 300_000};

    private FailedEndpointProgram() {}

    public static void main(String[] args) {
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            boolean isSentTo = world.rank() != world.size() - 1;
            if (world.rank() == 0) {
                for (int i = 0; i < MESSAGES; i++) {
                    for (int peer = 1; peer < world.size() - 1; peer++) {
                        world.nonblocking().send(message(i), peer, 1);
                    }
                }
                throw new IllegalStateException("as planned");
            }
            Status status = new Status();
            for (int i = 0; isSentTo && i < MESSAGES; i++) {
                long[] got = new long[LENGTHS[LENGTHS.length - 1] / Long.BYTES];
                long[] expected = message(i);
                int count = (int) world.receive(got, 0, 1, status).count(DataLayout.LONG);
                if (count != expected.length || count > 0 && (got[0] != i || got[count - 1] != i)) {
                    throw new AssertionError("message " + i + ": count=" + count + " first=" + got[0]);
                }
            }
            try {
                world.receive(new long[1], 0, 1);
                throw new AssertionError("no error");
            } catch (SennitException e) {
                if (e.errorClass() != ErrorClass.PROC_FAILED || !e.getMessage().contains("as planned")) {
                    throw e;
                }
            }
            System.out.println(DONE + world.rank());
        });
    }

    private static long[] message(int number) {
        long[] message = new long[LENGTHS[number % LENGTHS.length] / Long.BYTES];
        Arrays.fill(message, number);
        return message;
    }
}
