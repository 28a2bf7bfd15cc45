package org.sennit.conformance.launch;

import org.sennit.Job;

/** A program in which one endpoint throws while the others wait for a message that never comes. */
public final class EndpointFailureProgram {

    private EndpointFailureProgram() {}

    /** Runs. */
    public static void main(String[] args) {
        Job.run(2, endpoint -> {
            endpoint.world().barrier();
            if (endpoint.world().rank() == 3) {
                throw new IllegalStateException("rank 3 does not want to go on");
            }
            endpoint.world().receive(new double[1], 3, 7);
        });
    }
}
