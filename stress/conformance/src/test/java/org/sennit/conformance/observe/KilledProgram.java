package org.sennit.conformance.observe;

import org.sennit.Communicator;
import org.sennit.Job;

/** Sends many messages and is gone, without a chance to tidy up. */
final class KilledProgram {
    private KilledProgram() {}

    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            Communicator world = endpoint.world();
            int next = (world.rank() + 1) % world.size();
            int previous = (world.rank() + world.size() - 1) % world.size();
            for (int i = 0; i < 2_000; i++) {
                world.nonblocking().send(new int[1], next, 1);
                world.receive(new int[1], previous, 1);
            }
            world.barrier();
            Runtime.getRuntime().halt(3);
        });
    }
}
