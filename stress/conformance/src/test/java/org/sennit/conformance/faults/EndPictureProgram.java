package org.sennit.conformance.faults;

import java.util.concurrent.TimeUnit;
import org.sennit.Communicator;
import org.sennit.Job;

/** Rank 0 waits for the last rank, which says so when that has lasted for a while, and sleeps or ends the JVM. */
final class EndPictureProgram {
    private EndPictureProgram() {}

    public static void main(String[] args) {
        boolean isExiting = args.length > 0;
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            if (world.rank() < world.size() - 1) {
                world.receive(new int[1], world.size() - 1, 7);
                return;
            }
            TimeUnit.MILLISECONDS.sleep(1500); // until the other's wait is long
            System.out.println("ready");
            if (isExiting) {
                System.exit(3);
            }
            TimeUnit.DAYS.sleep(1);
        });
    }
}
