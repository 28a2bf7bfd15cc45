package org.sennit.conformance.faults;

import java.util.concurrent.CountDownLatch;
import org.sennit.Communicator;
import org.sennit.Job;
import org.sennit.message.ErrorClass;
import org.sennit.message.SennitException;

/** The last process dies at a particular moment of its life; the others wait for it. One rank in each process. */
final class MomentProgram {
    static final String READY = "it may be killed";
    static final String DONE = "done ";

    private MomentProgram() {}

    public static void main(String[] args) {
        int process = Integer.getInteger("sennit.job.process", Integer.parseInt(System.getenv("SENNIT_JOB_PROCESS")));
        int processes = Integer.parseInt(System.getenv("SENNIT_JOB_PROCESSES"));
        if (args[0].equals("before") && process == processes - 1) {
            Runtime.getRuntime().halt(3);
        }
        Job.run(1, endpoint -> {
            Communicator world = endpoint.world();
            int last = world.size() - 1;
            if (world.rank() == last) {
                System.out.println(READY);
                if (args[0].equals("ended")) {
                    return; // and waits for the others, in the last fence
                }
                new CountDownLatch(1).await();
            }
            try {
                if (args[0].equals("connecting")) {
                    while (true) {
                        world.send(new byte[10], last, 1); // the first opens the connection
                    }
                }
                world.receive(new byte[10], last, 1);
                throw new AssertionError("no error");
            } catch (SennitException e) {
                if (e.errorClass() != ErrorClass.PROC_FAILED) {
                    throw e;
                }
            }
            System.out.println(DONE + world.rank());
        });
    }
}
